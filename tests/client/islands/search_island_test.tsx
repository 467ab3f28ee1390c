import { strict as assert } from "node:assert";
import { type CafeStore, openCafeStore } from "../../../client/islands/cafe_store.ts";
import { OwnRequests } from "../../../client/islands/OwnRequests.tsx";
import { useStore } from "../../../client/lib/store.ts";
import { SearchIsland } from "../../../client/islands/SearchIsland.tsx";
import {
  assertFocused,
  button,
  click,
  type DomPage,
  field,
  openPage,
  pageText,
  settle,
  submit,
  type,
  until,
} from "../../support/dom/page.ts";
import { connectedOwner } from "../../support/people/cafe_evening.ts";
import { newGuest } from "../../support/people/requests.ts";
import { testApp } from "../../support/start/test_app.ts";

Deno.test("a guest finds a song, sends a request, and the focus goes to where it now stands", async () => {
  await using app = await testApp();
  const { ownerId } = await connectedOwner(app);
  await using page = await openPage(app, await newGuest(app));
  await openSearch(page, { ownerId });
  await search("gülpembe");
  assert.match(pageText(), /Demo müzik hesabından/);
  await click(button("İste: Gülpembe"));
  await until(() => pageText().includes("onay bekliyor"));
  assert.match(pageText(), /Şarkı isteğiniz gönderildi!/);
  assert.doesNotMatch(pageText(), /Sonuçlar/);
  assert.equal(document.activeElement?.textContent, "Benim isteklerim");
});

Deno.test("an empty term is not searched for, and the term is sent without blanks around it", async () => {
  await using page = await openPage();
  await openSearch(page);
  await submit(field("Hangi şarkı çalsın?"), "   ");
  assert.equal(page.network.calls.length, 0);
  page.network.answer("GET", "/api/spotify/search", () => Response.json([]));
  await submit(field("Hangi şarkı çalsın?"), "  Barış Manço ");
  assert.equal(page.network.calls[0]!.path, "/api/spotify/search?term=Bar%C4%B1%C5%9F+Man%C3%A7o");
  assert.match(pageText(), /Bu aramaya uyan şarkı bulunamadı\./);
});

Deno.test("a term that was submitted before the script ran is searched for at once", async () => {
  await using app = await testApp();
  const { ownerId } = await connectedOwner(app);
  await using page = await openPage(app, await newGuest(app));
  await openSearch(page, { ownerId, term: "gülpembe" });
  await until(() => pageText().includes("Sonuçlar"));
  assert.equal(field("Hangi şarkı çalsın?").value, "gülpembe");
});

Deno.test("a search says that it is under way, and how it failed", async () => {
  await using page = await openPage();
  await openSearch(page);
  const waiting = page.network.hold("GET", "/api/spotify/search");
  await submit(field("Hangi şarkı çalsın?"), "manço");
  assert.match(pageText(), /Şarkılar aranıyor…/);
  waiting[0]!.release(Response.json({ msg: "Müzik servisi yanıt vermiyor." }, { status: 502 }));
  await settle();
  assert.match(
    pageText(),
    /Şarkı aranırken bir hata oluştu\.Müzik servisi yanıt vermiyor\./,
  );
  page.network.answer("GET", "/api/spotify/search", () => Response.json([]));
  await submit(field("Hangi şarkı çalsın?"), "manço");
  assert.match(pageText(), /Bu aramaya uyan şarkı bulunamadı\./);
  assert.doesNotMatch(pageText(), /bir hata oluştu/);
});

Deno.test("only the latest search is shown, however late an earlier one is answered", async () => {
  await using page = await openPage();
  await openSearch(page);
  const waiting = page.network.hold("GET", "/api/spotify/search");
  await submit(field("Hangi şarkı çalsın?"), "bir");
  await submit(field("Hangi şarkı çalsın?"), "iki");
  waiting[1]!.release(Response.json([]));
  await settle();
  waiting[0]!.release(Response.json({ msg: "Bir hata oluştu." }, { status: 500 }));
  await settle();
  assert.match(pageText(), /Bu aramaya uyan şarkı bulunamadı\./);
});

Deno.test("a guest who searches on while a request is under way keeps the new results and the focus", async () => {
  await using app = await testApp();
  const { ownerId } = await connectedOwner(app);
  await using page = await openPage(app, await newGuest(app));
  await openSearch(page, { ownerId });
  await search("gülpembe");
  const waiting = page.network.hold("POST", "/api/requests");
  await click(button("İste: Gülpembe"));
  await search("cem");
  await type(field("Hangi şarkı çalsın?"), "cem k");
  waiting[0]!.release();
  await until(() => pageText().includes("onay bekliyor"));
  assert.match(pageText(), /Sonuçlar/);
  assertFocused(field("Hangi şarkı çalsın?"));
});

Deno.test("closing the results returns to the search field", async () => {
  await using app = await testApp();
  const { ownerId } = await connectedOwner(app);
  await using page = await openPage(app, await newGuest(app));
  await openSearch(page, { ownerId });
  await search("gülpembe");
  await click(button("Kapat"));
  assert.doesNotMatch(pageText(), /Sonuçlar/);
  assertFocused(field("Hangi şarkı çalsın?"));
});

async function openSearch(page: DomPage, { ownerId = "owner", term = "" } = {}): Promise<void> {
  const cafe = openCafeStore({ ownerId, queue: [], mine: [] });
  await page.render(
    <>
      <SearchIsland cafe={cafe} demo term={term} />
      <Own cafe={cafe} />
    </>,
  );
}

function Own({ cafe }: { cafe: CafeStore }) {
  return <OwnRequests requests={useStore(cafe).mine} />;
}

/** Searches, and waits for the results. */
async function search(term: string): Promise<void> {
  await submit(field("Hangi şarkı çalsın?"), term);
  await until(() => document.querySelector(".result"));
}
