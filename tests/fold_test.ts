// How every search compares text (docs/library.md#search).
import { strict as assert } from "node:assert";
import { fold, foldName, foldNames } from "../server/fold.ts";

const FOLDED: [text: string, folded: string][] = [
  ["Işın KARACA", "isin karaca"],
  ["İSTANBUL istanbul ISTANBUL", "istanbul istanbul istanbul"],
  ["Şebnem Ferah – Sil Baştan", "sebnem ferah sil bastan"],
  ["Gu\u0308lümse", "gulumse"],
  ["Sezen'e, sezen’e", "sezene sezene"],
  ["  AC/DC (Live!) ", "ac dc live"],
  ['"OR" *', "or"],
  ["!?", ""],
  ["Lean On, MØ", "lean on mo"],
  ["Straße ÆON Œuvre Łódź Đorđe Þór Garð ƏLƏ", "strasse aeon oeuvre lodz dorde thor gard ele"],
];

for (const [text, folded] of FOLDED) {
  Deno.test(`'${text}' is compared as '${folded}'`, () => {
    assert.equal(fold(text), folded);
  });
}

Deno.test("a name without letters is compared by its signs, and one with letters by its letters alone", () => {
  assert.equal(foldName("$$$"), "x24x24x24");
  assert.equal(foldName("$ €"), "x24 x20ac");
  assert.equal(foldName("❤️"), foldName("❤"));
  assert.equal(foldName("Ke$ha!"), "ke ha");
  assert.equal(foldNames("!!!", "", "Gülümse"), "x21x21x21 gulumse");
});
