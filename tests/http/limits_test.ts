import { strict as assert } from "node:assert";
import { DomainError } from "../../server/errors.ts";
import { createLimits, type LimitRule } from "../../server/http/limits.ts";
import { createClock } from "../support/time/clock.ts";

const RULE: LimitRule = { name: "rule", max: 3, windowMs: 1000 };
const OTHER: LimitRule = { name: "other", max: 1, windowMs: 1000 };

/** Returns the seconds until `work` is allowed, or undefined if it was. */
function refusal(work: () => void): number | undefined {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof DomainError && error.code === "rate_limited");
    return error.detail.retryAfterS;
  }
}

Deno.test("take allows `max` in a window that slides with each one taken", () => {
  const clock = createClock();
  const limits = createLimits(clock.now);
  for (let i = 0; i < 3; i++) {
    assert.equal(refusal(() => limits.take(RULE, "a")), undefined);
    clock.pass(300);
  }
  assert.equal(refusal(() => limits.take(RULE, "a")), 0.1);
  clock.pass(99);
  assert.equal(refusal(() => limits.take(RULE, "a")), 0.001);
  clock.pass(1);
  assert.equal(refusal(() => limits.take(RULE, "a")), undefined);
  assert.equal(refusal(() => limits.take(RULE, "a")), 0.3);
});

Deno.test("refused calls and checks do not count", () => {
  const clock = createClock();
  const limits = createLimits(clock.now);
  for (let i = 0; i < 50; i++) limits.check(RULE, "a");
  for (let i = 0; i < 3; i++) limits.take(RULE, "a");
  for (let i = 0; i < 50; i++) assert.ok(refusal(() => limits.take(RULE, "a")));
  clock.pass(1000);
  assert.equal(refusal(() => limits.check(RULE, "a")), undefined);
});

Deno.test("each key and each rule is counted separately", () => {
  const limits = createLimits(createClock().now);
  for (let i = 0; i < 3; i++) limits.take(RULE, "a");
  assert.equal(refusal(() => limits.take(RULE, "b")), undefined);
  assert.equal(refusal(() => limits.take(OTHER, "a")), undefined);
});

Deno.test("clear removes all counts of a key, or those about one account", () => {
  const limits = createLimits(createClock().now);
  limits.take(RULE, "a", "x");
  limits.take(RULE, "a", "y");
  limits.take(RULE, "a", "y");
  limits.clear(RULE, "a", "x");
  assert.equal(refusal(() => limits.take(RULE, "a")), undefined);
  assert.ok(refusal(() => limits.take(RULE, "a")));
  limits.clear(RULE, "a");
  for (let i = 0; i < 3; i++) limits.take(RULE, "a");
});

Deno.test("the number of keys is bounded for each rule, and many keys of one rule evict none of another", () => {
  const limits = createLimits(createClock().now, 100);
  limits.take(OTHER, "victim");
  for (let i = 0; i < 3; i++) limits.take(RULE, "early");
  for (let i = 0; i < 1000; i++) limits.take(RULE, `flood ${i}`);
  assert.ok(refusal(() => limits.take(OTHER, "victim")));
  // The least recently used key was evicted, which only allows more.
  assert.equal(refusal(() => limits.take(RULE, "early")), undefined);
});

Deno.test("a key whose time is over is forgotten when the rule counts another one", () => {
  const clock = createClock();
  const limits = createLimits(clock.now);
  for (let i = 0; i < 3; i++) limits.take(RULE, "over");
  clock.pass(500);
  for (let i = 0; i < 3; i++) limits.take(RULE, "counts");
  clock.pass(500);
  limits.take(RULE, "another");
  // What is still known would count again.
  clock.pass(-500);
  assert.equal(refusal(() => limits.check(RULE, "over")), undefined);
  assert.ok(refusal(() => limits.check(RULE, "counts")));
});

for (const backMs of [1, 60_000, 24 * 60 * 60_000]) {
  Deno.test(`a clock that is set back ${backMs} ms refuses a caller for one window at most`, () => {
    const clock = createClock();
    const limits = createLimits(clock.now);
    for (let i = 0; i < 3; i++) limits.take(RULE, "a");
    clock.pass(-backMs);
    // The earlier counts lie in the future now. They count from now on: nothing is forgiven, and nothing refused for longer.
    assert.equal(refusal(() => limits.check(RULE, "a")), 1);
    clock.pass(999);
    assert.equal(refusal(() => limits.take(RULE, "a")), 0.001);
    clock.pass(1);
    for (let i = 0; i < 3; i++) assert.equal(refusal(() => limits.take(RULE, "a")), undefined);
    assert.equal(refusal(() => limits.take(RULE, "a")), 1);
  });
}
