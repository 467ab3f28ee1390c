import { strict as assert } from "node:assert";
import { isDoneWithin, waitAtMost, withDeadline } from "../server/timer.ts";

const SHORT_MS = 5;
const LONG_MS = 60_000;
const never = new Promise<never>(() => {});
const timedOut = () => new Error("timed out");

Deno.test("withDeadline returns what the work returns, and its signal stays silent", async () => {
  const aborted = await withDeadline(LONG_MS, (signal) => Promise.resolve(signal.aborted));
  assert.equal(aborted, false);
});

Deno.test("withDeadline aborts the signal of work that takes too long", async () => {
  const work = (signal: AbortSignal) =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  await assert.rejects(withDeadline(SHORT_MS, work), { name: "TimeoutError" });
});

Deno.test("waitAtMost returns the result of work that is in time, and throws its error", async () => {
  assert.equal(await waitAtMost(LONG_MS, Promise.resolve(1), timedOut), 1);
  await assert.rejects(
    waitAtMost(LONG_MS, Promise.reject(new Error("broken")), timedOut),
    /broken/,
  );
});

Deno.test("waitAtMost throws the given error when the time is up", async () => {
  await assert.rejects(waitAtMost(SHORT_MS, never, timedOut), /timed out/);
});

Deno.test("isDoneWithin says whether the work was done in time", async () => {
  assert.equal(await isDoneWithin(LONG_MS, Promise.resolve()), true);
  assert.equal(await isDoneWithin(SHORT_MS, never), false);
});

Deno.test("isDoneWithin throws what the work throws", async () => {
  await assert.rejects(isDoneWithin(LONG_MS, Promise.reject(new Error("broken"))), /broken/);
});
