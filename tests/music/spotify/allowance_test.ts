// How many calls in 30 s are thought to be allowed (docs/music.md#calls).
import { strict as assert } from "node:assert";
import { createAllowance, type KeptAllowance } from "../../../server/music/spotify/call_budget.ts";
import { createClock } from "../../support/time/clock.ts";

const WINDOW_MS = 30_000;

function allowanceInTime(start = 90, kept?: KeptAllowance, clock = createClock()) {
  return { clock, ...createAllowance({ now: clock.now, start, kept }) };
}

function assertIs({ current }: { current(): number }, calls: number) {
  assert.equal(current().toFixed(6), calls.toFixed(6));
}

Deno.test("a 429 halves the allowance, and each 30 s without one let it grow by a tenth, up to the start while it is not used", () => {
  const allowance = allowanceInTime();
  assertIs(allowance, 90);
  allowance.clock.pass(20_000);
  allowance.halve();
  assertIs(allowance, 45);
  allowance.clock.pass(WINDOW_MS - 1);
  assertIs(allowance, 45);
  allowance.clock.pass(1);
  assertIs(allowance, 49.5);
  allowance.clock.pass(2 * WINDOW_MS);
  assertIs(allowance, 45 * 1.1 ** 3);
  allowance.clock.pass(100 * WINDOW_MS);
  assertIs(allowance, 90);
});

Deno.test("the allowance is never less than 20", () => {
  const allowance = allowanceInTime();
  for (let i = 0; i < 9; i++) allowance.halve();
  assertIs(allowance, 20);
});

Deno.test("the allowance grows beyond the start in each 30 s that use half of it, and in no other", () => {
  const allowance = allowanceInTime();
  for (const calls of [45, 50]) {
    allowance.used(calls);
    allowance.used(1);
    allowance.clock.pass(WINDOW_MS);
    allowance.current();
  }
  assertIs(allowance, 90 * 1.1 ** 2);
  allowance.used(54);
  allowance.clock.pass(100 * WINDOW_MS);
  assertIs(allowance, 90 * 1.1 ** 2);
});

Deno.test("the allowance goes on growing after the clock was set back", () => {
  const allowance = allowanceInTime();
  allowance.halve();
  allowance.clock.pass(-3_600_000);
  assertIs(allowance, 45);
  allowance.clock.pass(WINDOW_MS);
  assertIs(allowance, 49.5);
});

/** Keeps in memory what a database keeps. */
function memory() {
  let row: Awaited<ReturnType<KeptAllowance["read"]>>;
  return {
    read: () => Promise.resolve(row),
    keep: (learned: NonNullable<typeof row>) => Promise.resolve(void (row = learned)),
  };
}

Deno.test("what was learned outlives a restart and grows by the time that has passed, unless the configuration has another number", async () => {
  const kept = memory();
  const before = allowanceInTime(90, kept);
  before.halve();
  before.clock.pass(WINDOW_MS);
  for (const [start, calls] of [[90, 49.5], [120, 120]] as const) {
    const after = allowanceInTime(start, kept, before.clock);
    assertIs(after, start);
    await Promise.resolve();
    assertIs(after, calls);
  }
});

Deno.test("a 429 that comes before what was kept is read counts, and what was kept does not", async () => {
  const kept = memory();
  await kept.keep({ start: 90, calls: 90, at: 0 });
  const allowance = allowanceInTime(90, kept);
  assertIs(allowance, 90);
  allowance.halve();
  await Promise.resolve();
  assertIs(allowance, 45);
});
