// Commands that come while a call of the conductor is on its way.
import { strict as assert } from "node:assert";
import { nameOf } from "../../../server/playback/conductor/state_sentence.ts";
import { FALLBACK, World } from "./world.ts";

const DELAYS_MS = [500, 2_000, 4_000];

/** A guest's song has played for a minute, and a look is on its way, whose answer is from before what comes now. */
function whileLooking(delayMs: number, act: (world: World) => void = () => {}): World {
  const world = new World();
  world.approve();
  world.run(60_000);
  act(world);
  world.delayMs = delayMs;
  while (world.state.underWay !== "look") world.run(100);
  world.delayMs = 0;
  return world;
}

/** Lets `ms` pass, and returns the names of the states in between, each once. */
function statesIn(world: World, ms: number): string[] {
  const names = new Set<string>();
  for (let i = 0; i < ms / 100; i++) {
    world.run(100);
    names.add(nameOf(world.state).state);
  }
  return [...names];
}

for (const delayMs of DELAYS_MS) {
  Deno.test(`skip with an empty queue while a look is on its way for ${delayMs} ms: the playlist begins, and nothing is paused`, () => {
    const world = whileLooking(delayMs);
    world.panelSkip();
    const states = statesIn(world, 90_000);
    assert.equal(world.sound(), "fallback");
    assert.deepEqual(states, ["idle", "fallback"]);
    assert.ok(world.silences.every(({ from, to }) => to - from <= delayMs + 1_000));
    assert.equal(world.orders.filter(({ uri }) => uri === FALLBACK).length, 1);
  });

  Deno.test(`pause while a look is on its way for ${delayMs} ms: it stays paused`, () => {
    const world = whileLooking(delayMs);
    world.panelPause();
    assert.deepEqual(statesIn(world, 60_000), ["paused"]);
  });

  Deno.test(`'Devam' while a look that shows a pause is on its way for ${delayMs} ms: it stays a guest's song`, () => {
    const world = whileLooking(delayMs, (world) => world.panelPause());
    world.panelResume();
    assert.deepEqual(statesIn(world, 60_000), ["request"]);
  });

  Deno.test(`'Devam' while a look at a person's music is on its way for ${delayMs} ms: the queue goes on at once`, () => {
    const world = whileLooking(delayMs, (world) => {
      world.choose(300_000);
      world.run(40_000);
      assert.equal(world.state.hold, "human");
      world.approve();
    });
    world.panelResume();
    world.run(delayMs + 1_000);
    assert.equal(world.sound(), "request");
  });

  Deno.test(`the account is connected while a look without one is on its way for ${delayMs} ms: its answer is left out`, () => {
    const world = whileLooking(delayMs, (world) => {
      world.failure = { kind: "not_connected" };
      world.run(40_000);
      assert.equal(world.state.obstacle?.kind, "reconnect");
    });
    world.failure = null;
    world.tell({ type: "connected" });
    assert.deepEqual(statesIn(world, 60_000), ["request"]);
  });

  Deno.test(`play next while a look is on its way for ${delayMs} ms: the song that it began is followed`, () => {
    const world = whileLooking(delayMs);
    const byHand = world.approve();
    world.playNext();
    world.run(180_000);
    assert.deepEqual([byHand.state, byHand.why], ["playing", undefined]);
    assert.equal(world.orders.filter(({ uri }) => uri === byHand.song.uri).length, 1);
  });
}

for (const delayMs of [0, ...DELAYS_MS]) {
  Deno.test(`skip while the answer to an order is on its way for ${delayMs} ms: nothing stays paused`, () => {
    for (let ms = 0; ms <= 1_000; ms += 50) {
      for (const isRequest of [true, false]) {
        const world = new World();
        world.approve(20_000);
        if (isRequest) world.approve(300_000);
        // The song ends 20.2 s after its order, and the next one is ordered a second before that.
        world.run(18_500);
        world.delayMs = delayMs;
        world.run(ms);
        world.panelSkip();
        world.delayMs = 0;
        const states = statesIn(world, 60_000);
        assert.equal(states.includes("paused"), false, `${states} after ${ms} ms`);
        assert.equal(world.sound(), isRequest ? "request" : "fallback", `after ${ms} ms`);
      }
    }
  });
}

Deno.test("after a command the player is looked at 3 s later", () => {
  for (const command of ["panelPause", "panelResume"] as const) {
    const world = new World();
    world.approve();
    world.run(60_000);
    if (command === "panelResume") {
      world.panelPause();
      world.run(60_000);
    }
    const looks = world.looks.length;
    world[command]();
    world.run(3_100);
    assert.equal(world.looks.length, looks + 1, command);
  }
});
