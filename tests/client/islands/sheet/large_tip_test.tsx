// The sheet asks once more before a large tip is sent.
import { strict as assert } from "node:assert";
import {
  openSheetOn,
  sheet,
  tipChoice,
  tipEffect,
  tipsSent,
} from "../../../support/dom/cafe_search.tsx";
import {
  assertFocused,
  button,
  click,
  type DomPage,
  field,
  openPage,
  submit,
} from "../../../support/dom/page.ts";
import { searchResult } from "../../../support/people/songs.ts";

const SONG = searchResult();

Deno.test("a tip from 250 TL on is sent after a question, with the amount in it", async () => {
  await using page = await openPage();
  await choose(page, "250");
  assert.deepEqual(tipsSent(page), []);
  assert.match(
    sheet()!.textContent!,
    /250,00 TL bahşiş yazılacak\. Emin misiniz\?/,
  );
  assertFocused(document.querySelector(".sheet-question"));
  await click(button("Gönder"));
  assert.deepEqual(tipsSent(page), [250]);
  assert.equal(sheet(), null);
});

Deno.test("a guest who takes a large tip back is at the choice again, where nothing was lost or sent", async () => {
  await using page = await openPage();
  await choose(page, "1.000,50");
  await click(button("Vazgeç"));
  assert.equal(tipEffect(), "1.000,50 TL → 1. sıra, yaklaşık 1 dk");
  assertFocused(button("İstek gönder"));
  assert.deepEqual(tipsSent(page), []);
});

Deno.test("a tip just below 250 TL is sent without a question", async () => {
  await using page = await openPage();
  await choose(page, "249,99");
  assert.deepEqual(tipsSent(page), [249.99]);
});

/** Types an amount into the sheet of SONG and sends it. */
async function choose(page: DomPage, amount: string): Promise<void> {
  await openSheetOn(page, SONG);
  await click(tipChoice("Başka tutar"));
  await submit(field("Tutar (TL)"), amount);
}
