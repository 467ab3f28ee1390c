import { strict as assert } from "node:assert";
import { inTurn } from "../../client/lib/in_turn.ts";

Deno.test("inTurn runs one at a time, and once more for all that was asked for meanwhile", async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const ask = inTurn(() => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  ask();
  ask();
  ask();
  assert.equal(runs.length, 1);
  runs[0]!.resolve();
  await turn();
  assert.equal(runs.length, 2);
  runs[1]!.reject(new Error("the network is gone"));
  await turn();
  assert.equal(runs.length, 2, "nothing was asked for during the second run");
  ask();
  assert.equal(runs.length, 3, "a run that failed is over");
  runs[2]!.resolve();
  await turn();
});

/** Lets whatever was settled have its consequences. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
