import { strict as assert } from "node:assert";
import { step } from "../../../../client/panel/speaker/speaker_machine.ts";
import {
  SILENT,
  type SpeakerCommand,
  type SpeakerEvent,
  type SpeakerState,
} from "../../../../client/panel/speaker/speaker_state.ts";
import type { PlayerOrders } from "../../../../server/contract/player.ts";
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
  assert.deepEqual(player.orders({ play: one, next: two, paused: true }), [
    "volume 80",
    "pause b",
  ]);
  assert.deepEqual(player.send({ type: "progress" }), []);
  assert.deepEqual(player.orders({ next: two, paused: true }), ["volume 80", "stop b 0"]);
  assert.deepEqual(player.orders({ next: two }), ["volume 80", "play a 0"]);
});

Deno.test("a song overlaps with the next one only if that is wanted and the next one is there", () => {
  const near = { type: "position", id: "1", positionMs: 196_500, leftMs: 3_500 } as const;
  assert.deepEqual(playing().send({ ...near, crossfadeMs: 0 }), []);
  assert.deepEqual(playing().send({ ...near, leftMs: 4_500, crossfadeMs: 4_000 }), []);
  const alone = playing();
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

Deno.test("a song that the browser refuses to play waits for a press, and is not reported before", () => {
  const player = machine();
  player.orders({ play: one });
  player.send({ type: "refused", id: "1" });
  assert.equal(player.state().needsPress, true);
  assert.deepEqual(player.orders({ play: one }), ["volume 80", "pause b"]);
  assert.deepEqual(player.send({ type: "pressed" }), ["play b 0"]);
});

Deno.test("after sleep nothing sounds before the server has said what is to play", () => {
  const player = playing();
  assert.deepEqual(player.send({ type: "slept" }), ["pause b"]);
  assert.deepEqual(player.send({ type: "progress" }), []);
  assert.deepEqual(player.orders({ play: one, next: two }), ["volume 80", "play b 0"]);
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
  assert.deepEqual(player.send({ type: "closed" }), ["stop a 0", "stop b 0"]);
  assert.deepEqual(player.state(), { ...SILENT, volumePercent: 80 });
});

/** Song 1 sounds, song 2 is next. */
function playing() {
  const player = machine();
  player.orders({ play: one, next: two });
  player.send({ type: "began", id: "1" });
  return player;
}

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
    orders: (changes: Partial<PlayerOrders>) =>
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
