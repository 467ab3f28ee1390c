// What a guest does while a request is under way is not undone by its answer.
import { strict as assert } from "node:assert";
import { refused } from "../../../support/dom/network.ts";
import {
  answerSearches,
  openSheet,
  openSheetOn,
  rows,
  search,
  sheet,
  termField,
} from "../../../support/dom/cafe_search.tsx";
import {
  assertFocused,
  button,
  click,
  type DomPage,
  openPage,
  pageText,
  settle,
  type,
  until,
} from "../../../support/dom/page.ts";
import { searchResult, songRequest } from "../../../support/people/songs.ts";

const SONG = searchResult();
const OTHER = searchResult({ id: "2", title: "Islak Islak", uri: "another" });

Deno.test("a guest who searches again while a request is under way keeps the new results and the focus", async () => {
  await using page = await openPage();
  const answer = await askSlowly(page);
  answerSearches(page, [OTHER]);
  await search("cem");
  await until(() => rows()[0]!.startsWith("Islak"));
  await answer();
  assert.match(rows()[0]!, /^Islak Islak/);
  assert.equal(termField().value, "cem");
  assertFocused(termField());
});

Deno.test("a guest who begins to type while a request is under way can go on typing", async () => {
  await using page = await openPage();
  const answer = await askSlowly(page);
  await type(termField(), "cem");
  await answer();
  assert.equal(termField().value, "cem");
  assertFocused(termField());
});

Deno.test("a guest who opens another song while a request is under way stays in its sheet", async () => {
  await using page = await openPage();
  const answer = await askSlowly(page);
  await openSheet("Islak Islak");
  await answer();
  assert.match(sheet()!.textContent!, /Islak Islak/);
});

Deno.test("a guest who only closed the sheet sees the results go, as with an open one", async () => {
  await using page = await openPage();
  const answer = await askSlowly(page);
  await answer();
  assert.deepEqual([rows(), termField().value], [[], ""]);
});

Deno.test("a request that fails after the sheet was closed is reported on the page", async () => {
  await using page = await openPage();
  const answer = await askSlowly(page);
  await answer(refused("database_unavailable", "Sistem şu anda yoğun."));
  assert.match(pageText(), /İstek gönderilirken bir sorun oluştu\.Sistem şu anda yoğun\./);
  assert.equal(rows().length, 2);
});

Deno.test("a request that fails after its sheet was closed and opened again is reported on the page", async () => {
  await using page = await openPage();
  const answer = await askSlowly(page);
  await openSheet(SONG.title);
  await answer(refused("database_unavailable", "Sistem şu anda yoğun."));
  assert.match(pageText(), /İstek gönderilirken bir sorun oluştu\.Sistem şu anda yoğun\./);
  assert.match(sheet()!.textContent!, /Gülpembe/);
});

/** Asks for SONG and closes the sheet. The returned function answers, and resolves once the page has reacted. */
async function askSlowly(page: DomPage): Promise<(answer?: Response) => Promise<void>> {
  await openSheetOn(page, SONG, {}, [OTHER]);
  const waiting = page.network.hold("POST", "/api/requests");
  await click(button("İstek gönder"));
  await click(button("Vazgeç ve kapat"));
  return async (answer = Response.json(songRequest("1"), { status: 201 })) => {
    waiting[0]!.release(answer);
    await until(() => /Şarkı isteğiniz gönderildi!|bir sorun oluştu/.test(pageText()));
    await settle();
  };
}
