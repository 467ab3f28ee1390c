import { strict as assert } from "node:assert";
import { compareTurkish, formatDate, formatMoney, formatTime } from "../../../client/lib/format.ts";

Deno.test("formatMoney shows two decimals as Turkey writes them", () => {
  assert.deepEqual([0, 10, 1234.5, 10_000].map(formatMoney), [
    "0,00 TL",
    "10,00 TL",
    "1.234,50 TL",
    "10.000,00 TL",
  ]);
});

Deno.test("dates are Istanbul's, and a missing one is a dash", () => {
  assert.equal(formatDate("2026-11-08T21:30:00.000Z"), "9 Kasım 2026");
  assert.equal(formatTime("2026-11-08T21:30:00.000Z"), "00:30");
  assert.deepEqual([formatDate(null), formatDate(undefined), formatDate("")], ["-", "-", "-"]);
});

Deno.test("compareTurkish sorts as the Turkish alphabet goes", () => {
  const songs = ["İzmir", "Isparta", "Şile", "Sarı", "Çay", "Can", "Ürgüp", "Uşak"];
  assert.deepEqual(songs.sort(compareTurkish), [
    "Can",
    "Çay",
    "Isparta",
    "İzmir",
    "Sarı",
    "Şile",
    "Uşak",
    "Ürgüp",
  ]);
});
