import { strict as assert } from "node:assert";
import {
  SILENT,
  type SpeakerCommand,
  type SpeakerEvent,
  type SpeakerState,
  step,
} from "../../../../client/panel/speaker/speaker_machine.ts";
import type { SpeakerOrders } from "../../../../server/contract/speaker.ts";
import { playerOrders, playerSong } from "../../../support/people/player_orders.ts";

const [one, two, three] = ["1", "2", "3"].map((id) => playerSong(id)) as [
  ReturnType<typeof playerSong>,
  ReturnType<typeof playerSong>,
  ReturnType<typeof playerSong>,
];

Deno.test("without a play the next song begins at once, and is reported once it sounds", () => {
  const player = machine();
  assert.deepEqual(player.orders({ next: one }), ["volume 80", "load b 1", "play b 0"]);
  assert.deepEqual(player.send({ type: "began", id: "1" }), ["report started 1 at 0"]);
  assert.deepEqual(player.send({ type: "began", id: "1" }), [], "only once");
});

Deno.test("a song that the server has begun already goes on where it is by now", () => {
  const player = machine();
  const play = playerSong("1", { positionMs: 60_000 });
  assert.deepEqual(player.orders({ play, next: two }), [
    "volume 80",
    "load b 1",
    "play b 0",
    "load a 2",
  ]);
  assert.deepEqual(player.send({ type: "began", id: "1" }), ["report started 1 at 60000"]);
});

Deno.test("when a song ends the next one begins at once, from the deck that holds it", () => {
  const player = playing();
  assert.deepEqual(player.send({ type: "ended", id: "1", positionMs: 199_900 }), [
    "report ended 1 at 199900",
    "stop b 0",
    "play a 0",
  ]);
  // The answer to the first report may come before the song sounds.
  assert.deepEqual(player.orders({ next: two }), ["volume 80", "play a 0"]);
  assert.deepEqual(player.send({ type: "began", id: "2" }), ["report started 2 at 0"]);
  assert.deepEqual(player.orders({ play: two, next: three }), [
    "volume 80",
    "play a 0",
    "load b 3",
  ]);
});

Deno.test("a next song that changed while the old one began replaces it", () => {
  const player = playing();
  player.send({ type: "ended", id: "1", positionMs: 199_900 });
  assert.deepEqual(player.orders({ next: three }), [
    "volume 80",
    "stop a 0",
    "load b 3",
    "play b 0",
  ]);
});

Deno.test("the deck that does not play always holds the next song, also if it changes or goes", () => {
  const player = playing();
  assert.deepEqual(player.orders({ play: one, next: three }), [
    "volume 80",
    "play b 0",
    "load a 3",
  ]);
  assert.deepEqual(player.orders({ play: one }), ["volume 80", "play b 0", "stop a 0"]);
  assert.equal(player.state().loaded, null);
});

Deno.test("another play replaces the one that sounds, which fades out", () => {
  const player = playing();
  assert.deepEqual(player.orders({ play: two, next: three }), [
    "volume 80",
    "stop b 300",
    "play a 0",
  ]);
  assert.deepEqual(player.send({ type: "faded" }), ["load b 3"], "once its deck is free");
});

Deno.test("without a play what sounds fades out, and the next one begins if there is one", () => {
  assert.deepEqual(playing().orders({}), ["volume 80", "stop b 300"]);
  assert.deepEqual(playing().orders({ next: two }), ["volume 80", "stop b 300", "play a 0"]);
});

Deno.test("a pause holds the song and what comes after it, until it is over", () => {
  const player = playing();
  assert.deepEqual(player.orders({ play: one, next: two, paused: true }), ["volume 80", "pause b"]);
  assert.deepEqual(player.send({ type: "progress" }), []);
  assert.deepEqual(player.orders({ next: two, paused: true }), ["volume 80", "stop b 0"]);
  assert.deepEqual(player.orders({ next: two }), ["volume 80", "play a 0"]);
});

Deno.test("a song overlaps with the next one only if that is wanted and the next one is there", () => {
  const near = { type: "position", id: "1", positionMs: 196_500, leftMs: 3_500 } as const;
  const early = { ...near, positionMs: 195_500, leftMs: 4_500 };
  const late = () => {
    const player = playing();
    player.send({ ...early, crossfadeMs: 0 });
    return player;
  };
  assert.deepEqual(late().send({ ...near, crossfadeMs: 0 }), []);
  assert.deepEqual(late().send({ ...early, crossfadeMs: 4_000 }), []);
  const alone = late();
  alone.orders({ play: one });
  assert.deepEqual(alone.send({ ...near, crossfadeMs: 4_000 }), []);
  const player = playing();
  assert.deepEqual(player.send({ ...near, crossfadeMs: 4_000 }), [
    "report ended 1 at 196500",
    "stop b 4000",
    "play a 4000",
  ]);
  player.send({ type: "began", id: "2" });
  assert.deepEqual(player.orders({ play: two, next: three }), ["volume 80", "play a 0"]);
  assert.deepEqual(player.send({ type: "faded" }), ["load b 3"]);
});

Deno.test("a song that cannot be played is reported with the reason, and the next one begins", () => {
  assert.deepEqual(playing().send({ type: "failed", id: "1", why: "decode" }), [
    "report failed 1 at 0 (decode)",
    "stop b 0",
    "play a 0",
  ]);
});

Deno.test("after three failures in a row nothing begins without the server's word", () => {
  const player = machine();
  for (const song of [one, two]) {
    player.orders({ next: song });
    player.send({ type: "failed", id: song.id, why: "decode" });
  }
  player.orders({ play: three, next: playerSong("4") });
  assert.deepEqual(player.send({ type: "failed", id: "3", why: "decode" }), [
    "report failed 3 at 0 (decode)",
    "stop b 0",
  ]);
  assert.equal(player.state().failures, 3);
  player.orders({ next: playerSong("5") });
  player.send({ type: "began", id: "5" });
  assert.equal(player.state().failures, 0, "a song that sounds ends the row");
});

Deno.test("a song that the browser refuses to play is reported as silent once, waits for a press, and begins then", () => {
  const player = machine();
  player.orders({ play: playerSong("1", { positionMs: 60_000 }), next: two });
  assert.deepEqual(player.send({ type: "refused", id: "1" }), ["report silent 1 at 60000"]);
  assert.equal(player.state().needsPress, true);
  assert.deepEqual(player.orders({ play: one, next: two }), ["volume 80", "pause b"]);
  assert.deepEqual(player.send({ type: "progress" }), [], "nothing counts as playing");
  assert.deepEqual(player.send({ type: "pressed" }), ["play b 0"]);
  assert.deepEqual(player.send({ type: "began", id: "1" }), ["report started 1 at 60000"]);
});

Deno.test("a song that is refused in its middle is heard again after a press, and that is reported", () => {
  const player = playing();
  assert.deepEqual(player.send({ type: "refused", id: "1" }), ["report silent 1 at 0"]);
  player.send({ type: "pressed" });
  assert.deepEqual(player.send({ type: "began", id: "1" }), ["report progress 1 at 0"]);
  assert.deepEqual(player.send({ type: "began", id: "1" }), [], "only once");
});

Deno.test("until the press another song that the server sends is silent too, and none begins by itself", () => {
  const player = machine();
  player.orders({ next: one });
  assert.deepEqual(player.send({ type: "refused", id: "1" }), ["report silent 1 at 0"]);
  assert.deepEqual(begins(player.orders({ next: two })), []);
  assert.equal(player.state().playing, null);
  assert.deepEqual(player.orders({ play: three, next: two }), [
    "volume 80",
    "load a 3",
    "pause a",
    "load b 2",
    "report silent 3 at 0",
  ]);
  assert.deepEqual(player.orders({ play: three, next: two }), ["volume 80", "pause a"]);
  assert.deepEqual(player.send({ type: "pressed" }), ["play a 0"]);
  assert.deepEqual(player.send({ type: "began", id: "3" }), ["report started 3 at 0"]);
});

Deno.test("after sleep nothing sounds before the server has said what is to play", () => {
  const player = playing();
  assert.deepEqual(player.send({ type: "slept" }), ["pause b"]);
  assert.deepEqual(player.send({ type: "progress" }), []);
  assert.deepEqual(player.orders({ play: one, next: two }), ["volume 80", "play b 0"]);
});

Deno.test("the moment from which a song keeps its tip is reported at once, and only once", () => {
  const player = playing();
  const at = (positionMs: number) =>
    player.send({ type: "position", id: "1", positionMs, leftMs: 100_000, crossfadeMs: 0 });
  assert.deepEqual(at(29_999), []);
  assert.deepEqual(at(30_100), ["report progress 1 at 30100"]);
  assert.deepEqual(at(30_400), []);
});

Deno.test("a song that goes on after the end that its file tells is reported at once, and only once", () => {
  const player = playing();
  const at = (positionMs: number) =>
    player.send({ type: "position", id: "1", positionMs, leftMs: 0, crossfadeMs: 0 });
  at(150_000);
  assert.deepEqual(at(one.durationMs + 900), []);
  assert.deepEqual(at(one.durationMs + 1_100), [`report progress 1 at ${one.durationMs + 1_100}`]);
  assert.deepEqual(at(one.durationMs + 1_400), []);
});

Deno.test("while a song sounds its position is reported", () => {
  const player = playing();
  player.send({ type: "position", id: "1", positionMs: 30_000, leftMs: 170_000, crossfadeMs: 0 });
  assert.deepEqual(player.send({ type: "progress" }), ["report progress 1 at 30000"]);
});

Deno.test("what a deck says of a song that plays no longer changes nothing", () => {
  const player = playing();
  player.orders({ play: two });
  const before = player.state();
  assert.deepEqual(player.send({ type: "ended", id: "1", positionMs: 1 }), []);
  assert.deepEqual(player.send({ type: "failed", id: "1", why: "late" }), []);
  assert.deepEqual(player.state(), before);
});

Deno.test("a player that another device has taken over is silent at once and reports nothing", () => {
  const player = playing();
  const { begun } = player.state();
  assert.deepEqual(player.send({ type: "closed" }), ["stop a 0", "stop b 0"]);
  assert.deepEqual(player.state(), { ...SILENT, volumePercent: 80, begun });
});

Deno.test("a song that the server did not take is begun again only after ever longer pauses", () => {
  const player = machine();
  const begunAt: number[] = [];
  for (let second = 0; second < 119; second++) {
    // The server answers every report with the same next song and no play.
    for (let turn = 0; turn < 5; turn++) {
      const told = player.orders({ next: one });
      if (!told.some((each) => each.startsWith("play"))) continue;
      begunAt.push(second);
      player.send({ type: "began", id: "1" });
    }
    if (player.second().some((each) => each.startsWith("play"))) {
      begunAt.push(second + 1);
      player.send({ type: "began", id: "1" });
    }
    player.send({ type: "faded" });
  }
  assert.deepEqual(begunAt, [0, 2, 6, 14, 30, 60, 90]);
});

for (
  const [what, lead] of [
    ["failed", (player: Machine) => player.send({ type: "failed", id: "1", why: "decode" })],
    [
      "is over",
      (player: Machine) => {
        player.send({ type: "began", id: "1" });
        player.send({ type: "ended", id: "1", positionMs: 100 });
      },
    ],
  ] as const
) {
  Deno.test(`a song that ${what} and that the server names once more has to wait, and then begins by itself`, () => {
    for (const orders of [{ next: one }, { play: one }]) {
      const player = machine();
      player.orders(orders);
      lead(player);
      assert.deepEqual(begins(player.orders(orders)), []);
      assert.deepEqual([begins(player.second()), begins(player.second())], [[], ["play a 0"]]);
    }
  });
}

Deno.test("while one song has to wait, another one begins at once", () => {
  const player = failed();
  assert.deepEqual(begins(player.orders({ next: one })), []);
  assert.deepEqual(begins(player.orders({ next: two })), ["play a 0"]);
});

Deno.test("a song that a person chose begins at once, also if it just had to wait as the next one", () => {
  const player = failed();
  player.orders({ next: one });
  assert.deepEqual(begins(player.orders({ play: one })), ["play a 0"]);
});

Deno.test("a press ends the pause", () => {
  const player = failed();
  player.orders({ next: one });
  assert.deepEqual(begins(player.send({ type: "pressed" })), ["play a 0"]);
});

Deno.test("a song that waits for its pause is dropped when the server names none", () => {
  const player = failed();
  player.orders({ next: one });
  player.orders({});
  for (let second = 0; second < 40; second++) assert.deepEqual(player.second(), []);
});

/** Song 1 sounds, song 2 is next. */
function playing() {
  const player = machine();
  player.orders({ play: one, next: two });
  player.send({ type: "began", id: "1" });
  return player;
}

/** Song 1 was to begin, and has failed. */
function failed() {
  const player = machine();
  player.orders({ next: one });
  player.send({ type: "failed", id: "1", why: "decode" });
  return player;
}

type Machine = ReturnType<typeof machine>;

const begins = (told: string[]) => told.filter((each) => each.startsWith("play"));

function machine() {
  let state: SpeakerState = SILENT;
  const send = (event: SpeakerEvent): string[] => {
    const after = step(state, event);
    state = after.state;
    return after.commands.map(inWords);
  };
  return {
    state: () => state,
    send,
    second: () => send({ type: "second" }),
    orders: (changes: Partial<SpeakerOrders>) =>
      send({ type: "orders", orders: playerOrders(changes) }),
  };
}

function inWords(command: SpeakerCommand): string {
  switch (command.do) {
    case "load":
      return `load ${command.side} ${command.song.id}`;
    case "volume":
      return `volume ${command.percent}`;
    case "report": {
      const { event, playId, positionMs, why } = command.report;
      return `report ${event} ${playId} at ${positionMs}${why ? ` (${why})` : ""}`;
    }
    case "pause":
      return `pause ${command.side}`;
    default:
      return `${command.do} ${command.side} ${command.fadeMs}`;
  }
}
