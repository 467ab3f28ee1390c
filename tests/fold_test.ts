// How every search compares text (docs/library.md#search).
import { strict as assert } from "node:assert";
import { fold } from "../server/fold.ts";

const FOLDED: [text: string, folded: string][] = [
  ["Işın KARACA", "isin karaca"],
  ["İSTANBUL istanbul ISTANBUL", "istanbul istanbul istanbul"],
  ["Şebnem Ferah – Sil Baştan", "sebnem ferah sil bastan"],
  ["Gu\u0308lümse", "gulumse"],
  ["Sezen'e, sezen’e", "sezene sezene"],
  ["  AC/DC (Live!) ", "ac dc live"],
  ['"OR" *', "or"],
  ["!?", ""],
];

for (const [text, folded] of FOLDED) {
  Deno.test(`'${text}' is compared as '${folded}'`, () => {
    assert.equal(fold(text), folded);
  });
}
