// What assertAsLong promises: noise does not fail it, and no number of tries lets a real difference pass.
import { strict as assert } from "node:assert";
import { assertAsLong } from "../support/time/as_long.ts";

/** Calls that take `ms` of a clock that only they move. */
function heldClock() {
  let nowMs = 0;
  const taking = (ms: () => number) => () => Promise.resolve(nowMs += ms());
  return { now: () => nowMs, taking };
}

Deno.test("assertAsLong fails if one call takes four times as long as the other", async () => {
  const { now, taking } = heldClock();
  const compared = assertAsLong(taking(() => 5), taking(() => 20), { now });
  await assert.rejects(compared, /the quickest took 5.00 and 20.00 ms/);
});

Deno.test("assertAsLong passes if the calls take as long, and some of one are held up", async () => {
  const { now, taking } = heldClock();
  let calls = 0;
  await assertAsLong(taking(() => 5), taking(() => ++calls % 8 === 0 ? 5 : 50), { now });
  assert.equal(calls, 8);
});
