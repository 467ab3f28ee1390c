import { strict as assert } from "node:assert";
import fc from "fast-check";
import { sendLatest } from "../../../../client/panel/player/PlayerHands.tsx";
import { openPage } from "../../../support/dom/page.ts";

Deno.test("sendLatest sends one value at a time, some in a second, and always the last", async () => {
  await using page = await openPage();
  const sent: number[] = [];
  let rests = 0;
  const hand = sendLatest((value: number) => Promise.resolve(sent.push(value)), () => rests += 1);
  for (let value = 0; value <= 60; value++) {
    hand(value);
    await page.time.pass(25);
  }
  await page.time.pass(1000);
  assert.ok(sent.length <= 8, `${sent.length} calls in 1.5 seconds`);
  assert.equal(sent[0], 0, "the first at once");
  assert.equal(sent.at(-1), 60);
  assert.equal(rests, 1);
});

Deno.test("sendLatest sends the last value in whatever rhythm values come and answers take", async () => {
  await using page = await openPage();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ waitMs: fc.nat(900), answerMs: fc.nat(900) }), {
        minLength: 1,
        maxLength: 6,
      }),
      async (steps) => {
        const sent: number[] = [];
        let underWay = 0;
        const hand = sendLatest(async (step: number) => {
          assert.equal(underWay, 0, "never two at once");
          underWay += 1;
          sent.push(step);
          await new Promise((resolve) => setTimeout(resolve, steps[step]!.answerMs));
          underWay -= 1;
        }, () => {});
        for (const [step, { waitMs }] of steps.entries()) {
          hand(step);
          await page.time.pass(waitMs);
        }
        await page.time.pass(3_000);
        assert.equal(sent.at(-1), steps.length - 1);
        assert.deepEqual(sent, sent.toSorted((a, b) => a - b));
      },
    ),
    { numRuns: 20 },
  );
});
