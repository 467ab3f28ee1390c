import { strict as assert } from "node:assert";
import { go, openSheetOn, resultRow, rows, sheet } from "../../../support/dom/cafe_search.tsx";
import {
  assertFocused,
  button,
  click,
  type DomPage,
  openPage,
  perform,
} from "../../../support/dom/page.ts";
import { searchResult } from "../../../support/people/songs.ts";

const SONG = searchResult();

const WAYS: [what: string, close: () => Promise<void>][] = [
  ["its button", () => click(button("Vazgeç ve kapat"))],
  ["the browser's Back", () => go(-1)],
  // The browser closes a modal dialog itself.
  ["Escape", () => perform(() => sheet()!.close())],
  ["a press beside it", () => press(sheet()!, sheet()!)],
];

for (const [what, close] of WAYS) {
  Deno.test(`${what} closes the sheet, and the focus returns to the song's row`, async () => {
    await using page = await openPage();
    await openSheetOn(page, SONG);
    await close();
    assert.equal(sheet(), null);
    assertFocused(resultRow(SONG.title));
    assert.equal(rows().length, 1);
    assert.equal(steps(), 1, "one more step back leaves the search");
  });
}

Deno.test("a press inside the sheet, or one that begins inside and ends beside it, closes nothing", async () => {
  await using page: DomPage = await openPage();
  await openSheetOn(page, SONG);
  const title = sheet()!.querySelector<HTMLElement>("h2")!;
  await press(title, title);
  await press(title, sheet()!);
  assert.ok(sheet());
});

/** A press that begins on one element and ends on another: the browser clicks what they share. */
async function press(from: HTMLElement, to: HTMLElement): Promise<void> {
  const { Event: Own } = document.defaultView as unknown as { Event: typeof Event };
  await perform(() => {
    from.dispatchEvent(new Own("pointerdown", { bubbles: true }));
    to.dispatchEvent(new Own("click", { bubbles: true }));
  });
}

/** How many steps back lead to the page without a search. */
function steps(): number {
  return history.state.depth;
}
