// An order is carried out, and its answer is lost.
import { strict as assert } from "node:assert";
import { type ConductorState, initialState } from "../../../server/playback/conductor/state.ts";
import { nameOf } from "../../../server/playback/conductor/state_sentence.ts";
import { step } from "../../../server/playback/conductor/step.ts";
import { wakeAt } from "../../../server/playback/conductor/times.ts";
import { World } from "./world.ts";

const AT = 1_800_000_000_000;

for (const awayMs of [200, 1_000, 5_000, 20_000, 100_000]) {
  Deno.test(`an order is not answered, and for ${awayMs} ms nothing is: its song is a guest's and plays once, to its end`, () => {
    const world = new World();
    const requests = [world.approve(), world.approve(), world.approve()];
    while (world.orders.length < 2) world.run(100);
    world.losesAnswers = true;
    world.failure = { kind: "unreachable" };
    world.run(300);
    world.losesAnswers = false;
    world.run(awayMs);
    world.failure = null;
    world.run(70_000);
    assert.deepEqual([nameOf(world.state).state, world.sound()], ["request", "request"]);
    assert.equal(world.state.playing?.playId, requests[1]!.playId);
    world.run(500_000);
    assert.deepEqual(requests.map(({ state, why }) => [state, why]), [
      ["ended", "replaced"],
      ["ended", "replaced"],
      ["ended", "finished"],
    ]);
    assert.deepEqual(world.orders.slice(0, 3).map(({ uri }) => uri), [
      ...requests.map(({ song }) => song.uri),
    ]);
    assert.equal(world.orders.length, 4);
  });
}

Deno.test("order_failed, woke, request_ordered, looked: the song that the look shows is the one that was ordered", () => {
  for (const kind of ["unreachable", "busy"] as const) {
    for (const progressMs of [300, 4_900, 20_000, 99_000]) {
      const song = new World().song();
      const failure = kind === "busy" ? { kind, until: null } : { kind };
      let state: ConductorState = {
        ...initialState({ hold: null, playing: null, next: { request: true, fallback: null } }),
        lookedAt: AT - 1_000,
        underWay: "order",
      };
      ({ state } = step(state, { type: "order_failed", failure }, AT));
      const lookAt = wakeAt(state, 0, AT)!;
      assert.equal(lookAt, AT + 5_000);
      const woken = step(state, { type: "woke" }, lookAt);
      assert.deepEqual(woken.actions.map((action) => action.do), ["look"]);
      const at = Math.max(lookAt, AT + progressMs) + 200;
      const since = at - progressMs - 100;
      const told = step(
        woken.state,
        { type: "request_ordered", playId: "play", song, hasBegun: true, since },
        at,
      );
      assert.deepEqual(told.actions, []);
      const shown = { song, isPlaying: true, progressMs, contextUri: null, device: null };
      const seen = step(told.state, { type: "looked", look: { kind: "shown", shown } }, at);
      assert.equal(nameOf(seen.state).state, "request");
      assert.deepEqual(seen.actions.filter((action) => action.do !== "show"), []);
      assert.equal(seen.state.playing?.playId, "play");
      const before = step(seen.state, { type: "next_changed", request: false, fallback: null }, at);
      assert.ok(wakeAt(before.state, 0, at) === null || wakeAt(before.state, 0, at)! > at);
    }
  }
});
