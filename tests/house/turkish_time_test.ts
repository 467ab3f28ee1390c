// Times in Turkish sentences.
import { strict as assert } from "node:assert";
import { atTime, fromTime } from "../../server/house/opening_hours.ts";

const HOUR_MS = 60 * 60_000;
/** Monday, 2 November 2026, 00:00 in Istanbul. */
const MONDAY = Date.UTC(2026, 10, 1, 21);

const ENDINGS: [hours: number, minutes: number, text: string][] = [
  [0, 0, "00.00'da"],
  [1, 0, "01.00'de"],
  [3, 0, "03.00'te"],
  [6, 0, "06.00'da"],
  [9, 0, "09.00'da"],
  [10, 0, "10.00'da"],
  [18, 0, "18.00'de"],
  [20, 0, "20.00'de"],
  [18, 5, "18.05'te"],
  [18, 10, "18.10'da"],
  [18, 30, "18.30'da"],
  [22, 40, "22.40'ta"],
  [18, 50, "18.50'de"],
  [18, 59, "18.59'da"],
];
for (const [hours, minutes, text] of ENDINGS) {
  Deno.test(`atTime ends ${text} as it is spoken`, () => {
    assert.equal(atTime(MONDAY + hours * HOUR_MS + minutes * 60_000, MONDAY), text);
  });
}

Deno.test("atTime names yesterday, tomorrow and the weekday, by the day in Istanbul", () => {
  assert.equal(atTime(MONDAY + 42 * HOUR_MS, MONDAY), "yarın 18.00'de");
  assert.equal(atTime(MONDAY + 42 * HOUR_MS, MONDAY + 24 * HOUR_MS), "18.00'de");
  assert.equal(atTime(MONDAY + 66 * HOUR_MS, MONDAY), "çarşamba 18.00'de");
  assert.equal(atTime(MONDAY + 6 * 24 * HOUR_MS, MONDAY), "pazar 00.00'da");
  assert.equal(atTime(MONDAY + 7 * 24 * HOUR_MS, MONDAY), "haftaya pazartesi 00.00'da");
  assert.equal(atTime(MONDAY - HOUR_MS, MONDAY), "dün 23.00'te");
  assert.equal(atTime(MONDAY - 25 * HOUR_MS, MONDAY), "cumartesi 23.00'te");
});

Deno.test("fromTime has the ending of a beginning", () => {
  assert.equal(fromTime(MONDAY + 22 * HOUR_MS + 40 * 60_000, MONDAY), "22.40'tan");
});
