// Following the database's notifications (docs/live.md).
import { strict as assert } from "node:assert";
import { createNews } from "../../server/realtime/watch_revisions.ts";
import { createClock } from "../support/time/clock.ts";
import { until } from "../support/time/until.ts";

const RETRY_MS = 15_000;

/** News that have one notification and end when the test says so, or when they are left. */
function heldNews() {
  const clock = createClock();
  const ends: (() => void)[] = [];
  async function* news(signal: AbortSignal) {
    const ended = Promise.withResolvers<void>();
    ends.push(ended.resolve);
    signal.addEventListener("abort", () => ended.resolve());
    yield;
    await ended.promise;
  }
  return { ends, clock, followed: createNews({ news }, () => {}, clock.now) };
}

Deno.test("news that were left are followed again at once", async () => {
  const { ends, followed } = heldNews();
  followed.follow();
  await until(() => followed.areHeard());
  await followed.leave();
  assert.equal(followed.areHeard(), false);
  followed.follow();
  assert.equal(ends.length, 2);
  await until(() => followed.areHeard());
  await followed.leave();
});

Deno.test("news that ended by themselves are followed again after 15 seconds", async () => {
  const { ends, clock, followed } = heldNews();
  followed.follow();
  await until(() => followed.areHeard());
  ends[0]!();
  await until(() => !followed.areHeard());
  clock.pass(RETRY_MS - 1);
  followed.follow();
  assert.equal(ends.length, 1);
  clock.pass(1);
  followed.follow();
  assert.equal(ends.length, 2);
  await until(() => followed.areHeard());
  await followed.leave();
});
