import { strict as assert } from "node:assert";
import { tipLabel } from "../../../../client/islands/language.ts";
import { chosenTip, FIRST_CHOICE } from "../../../../client/islands/sheet/TipFieldset.tsx";
import "../../../support/people/turkish.ts";

Deno.test("10 TL is chosen at first, and a chosen amount counts whatever was typed before", () => {
  assert.deepEqual(chosenTip(FIRST_CHOICE), { tip: 10 });
  assert.deepEqual(chosenTip({ amount: 0, typed: "abc" }), { tip: 0 });
});

for (
  const [typed, chosen] of [
    ["12,5", { tip: 12.5 }],
    ["1.000", { tip: 1000 }],
    ["0", { tip: 0 }],
    ["10.000", { tip: 10_000 }],
    ["10.000,01", { fault: "Bahşiş en fazla 10.000 TL olabilir." }],
    ["99999999999999999999", { fault: "Bahşiş en fazla 10.000 TL olabilir." }],
    ["1e3", { fault: "Bu tutar okunamadı. Örneğin 12,50 yazın." }],
    ["12,345", { fault: "Bu tutar okunamadı. Örneğin 12,50 yazın." }],
    ["-5", { fault: "Bu tutar okunamadı. Örneğin 12,50 yazın." }],
    ["  ", { fault: "Bir tutar yazın ya da 'Bahşişsiz' seçin." }],
  ] as const
) {
  Deno.test(`the typed amount '${typed}' is ${JSON.stringify(chosen)}`, () => {
    assert.deepEqual(chosenTip({ amount: undefined, typed }), chosen);
  });
}

Deno.test("support of 0 TL or of nothing is at fault, and any other amount is read as a tip", () => {
  const chosen = ["0", "0,00", " ", "0,01"].map((typed) =>
    chosenTip({ amount: undefined, typed }, true)
  );
  assert.deepEqual(chosen, [
    { fault: "0 TL'den büyük bir tutar yazın." },
    { fault: "0 TL'den büyük bir tutar yazın." },
    { fault: "Bir tutar yazın." },
    { tip: 0.01 },
  ]);
});

Deno.test("a tip reads with kuruş only if it has any, and none reads 'Bahşişsiz'", () => {
  assert.deepEqual([0, 25, 12.5, 1000, 1250.05].map(tipLabel), [
    "Bahşişsiz",
    "25 TL",
    "12,50 TL",
    "1.000 TL",
    "1.250,05 TL",
  ]);
});
