// What a guest does while a request is under way is not undone by its answer.
import { strict as assert } from "node:assert";
import { openCafeStore } from "../../../client/islands/cafe_store.ts";
import { OWN_HEADING_ID } from "../../../client/islands/OwnRequests.tsx";
import { SearchIsland } from "../../../client/islands/SearchIsland.tsx";
import {
  assertFocused,
  button,
  click,
  type DomPage,
  field,
  openPage,
  pageText,
  perform,
  settle,
  submit,
  type,
  until,
} from "../../support/dom/page.ts";
import { searchResult, songRequest } from "../../support/people/songs.ts";

const TERM = "Hangi şarkı çalsın?";

Deno.test("a guest who searches again while a request is under way keeps the new results, and the focus stays put", async () => {
  await using page = await openPage();
  const answer = await askSlowly(page);
  await submit(field(TERM), "cem");
  const tip = field("Bahşiş (TL)");
  await type(tip, "12");
  // If a phone hides its keyboard, the input loses the focus, and nothing shows where the guest is.
  await perform(() => tip.blur());
  await answer();
  assert.ok(tip.isConnected);
  assert.equal(tip.value, "12");
  assertFocused(document.body);
});

Deno.test("a guest who begins to type while a request is under way can go on typing", async () => {
  await using page = await openPage();
  const answer = await askSlowly(page);
  await type(field(TERM), "cem");
  await answer();
  assert.doesNotMatch(pageText(), /Sonuçlar/);
  assertFocused(field(TERM));
});

/** Finds a song and asks for it. The returned function answers, and resolves once the page has reacted. */
async function askSlowly(page: DomPage): Promise<() => Promise<void>> {
  page.network.answer("GET", "/api/spotify/search", () => Response.json([searchResult()]));
  page.network.answer("GET", "/api/requests/", () => Response.json([]));
  const cafe = openCafeStore({ ownerId: "owner", queue: [], mine: [] });
  await page.render(
    <>
      <SearchIsland cafe={cafe} demo term="" />
      <h2 id={OWN_HEADING_ID} tabIndex={-1}>Benim isteklerim</h2>
    </>,
  );
  await submit(field(TERM), "barış");
  const waiting = page.network.hold("POST", "/api/requests");
  await click(button("İste: Gülpembe"));
  return async () => {
    waiting[0]!.release(Response.json(songRequest("1"), { status: 201 }));
    await until(() => pageText().includes("Şarkı isteğiniz gönderildi!"));
    await until(() => page.network.calls.some(({ path }) => path.startsWith("/api/requests/mine")));
    await settle();
  };
}
