import { strict as assert } from "node:assert";
import { every, once } from "../server/background.ts";

const SHORT_MS = 1;
const LONG_MS = 60_000;
const noFailure = (error: unknown) => assert.fail(`the work failed: ${error}`);

Deno.test("every runs the work at once and then again, until it is stopped", async () => {
  const { promise: third, resolve } = Promise.withResolvers<void>();
  let runs = 0;
  const job = every(SHORT_MS, () => {
    if (++runs === 3) resolve();
    return Promise.resolve();
  }, noFailure);
  assert.equal(runs, 1);
  await third;
  await job.stop();
  const stoppedAt = runs;
  await new Promise((resolve) => setTimeout(resolve, 5 * SHORT_MS));
  assert.equal(runs, stoppedAt);
});

Deno.test("every reports a failure and runs again", async () => {
  const { promise: second, resolve } = Promise.withResolvers<void>();
  const failures: unknown[] = [];
  let runs = 0;
  const job = every(SHORT_MS, () => {
    if (++runs === 2) resolve();
    if (runs === 1) throw new Error("the database is locked");
    return Promise.resolve();
  }, (error) => failures.push(error));
  await second;
  await job.stop();
  assert.deepEqual(failures, [new Error("the database is locked")]);
});

Deno.test("every makes up for the intervals that passed during a run by a single run", async () => {
  const { promise: first, resolve: finish } = Promise.withResolvers<void>();
  let runs = 0;
  const job = every(SHORT_MS, () => ++runs === 1 ? first : Promise.resolve(), noFailure);
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setTimeout(resolve, 2 * SHORT_MS));
  const stopped = job.stop();
  finish();
  await stopped;
  assert.equal(runs, 2);
});

Deno.test("stop does not wait for the next interval", async () => {
  const job = every(LONG_MS, () => Promise.resolve(), noFailure);
  await job.stop();
});

Deno.test("stop waits for the work that runs", async () => {
  const { promise: work, resolve: finish } = Promise.withResolvers<void>();
  let stopped = false;
  const job = every(SHORT_MS, () => work, noFailure);
  const stopping = job.stop().then(() => stopped = true);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(stopped, false);
  finish();
  await stopping;
});

Deno.test("stop aborts the signal of work that listens to it", async () => {
  const failures: unknown[] = [];
  const job = once(
    (signal) => new Promise((_, reject) => signal.addEventListener("abort", reject)),
    (error) => failures.push(error),
  );
  await job.stop();
  assert.equal(failures.length, 1);
});

Deno.test("once runs the work a single time and reports its failure", async () => {
  const failures: unknown[] = [];
  const job = once(() => Promise.reject(new Error("no player")), (error) => failures.push(error));
  await job.stop();
  assert.deepEqual(failures, [new Error("no player")]);
});
