import { strict as assert } from "node:assert";
import {
  createPageHistory,
  type PageHistory,
} from "../../../../client/islands/search/page_history.ts";
import { openWindow } from "../../../support/dom/window.ts";
import { searchResult } from "../../../support/people/songs.ts";

const SONG = searchResult();
const PATH = "/cafe/1";

Deno.test("Back closes the sheet, then the search, and Forward opens both again", async () => {
  await using _ = openWindow(PATH);
  using views = opened();
  views.search("bar");
  views.search("barış");
  views.open(SONG);
  assert.deepEqual(shown(views), ["barış", SONG.title]);
  history.back();
  assert.deepEqual(shown(views), ["barış", undefined]);
  history.back();
  assert.deepEqual(shown(views), ["", undefined]);
  assert.equal(history.length, 3, "the terms of one search are one step");
  history.forward();
  assert.deepEqual(shown(views), ["barış", undefined]);
  history.forward();
  assert.deepEqual(shown(views), ["barış", SONG.title]);
});

Deno.test("closing the sheet or leaving the search goes as many steps back", async () => {
  await using _ = openWindow(PATH);
  using views = opened();
  views.search("bar");
  views.open(SONG);
  views.closeSheet();
  assert.deepEqual(shown(views), ["bar", undefined]);
  views.closeSheet();
  assert.deepEqual(shown(views), ["bar", undefined], "there is no sheet to close");
  views.open(SONG);
  views.leave();
  assert.deepEqual(shown(views), ["", undefined]);
  assert.equal(history.state, null);
  views.leave();
  assert.equal(location.pathname, PATH, "there is nothing to leave");
});

Deno.test("a reload shows the search and the sheet again, from which Back leads to the page", async () => {
  await using _ = openWindow(PATH);
  {
    using views = opened();
    views.search("bar");
    views.open(SONG);
  }
  using views = opened();
  assert.deepEqual(shown(views), ["bar", SONG.title]);
  views.leave();
  assert.deepEqual(shown(views), ["", undefined]);
});

Deno.test("a term in the address becomes a search that Back leaves", async () => {
  await using _ = openWindow(`${PATH}?term=bar`);
  using views = opened("bar");
  assert.deepEqual(shown(views), ["bar", undefined]);
  assert.equal(location.search, "");
  history.back();
  assert.deepEqual(shown(views), ["", undefined]);
});

Deno.test("another program's history is the page without a search", async () => {
  await using _ = openWindow(PATH);
  history.replaceState({ some: "state" }, "");
  using views = opened();
  assert.deepEqual(shown(views), ["", undefined]);
});

/** A page that was opened, or reloaded. */
function opened(term = ""): PageHistory & Disposable {
  const views = createPageHistory();
  const stop = views.start(term);
  return { ...views, [Symbol.dispose]: stop };
}

function shown(views: PageHistory): [term: string, song: string | undefined] {
  const { term, song } = views.current();
  return [term, song?.title];
}
