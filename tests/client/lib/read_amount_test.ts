import { strict as assert } from "node:assert";
import fc from "fast-check";
import { formatMoney } from "../../../client/lib/format.ts";
import { readAmount } from "../../../client/lib/read_amount.ts";
import { isTip, MAX_TIP_TL } from "../../../server/contract/limits.ts";

const kurus = fc.integer({ min: 0, max: MAX_TIP_TL * 100 });

for (
  const [text, tl] of [
    ["0", 0],
    ["10", 10],
    ["12,5", 12.5],
    ["12,50", 12.5],
    ["12.5", 12.5],
    ["12.50", 12.5],
    ["1000", 1000],
    ["1.000", 1000],
    ["1 000", 1000],
    ["1.000,5", 1000.5],
    ["1.000,50", 1000.5],
    ["1.234.567,89", 1_234_567.89],
    ["12.345", 12_345],
    [" 25 ", 25],
    ["25 TL", 25],
    ["25tl", 25],
    ["₺25", 25],
    ["25,50 ₺", 25.5],
    ["007", 7],
    // A separator that nothing follows yet: the guest is about to type decimals.
    ["12,", 12],
    ["12.", 12],
  ] as const
) {
  Deno.test(`'${text}' is read as ${tl} TL`, () => assert.equal(readAmount(text), tl));
}

for (
  const text of [
    ...["", "   ", ",", ".", ",5", "TL", "on", "1e3", "-5", "+5", "1-", "5%", "٣", "１２"],
    // In Turkish one, in English a thousand; and a half, or five hundred.
    ...["1,000", "10,000", "0.500"],
    ...["12,345", "1.0000", "1.00.000", "1.000 000", "1.000.5", "1.5.0", "1,000.50", "1..000"],
    ...["12,5,0", "1 0", "10 20", "NaN", "Infinity", "0x10", "10\n20"],
  ]
) {
  Deno.test(`'${text.replace("\n", "\\n")}' is not read as an amount`, () => {
    assert.equal(readAmount(text), undefined);
  });
}

Deno.test("every tip is read back exactly, however it is written", () => {
  fc.assert(fc.property(kurus, (kurus) => {
    const tl = kurus / 100;
    const whole = String(Math.floor(tl));
    const decimals = String(kurus % 100).padStart(2, "0");
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ".");
    const writings = [
      `${whole},${decimals}`,
      `${whole}.${decimals}`,
      `${grouped},${decimals}`,
      `${grouped.replaceAll(".", " ")},${decimals}`,
      formatMoney(tl),
    ];
    for (const text of writings) assert.equal(readAmount(text), tl, text);
    assert.ok(isTip(readAmount(formatMoney(tl))!));
  }));
});

Deno.test("whatever is read has at most two decimals, and is a tip unless it is too large", () => {
  const typed = fc.string({ unit: fc.constantFrom(..."0123456789,. -+eTL₺".split("")) });
  fc.assert(fc.property(typed, (text) => {
    const tl = readAmount(text);
    assert.ok(tl === undefined || isTip(tl) || tl > MAX_TIP_TL, `${text} is read as ${tl}`);
  }));
});
