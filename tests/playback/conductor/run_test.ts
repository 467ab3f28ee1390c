// What runs around the conductor's machine while an action fails.
import { strict as assert } from "node:assert";
import { type ConductorPorts, runConductor } from "../../../server/playback/conductor/run.ts";
import { initialState } from "../../../server/playback/conductor/state.ts";
import { createClock } from "../../support/time/clock.ts";

const AWAY = async () => await new Promise<void>((resolve) => setTimeout(resolve));

function start(look: ConductorPorts["look"]) {
  const clock = createClock();
  const unexpected = () => Promise.reject(new Error("not expected"));
  const nothing = () => Promise.resolve();
  const state = initialState({
    hold: null,
    playing: null,
    next: { request: true, fallback: null },
  });
  const conductor = runConductor(state, {
    ...{ look, startRequest: () => Promise.resolve({ type: "queue_empty" }) },
    ...{ startFallback: unexpected, stopFallback: unexpected },
    ...{ orderAgain: unexpected, release: unexpected },
    ...{ begin: nothing, end: nothing, returnFailed: nothing, show: nothing, note: nothing },
  }, clock);
  return { clock, conductor };
}

Deno.test("an action fails while the dashboard is open: it is tried again all the same", async () => {
  let looks = 0;
  const { clock, conductor } = start(() => {
    if (++looks === 1) return Promise.reject(new Error("the database is locked"));
    return Promise.resolve({ type: "looked", look: { kind: "empty", canPlay: true } });
  });
  await clock.run(100, AWAY);
  assert.equal(looks, 1);
  conductor.watch(clock.now() + 15_000);
  await clock.run(5_000, AWAY);
  assert.equal(looks, 2);
  await conductor.stop();
});

Deno.test("an action fails after the conductor was stopped: the stop does not wait for another try", async () => {
  const failing = Promise.withResolvers<never>();
  const { clock, conductor } = start(() => failing.promise);
  await clock.run(100, AWAY);
  const stopped = conductor.stop();
  failing.reject(new Error("the database is locked"));
  await stopped;
});
