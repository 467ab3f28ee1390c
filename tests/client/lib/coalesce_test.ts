import { strict as assert } from "node:assert";
import { coalesce } from "../../../client/lib/coalesce.ts";

Deno.test("coalesce runs its work one at a time, and once more for all calls during a run", async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const run = coalesce(() => {
    const started = Promise.withResolvers<void>();
    runs.push(started);
    return started.promise;
  });
  run();
  run();
  run();
  assert.equal(runs.length, 1);
  runs[0]!.resolve();
  await turn();
  assert.equal(runs.length, 2);
  runs[1]!.reject(new Error("the network is gone"));
  await turn();
  assert.equal(runs.length, 2, "there was no call during the second run");
  run();
  assert.equal(runs.length, 3, "a failed run is finished");
  runs[2]!.resolve();
  await turn();
});

/** Lets the continuations of settled promises run. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
