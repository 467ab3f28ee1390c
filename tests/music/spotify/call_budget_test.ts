// How many calls are made in 30 s, and what becomes of those that have to wait (docs/music.md#calls).
import { strict as assert } from "node:assert";
import fc from "fast-check";
import { LeftOutError } from "../../../server/music/left_out_error.ts";
import { type CallKind, createCallBudget } from "../../../server/music/spotify/call_budget.ts";
import { createClock } from "../../support/time/clock.ts";

const WINDOW_MS = 30_000;
const NEVER = new AbortController().signal;

/** A budget whose waits end when a test lets time pass. */
function budgetInTime() {
  const clock = createClock();
  let waits: { until: number; wake: () => void }[] = [];
  const budget = createCallBudget({
    now: clock.now,
    sleep: (ms, signal) =>
      new Promise<void>((wake, reject) => {
        if (signal.aborted) reject(signal.reason);
        signal.addEventListener("abort", () => reject(signal.reason));
        waits.push({ until: clock.now() + ms, wake });
      }),
  });
  return {
    clock,
    async take(kind: CallKind, count = 1, signal = NEVER) {
      for (let i = 0; i < count; i++) await budget.take(kind, signal);
    },
    budget,
    /** Lets time pass until `ms` later, and wakes what waits in between. */
    async pass(ms: number) {
      const end = clock.now() + ms;
      for (;;) {
        const due = waits.map(({ until }) => until).filter((until) => until <= end);
        if (due.length === 0) break;
        clock.set(Math.min(...due));
        const woken = waits.filter(({ until }) => until <= clock.now());
        waits = waits.filter((wait) => !woken.includes(wait));
        for (const { wake } of woken) wake();
        await new Promise((resolve) => setImmediate(resolve));
      }
      clock.set(end);
    },
  };
}

const busyFor = (seconds: number) => ({
  retryAfterS: seconds,
  msg: `Spotify şu anda çok yoğun. ${seconds} saniye sonra tekrar deneyin.`,
});

Deno.test("take leaves out a look that may wait once 20 calls are in the window, and refuses a search once 24 are", async () => {
  const { take } = budgetInTime();
  await take("lookThatMayWait", 20);
  await assert.rejects(take("lookThatMayWait"), LeftOutError);
  await take("search", 4);
  await assert.rejects(take("search"), { code: "music_busy", detail: busyFor(30) });
  await take("other", 6);
});

Deno.test("a refused search says when there is a place for one", async () => {
  const { take, clock } = budgetInTime();
  await take("other", 2);
  clock.pass(10_000);
  await take("other", 24);
  clock.pass(12_500);
  await assert.rejects(take("search"), { code: "music_busy", detail: busyFor(18) });
  clock.pass(17_499);
  await assert.rejects(take("search"), { code: "music_busy" });
  clock.pass(1);
  await take("search");
});

Deno.test("every other call waits for a place once 30 are in the window", async () => {
  const { take, pass } = budgetInTime();
  await take("other", 29);
  await pass(1_000);
  await take("other");
  let made = 0;
  const waiting = Array.from({ length: 30 }, () => take("other").then(() => made++));
  await pass(WINDOW_MS - 1_001);
  assert.equal(made, 0);
  await pass(1);
  assert.equal(made, 29);
  await pass(1_000);
  assert.equal(made, 30);
  await Promise.all(waiting);
});

Deno.test("a call whose signal aborts while it waits is refused as busy, and takes no place", async () => {
  const { take, pass } = budgetInTime();
  await take("other", 30);
  const caller = new AbortController();
  const waiting = take("other", 1, caller.signal);
  await pass(4_000);
  caller.abort(new DOMException("too slow", "TimeoutError"));
  await assert.rejects(waiting, { code: "music_busy", detail: busyFor(26) });
  await pass(26_000);
  await take("other", 30);
});

Deno.test("calls from before the clock was set back count no more", async () => {
  const { take, clock } = budgetInTime();
  await take("other", 30);
  clock.pass(-3_600_000);
  await take("search");
});

/** A call, and how much later than the one before it is asked for. */
const CALLS = fc.array(
  fc.record({
    kind: fc.constantFrom<CallKind>("lookThatMayWait", "search", "other"),
    afterMs: fc.oneof(
      { arbitrary: fc.nat(400), weight: 40 },
      { arbitrary: fc.nat(40_000), weight: 1 },
    ),
    givesUpAfterMs: fc.option(fc.nat(6_000)),
  }),
  { maxLength: 200, size: "max" },
);

Deno.test("no window of 30 s has more than 30 calls, whatever is asked for and when", async () => {
  await fc.assert(
    fc.asyncProperty(CALLS, async (calls) => {
      const { budget, clock, pass } = budgetInTime();
      const made: { kind: CallKind; at: number }[] = [];
      const asked: Promise<void>[] = [];
      const callers: { caller: AbortController; at: number }[] = [];
      for (const { kind, afterMs, givesUpAfterMs } of calls) {
        await pass(afterMs);
        for (const { caller, at } of callers) if (at <= clock.now()) caller.abort();
        const caller = new AbortController();
        if (givesUpAfterMs !== null) callers.push({ caller, at: clock.now() + givesUpAfterMs });
        const taken = budget.take(kind, caller.signal);
        asked.push(taken.then(() => void made.push({ kind, at: clock.now() }), () => {}));
        await new Promise((resolve) => setImmediate(resolve));
      }
      for (let i = 0; i < 10; i++) await pass(WINDOW_MS);
      await Promise.all(asked);
      for (const [i, { kind, at }] of made.entries()) {
        const before = made.slice(0, i + 1).filter((call) => call.at > at - WINDOW_MS).length;
        const most = { lookThatMayWait: 20, search: 24, other: 30 }[kind];
        assert.ok(before <= most, `${kind} is number ${before} of its window`);
      }
    }),
    { numRuns: 60 },
  );
});
