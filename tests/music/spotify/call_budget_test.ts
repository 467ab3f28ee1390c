// Which calls are left out first if many are made in 30 s (docs/music.md#calls).
import { strict as assert } from "node:assert";
import fc from "../../support/properties.ts";
import { LeftOutError } from "../../../server/music/provider.ts";
import {
  type CallKind,
  createAllowance,
  createCallBudget,
} from "../../../server/music/spotify/call_budget.ts";
import { createClock, type TestClock } from "../../support/time/clock.ts";

const WINDOW_MS = 30_000;
const ALLOWANCE = 90;
const PLACES: Record<CallKind, number> = {
  lookThatMayWait: 20,
  searchThatMayWait: 45,
  search: 80,
  searchOfLogin: Infinity,
  needed: Infinity,
};

/** A budget of a fixed allowance. */
function budgetInTime(allowance = ALLOWANCE, start = allowance) {
  const fixed = { start, current: () => allowance, used() {} };
  return takerOf(createClock(), fixed);
}

function takerOf(
  clock: TestClock,
  allowance: Parameters<typeof createCallBudget>[0]["allowance"],
) {
  const budget = createCallBudget({ now: clock.now, allowance });
  return {
    clock,
    take(kind: CallKind, count = 1, address?: string) {
      for (let i = 0; i < count; i++) budget.take(kind, address);
    },
  };
}

const busyFor = (seconds: number) => ({
  retryAfterS: seconds,
  msg: `Spotify şu anda çok yoğun. ${seconds} saniye sonra tekrar deneyin.`,
});

Deno.test("take leaves out a look that may wait once two ninths of the calls are in the window, and refuses a search once nearly all are", () => {
  const { take } = budgetInTime();
  take("lookThatMayWait", 20);
  assert.throws(() => take("lookThatMayWait"), LeftOutError);
  take("search", 60);
  assert.throws(() => take("search"), { code: "music_busy", detail: busyFor(30) });
  take("needed", 100);
});

Deno.test("take follows another allowance", () => {
  const { take } = budgetInTime(20);
  take("lookThatMayWait", 4);
  assert.throws(() => take("lookThatMayWait"), LeftOutError);
  take("search", 13);
  assert.throws(() => take("search"), { code: "music_busy" });
});

Deno.test("a refused search says when there is a place for one", () => {
  const { take, clock } = budgetInTime();
  take("needed", 2);
  clock.pass(10_000);
  take("needed", 80);
  clock.pass(12_500);
  assert.throws(() => take("search"), { code: "music_busy", detail: busyFor(18) });
  clock.pass(17_499);
  assert.throws(() => take("search"), { code: "music_busy" });
  clock.pass(1);
  take("search");
});

Deno.test("what is refused takes no place", () => {
  const { take, clock } = budgetInTime();
  take("needed", 20);
  for (let i = 0; i < 100; i++) assert.throws(() => take("lookThatMayWait"), LeftOutError);
  take("search", 60);
  clock.pass(WINDOW_MS);
  take("lookThatMayWait", 20);
});

Deno.test("calls from before the clock was set back count no more", () => {
  const { take, clock } = budgetInTime();
  take("needed", 100);
  clock.pass(-3_600_000);
  take("search");
});

Deno.test("looks that may wait get no more than 20 calls, however much is allowed", () => {
  const { take } = budgetInTime(1_000);
  take("lookThatMayWait", 20);
  assert.throws(() => take("lookThatMayWait"), LeftOutError);
});

Deno.test("searches get their part of what the allowance began with, however much was learned since", () => {
  const { take } = budgetInTime(900, 90);
  take("search", 80);
  assert.throws(() => take("search"), { code: "music_busy" });
});

Deno.test("searches count for the window, and the allowance does not grow by them", () => {
  const clock = createClock();
  const allowance = createAllowance({ now: clock.now, start: ALLOWANCE });
  const { take } = takerOf(clock, allowance);
  for (let window = 0; window < 10; window++) {
    take("search", 60, "203.0.113.1");
    take("searchOfLogin", 20, "203.0.113.1");
    clock.pass(WINDOW_MS);
  }
  assert.equal(allowance.current(), ALLOWANCE);
  take("needed", 50);
  clock.pass(WINDOW_MS);
  assert.ok(allowance.current() > ALLOWANCE);
});

Deno.test("an address has three quarters of the places for searches, and others have the rest", () => {
  const { take, clock } = budgetInTime();
  take("search", 60, "203.0.113.1");
  clock.pass(10_000);
  assert.throws(() => take("search", 1, "203.0.113.1"), {
    code: "music_busy",
    detail: busyFor(20),
  });
  assert.throws(() => take("searchThatMayWait", 1, "203.0.113.1"), LeftOutError);
  take("search", 20, "203.0.113.2");
  assert.throws(() => take("search", 1, "203.0.113.2"), { code: "music_busy" });
});

Deno.test("searches of people with a login find room when guests have used up theirs, at each address a quarter of it", () => {
  const { take } = budgetInTime();
  take("search", 60, "203.0.113.1");
  take("search", 20, "203.0.113.2");
  take("searchOfLogin", 20, "203.0.113.1");
  assert.throws(() => take("searchOfLogin", 1, "203.0.113.1"), { code: "music_busy" });
  take("searchOfLogin", 1, "203.0.113.2");
});

/** A call, and how much later than the one before it is made. */
const CALLS = fc.array(
  fc.record({
    kind: fc.constantFrom<CallKind>("lookThatMayWait", "searchThatMayWait", "search", "needed"),
    afterMs: fc.oneof(
      { arbitrary: fc.nat(400), weight: 40 },
      { arbitrary: fc.nat(40_000), weight: 1 },
    ),
  }),
  { maxLength: 400, size: "max" },
);

Deno.test("whatever is asked for and when: what is needed is always made, and the others only up to their part", () => {
  fc.assert(
    fc.property(CALLS, (calls) => {
      const { take, clock } = budgetInTime();
      const made: number[] = [];
      for (const { kind, afterMs } of calls) {
        clock.pass(afterMs);
        const before = made.filter((at) => at > clock.now() - WINDOW_MS).length;
        if (before < PLACES[kind]) {
          take(kind);
          made.push(clock.now());
        } else assert.throws(() => take(kind));
      }
    }),
    { numRuns: 100 },
  );
});
