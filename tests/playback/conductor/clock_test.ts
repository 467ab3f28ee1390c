// The server's clock is set forward and back while songs play by themselves.
import { strict as assert } from "node:assert";
import { type ConductorState, initialState } from "../../../server/playback/conductor/state.ts";
import { sentenceOf } from "../../../server/playback/conductor/state_sentence.ts";
import { step } from "../../../server/playback/conductor/step.ts";
import { wakeAt } from "../../../server/playback/conductor/times.ts";
import { World } from "./world.ts";

const MINUTE = 60_000;

for (const [name, ms] of [["10 minutes", 10 * MINUTE], ["3 hours", 180 * MINUTE]] as const) {
  for (const afterMs of [500, 3_100, 60_000, 195_000, 198_600]) {
    Deno.test(`the clock is set back by ${name}, ${afterMs} ms after an order: each song begins once, without a silence`, () => {
      const world = new World();
      const requests = [world.approve(), world.approve(), world.approve()];
      world.run(400 + afterMs);
      world.setClock(-ms);
      world.run(700_000);
      assert.deepEqual(requests.map(({ state }) => state), ["ended", "ended", "ended"]);
      assert.deepEqual(world.orders.slice(0, 3).map(({ uri }) => uri), [
        ...requests.map(({ song }) => song.uri),
      ]);
      assert.equal(world.orders.length, 4);
      assert.deepEqual(world.silences.filter(({ from }) => from > 0), []);
    });
  }

  Deno.test(`the clock is set forward by ${name} while songs play: each begins once, without a silence`, () => {
    for (const afterMs of [500, 3_100, 8_000, 60_000, 195_000, 198_600]) {
      const world = new World();
      const requests = [world.approve(), world.approve(), world.approve()];
      world.run(400 + afterMs);
      world.setClock(ms);
      world.run(700_000);
      assert.deepEqual(requests.map(({ state }) => state), ["ended", "ended", "ended"]);
      assert.deepEqual([afterMs, world.orders.length], [afterMs, 4]);
      assert.deepEqual(world.silences.filter(({ from }) => from > 0), []);
    }
  });
}

Deno.test("the clock is set back by less than the first look takes: a song that ended meanwhile plays once", () => {
  const world = new World();
  world.delayMs = 4_000;
  const song = world.approve(10_000);
  world.run(9_000);
  world.setClock(-2_800);
  world.run(60_000);
  assert.equal(song.state, "ended");
  assert.equal(world.orders.filter(({ uri }) => uri === song.song.uri).length, 1);
  assert.equal(world.sound(), "fallback");
});

Deno.test("the clock is set back while the service is left alone: it is asked again when the pause is over", () => {
  const world = new World();
  world.approve();
  world.run(60_000);
  world.failure = { kind: "busy", until: world.clock() + 40_000 };
  world.run(31_000);
  const looks = world.looks.length;
  assert.equal(world.state.obstacle?.kind, "blocked");
  world.failure = null;
  world.setClock(-3 * 60 * MINUTE);
  world.run(10_000);
  assert.ok(world.looks.length > looks);
  assert.equal(world.state.obstacle, null);
});

Deno.test("the owner reads until when the service is left alone, without the seconds", () => {
  const until = Date.parse("2026-11-02T22:15:30+03:00");
  assert.equal(
    sentenceOf({ state: "blocked", until, sentence: null }),
    "Müzik servisi şu anda yanıt vermiyor. Saat 22.15'te tekrar denenecek.",
  );
});

Deno.test("wakeAt right after the clock was set back names a time as near as after the last event", () => {
  const world = new World();
  world.approve();
  world.run(60_000);
  const { state } = world;
  const near = wakeAt(state, 0, state.toldAt!)! - state.toldAt!;
  world.setClock(-3 * 60 * MINUTE);
  assert.equal(wakeAt(state, 0, world.clock())! - world.clock(), near);
});

Deno.test("a song that is told with a time ahead of the clock has begun now", () => {
  const song = new World().song();
  const told = step(
    initialState({ hold: null, playing: null, next: { request: false, fallback: null } }),
    { type: "request_ordered", playId: "play", song, hasBegun: true, since: 3 * 60 * MINUTE },
    1_000,
  );
  assert.deepEqual([told.state.playing?.since, told.state.playing?.endsAt], [1_000, 201_000]);
});

Deno.test("a start with a song from before the clock was set back: it ends in time", () => {
  const song = new World().song();
  const since = 3 * 60 * MINUTE;
  const state: ConductorState = initialState({
    hold: null,
    next: { request: true, fallback: null },
    playing: {
      ...{ by: "request", playId: "play", song, since, endsAt: since + song.durationMs },
      ...{ motion: null, isSeen: true, hasBegun: true },
    },
  });
  assert.equal(
    step(state, { type: "woke" }, 50_000).state.playing?.endsAt,
    50_000 + song.durationMs,
  );
});
