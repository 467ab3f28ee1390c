import { strict as assert } from "node:assert";
import fc from "fast-check";
import { TipAmount, toKurus, toTl } from "../../server/contract/money.ts";
import { MAX_TIP_TL } from "../../server/contract/limits.ts";

const kurus = fc.integer({ min: 0, max: MAX_TIP_TL * 100 });

Deno.test("TipAmount accepts every amount from 0 to 10 000 TL in whole kuruş, exactly", () => {
  for (let k = 0; k <= MAX_TIP_TL * 100; k++) {
    const tl = Number(`${Math.floor(k / 100)}.${String(k % 100).padStart(2, "0")}`);
    if (!TipAmount.safeParse(tl).success) assert.fail(`${tl} is refused`);
    if (toKurus(tl) !== k) assert.fail(`${tl} becomes ${toKurus(tl)}, not ${k}`);
    if (toTl(k) !== tl) assert.fail(`${k} becomes ${toTl(k)}, not ${tl}`);
  }
});

Deno.test("toKurus converts amounts exactly that a binary multiplication would round wrongly", () => {
  for (const [tl, k] of [[1.1, 110], [0.07, 7], [4.35, 435], [1.15, 115], [8.2, 820], [-0, 0]]) {
    assert.equal(toKurus(tl!), k);
  }
});

Deno.test("TipAmount refuses a third decimal, a negative amount, too large ones and other types", () => {
  for (
    const wrong of [
      ...[10.005, 0.001, 1e-7, 0.1 + 0.2, 9999.999],
      ...[-1, -0.01, 10_000.01, 10_001, 1e308, 1e400, -Infinity, NaN],
      ...["10", "", null, undefined, true, [], [10], {}, 10n, new Date(0)],
    ]
  ) assert(!TipAmount.safeParse(wrong).success, String(wrong));
});

Deno.test("TipAmount refuses every amount with more than two decimals", () => {
  fc.assert(fc.property(kurus, fc.integer({ min: 1, max: 9 }), (k, tenths) => {
    const tl = Number(`${Math.floor(k / 100)}.${String(k % 100).padStart(2, "0")}${tenths}`);
    assert(!TipAmount.safeParse(tl).success, String(tl));
  }));
});

Deno.test("toTl returns large sums with two decimals at most", () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 10 ** 14 }), (k) => {
    assert.match(JSON.stringify(toTl(k)), /^\d+(\.\d{1,2})?$/);
    assert.equal(toKurus(toTl(k)), k);
  }));
});
