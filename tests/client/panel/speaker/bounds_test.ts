// Whatever the server answers and whatever becomes of the songs: the page that plays does nothing without an end.
import { strict as assert } from "node:assert";
import fc from "../../../support/properties.ts";
import { send } from "../../../../client/lib/http.ts";
import type { Api } from "../../../../client/panel/api.ts";
import type { Decks } from "../../../../client/panel/speaker/decks.ts";
import {
  MAX_BEGINS,
  type Side,
  type SpeakerEvent,
  WINDOW_S,
} from "../../../../client/panel/speaker/speaker_machine.ts";
import { createSpeaker } from "../../../../client/panel/speaker/speaker.ts";
import type { SpeakerSong } from "../../../../server/contract/speaker.ts";
import { openNetwork } from "../../dom/network.ts";
import { playerOrders, playerSong } from "../../../support/people/player_orders.ts";

const SECONDS = 150;
/** How long a song is that is heard to its end. */
const SONG_S = 20;
/** A song that sounded for so long counts as heard, also if the server then names another one. */
const HEARD_S = 10;
/** In a minute six songs are heard besides, and one that began before it. */
const BEGINS = MAX_BEGINS + WINDOW_S / HEARD_S + 1;
/** Two at once, and then after pauses that grow to 15 s. A claim of the minute before may be a long pause ago. */
const CLAIMS = 8;
/**
 * A song is reported three times at most: as silent or begun, as ended or failed, and once more if that found no
 * network. A position is reported every ten seconds; what waits for a network is sent again every second.
 */
const REPORTS = 3 * BEGINS + WINDOW_S / 10 + WINDOW_S;
/** After each report that is refused and each claim, every 20 seconds, and after each change in the cafe. */
const QUESTIONS = REPORTS + CLAIMS + WINDOW_S / 20 + WINDOW_S;
/** More than this within one second is a loop without a pause. */
const RUNAWAY = 300;

const SONG = fc.option(
  fc.record({ id: fc.constantFrom("1", "2", "3", "new"), isAtEnd: fc.boolean() }),
  { nil: null },
);
/** Orders, a refusal, or 0 for no network. */
const ANSWER = fc.oneof(
  { weight: 5, arbitrary: fc.record({ play: SONG, next: SONG }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 400, 401, 409, 429, 503) },
);
const FATE = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("fails", "breaks off", "is over", "sounds") },
  { weight: 1, arbitrary: fc.constantFrom("is stuck", "is refused") },
);

type Answer = typeof ANSWER extends fc.Arbitrary<infer T> ? T : never;
type Fate = typeof FATE extends fc.Arbitrary<infer T> ? T : never;
type Done = "begin" | "claim" | "report" | "current";

Deno.test("whatever the server answers and whatever becomes of the songs, a minute has so many begins and calls", async () => {
  const most: Record<Done, number> = {
    begin: BEGINS,
    claim: CLAIMS,
    report: REPORTS,
    current: QUESTIONS,
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(ANSWER, { minLength: 1, maxLength: 10 }),
      fc.array(FATE, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(200, 200, 200, 503, 0),
      fc.boolean(),
      async (answers, fates, claimed, isBusy) => {
        const done = await playFor(SECONDS, { answers, fates, claimed, isBusy });
        for (const [what, times] of Object.entries(done)) {
          const worst = worstMinute(times);
          assert.ok(worst <= most[what as Done], `${what}: ${worst} within a minute`);
        }
      },
    ),
    { numRuns: 150 },
  );
});

interface World {
  /** What a report or a question is answered with, one after the other, again and again. */
  answers: Answer[];
  /** What becomes of a song that is begun, in the same way. */
  fates: Fate[];
  /** The status of an answer to a claim. */
  claimed: number;
  /** Whether something changes in the cafe every second. */
  isBusy: boolean;
}

/** A player that was started and left alone. Returns at which second it has done what. */
async function playFor(seconds: number, world: World): Promise<Record<Done, number[]>> {
  const done: Record<Done, number[]> = { begin: [], claim: [], report: [], current: [] };
  let second = 0;
  let inSecond = 0;
  let tick = () => {};
  let change = () => {};
  const note = (what: Done) => {
    done[what].push(second);
    if ((inSecond += 1) > RUNAWAY) throw new Error(`a loop without a pause: ${what}`);
  };
  using network = openNetwork();
  const answer = turns(world.answers);
  let songs = 0;
  const toSong = (song: { id: string; isAtEnd: boolean } | null) =>
    song &&
    playerSong(song.id === "new" ? `new ${songs += 1}` : song.id, {
      durationMs: SONG_S * 1000,
      positionMs: song.isAtEnd ? SONG_S * 1000 : 0,
    });
  for (const [method, name] of [["POST", "report"], ["GET", "current"]] as const) {
    network.answer(method, `/api/player/${name}`, () => {
      note(name);
      const next = answer();
      if (typeof next === "number") return refusal(next);
      const orders = { play: toSong(next.play), next: toSong(next.next) };
      return Response.json(playerOrders(orders));
    });
  }
  network.answer("POST", "/api/player/claim", () => {
    note("claim");
    return world.claimed === 200
      ? Response.json({ lease: "secret", epoch: 1, until: "" })
      : refusal(world.claimed);
  });
  network.answer("POST", "/api/player/leave", () => new Response(null, { status: 204 }));
  const fate = turns(world.fates);
  const speaker = createSpeaker({
    api: ((name: string, input: object) => send(name, input)) as Api,
    tab: { id: "tab", renew() {}, wasOn: () => false, remember() {} },
    decks: (onEvent) => fatedDecks({ onEvent, fate, begun: () => note("begin") }),
    startClock(onTick) {
      tick = onTick;
      return () => void (tick = () => {});
    },
    watch(onChange) {
      change = onChange;
      return { close() {} };
    },
    neighbours: () => ({ ask() {}, tell() {}, close() {} }),
  });
  speaker.start();
  for (; second < seconds; second++) {
    inSecond = 0;
    tick();
    if (world.isBusy) change();
    await quiet(() => inSecond);
  }
  speaker.close();
  await quiet(() => inSecond);
  return done;
}

interface FatedDecksParts {
  onEvent(event: SpeakerEvent): void;
  fate(): Fate;
  begun(): void;
}

/** Decks whose songs have the fate that the test gives them, as soon as they are begun. */
function fatedDecks({ onEvent, fate, begun }: FatedDecksParts): Decks {
  const decks: Record<Side, { song: SpeakerSong | null; isNew: boolean; leftS: number }> = {
    a: { song: null, isNew: false, leftS: 0 },
    b: { song: null, isNew: false, leftS: 0 },
  };
  const end = ({ id, durationMs }: SpeakerSong) =>
    onEvent({ type: "ended", id, positionMs: durationMs });
  const become = (side: Side, { id, positionMs, durationMs }: SpeakerSong) => {
    const deck = decks[side];
    const song = deck.song!;
    switch (fate()) {
      case "fails":
        return onEvent({ type: "failed", id, why: "decode" });
      case "breaks off":
        onEvent({ type: "began", id });
        return onEvent({ type: "failed", id, why: "decode" });
      case "is over":
        onEvent({ type: "began", id });
        return onEvent({ type: "ended", id, positionMs });
      case "is refused":
        return onEvent({ type: "refused", id });
      case "sounds":
        onEvent({ type: "began", id });
        deck.leftS = Math.ceil((durationMs - positionMs) / 1000);
        return deck.leftS <= 0 && end(song);
    }
  };
  return {
    obey(command) {
      if (command.do === "volume") return;
      const deck = decks[command.side];
      if (command.do === "load") Object.assign(deck, { song: command.song, isNew: true, leftS: 0 });
      if (command.do === "stop") Object.assign(deck, { song: null, isNew: false, leftS: 0 });
      const { song } = deck;
      if (command.do !== "play" || !song || !deck.isNew) return;
      deck.isNew = false;
      begun();
      queueMicrotask(() => deck.song === song && become(command.side, song));
    },
    wake() {},
    check() {
      for (const deck of Object.values(decks)) {
        if (deck.song && deck.leftS > 0 && (deck.leftS -= 1) === 0) end(deck.song);
      }
    },
    close() {},
  };
}

/** Waits until nothing more is done. */
async function quiet(count: () => number): Promise<void> {
  for (let before = -1, same = 0; same < 4; before = count()) {
    await new Promise((resolve) => setImmediate(resolve));
    same = before === count() ? same + 1 : 0;
    assert.ok(count() <= RUNAWAY, "a loop without a pause");
  }
}

function turns<T>(values: readonly T[]): () => T {
  let turn = 0;
  return () => values[turn++ % values.length]!;
}

const refusal = (status: number) =>
  status === 0 ? Promise.reject(new TypeError("offline")) : Response.json(
    { msg: "Olmaz.", code: status === 409 ? "player_lease_old" : "internal" },
    { status },
  );

/** The most times within a minute. */
const worstMinute = (times: readonly number[]) =>
  Math.max(
    0,
    ...times.map((from) => times.filter((at) => at >= from && at < from + WINDOW_S).length),
  );
