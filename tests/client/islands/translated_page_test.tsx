// The cafe page in a browser that translates it: what changes is shown all the same.
import { strict as assert } from "node:assert";
import type { CafeSnapshot } from "../../../client/islands/cafe_store.ts";
import { ownRequest, playingSong, songRequest } from "../../support/people/songs.ts";
import { openStaticQueue, showQueue } from "../dom/cafe_queue.tsx";
import { openSheetOn, tipChoice, tipEffect } from "../dom/cafe_search.tsx";
import { click } from "../dom/page.ts";
import { translatePage } from "../dom/translated.ts";
import { searchResult } from "../../support/people/songs.ts";

Deno.test("the sheet of a translated page shows the tip that is chosen, and its place", async () => {
  await using _page = await openSheetOn(searchResult(), {
    queue: [songRequest("1", { tipAmount: 50 })],
  });
  assert.match(tipEffect(), /^10 TL → 2\. sıra/);
  translatePage();
  await click(tipChoice("100 TL"));
  assert.match(tipEffect(), /^100 TL → 1\. sıra/);
});

const [a, b] = [songRequest("a", { tipAmount: 50 }), songRequest("b", { tipAmount: 5 })];
const CHANGES: [what: string, before: Partial<CafeSnapshot>, after: Partial<CafeSnapshot>][] = [
  ["a song that goes up", { queue: [a, b] }, { queue: [b, a] }],
  ["a song that leaves", { queue: [a, b] }, { queue: [b] }],
  ["another song that plays", { playing: playingSong() }, {
    playing: playingSong({ title: "Islak Islak", artist: "Cem Karaca", isPlaying: false }),
  }],
  ["the music that stops", { playing: playingSong() }, { playing: null, musicConnected: false }],
  ["an own request that comes nearer", {
    mine: [ownRequest("1", { status: "approved", place: 3, waitMinutes: 9 })],
  }, { mine: [ownRequest("1", { status: "approved", place: 1, waitMinutes: 2, tipAmount: 40 })] }],
  ["own requests that are over", {
    mine: [ownRequest("1", { status: "rejected" }), ownRequest("2", { status: "rejected" })],
  }, { mine: ["1", "2", "3"].map((id) => ownRequest(id, { status: "rejected" })) }],
];

for (const [what, before, after] of CHANGES) {
  Deno.test(`the queue of a translated page shows ${what}`, async () => {
    await using page = await openStaticQueue(before);
    translatePage();
    await showQueue(page, after);
    const shown = parts();
    await page.render(null);
    await showQueue(page, after);
    assert.deepEqual(shown, parts());
  });
}

/** What the page says, without what it announces. */
function parts(): string[] {
  return [".notice", ".now", ".own", ".board"].map((part) =>
    document.querySelector(part)?.textContent ?? ""
  );
}
