import { strict as assert } from "node:assert";
import {
  acceptRequests,
  answerSearches,
  go,
  openSearch,
  openSearchOf,
  requestsSent,
  resultRow,
  rows,
  search,
  sheet,
  termField,
} from "../../dom/cafe_search.tsx";
import { BUSY, refused } from "../../dom/network.ts";
import {
  assertFocused,
  button,
  click,
  type DomPage,
  field,
  openPage,
  pageText,
  perform,
  press,
  settle,
  submit,
  type,
  until,
} from "../../dom/page.ts";
import { connectedOwner } from "../../../support/people/cafe_evening.ts";
import { newGuest } from "../../../support/people/requests.ts";
import { searchResult, songRequest } from "../../../support/people/songs.ts";
import { testApp } from "../../../support/start/test_app.ts";

Deno.test("a guest types, and songs appear without a press, with the focus where it was", async () => {
  await using app = await testApp();
  const { ownerId, cafeId } = await connectedOwner(app);
  await using page = await openPage(app, await newGuest(app));
  await openSearch(page, { ownerId, cafeId });
  await type(termField(), "gülpembe");
  assert.equal(page.network.calls.length, 0);
  await page.time.pass(250);
  await until(() => rows().length > 0);
  assert.match(rows()[0]!, /^Gülpembe Barış Manço/);
  assert.match(pageText(), /1 şarkı bulundu\..*Demo müzik hesabından/);
  assertFocused(termField());
});

Deno.test("a search that finds as many songs as it may says that these are the first, and what finds others", async () => {
  const song = (_: unknown, i: number) => searchResult({ id: `${i}`, title: `Şarkı ${i}` });
  const songs = Array.from({ length: 10 }, song);
  await using page = await openSearchOf(songs);
  await search("şarkı");
  assert.match(pageText(), /İlk 10 sonuç\. Aradığınız yoksa sanatçıyı da yazın\./);
  assert.doesNotMatch(pageText(), /bulundu/);
  answerSearches(page, songs.slice(1));
  await submit(termField(), "şarkı 1");
  await until(() => rows().length === 9);
  assert.match(pageText(), /9 şarkı bulundu\./);
  assert.doesNotMatch(pageText(), /İlk/);
});

Deno.test("a term that was submitted before the script ran is searched for at once", async () => {
  await using app = await testApp();
  const { ownerId, cafeId } = await connectedOwner(app);
  await using page = await openPage(app, await newGuest(app), "/cafe/1?term=g%C3%BClpembe");
  await openSearch(page, { ownerId, cafeId }, "gülpembe");
  await until(() => rows().length > 0);
  assert.equal(termField().value, "gülpembe");
  await go(-1);
  assert.deepEqual([rows(), termField().value], [[], ""]);
});

Deno.test("a search says that it is under way, and how it failed, and can be tried again", async () => {
  await using page = await openSearchOf([]);
  const waiting = page.network.hold("GET", "/api/music/search");
  await submit(termField(), "manço");
  assert.match(pageText(), /Şarkılar aranıyor…/);
  waiting[0]!.release(refused("music_unavailable", "Müzik servisi yanıt vermiyor."));
  await settle();
  assert.match(pageText(), /Şarkı aranırken bir hata oluştu\.Müzik servisi yanıt vermiyor\./);
  answerSearches(page, []);
  await click(button("Tekrar dene"));
  assert.match(pageText(), /Aramanıza uygun şarkı bulunamadı\./);
  assert.doesNotMatch(pageText(), /bir hata oluştu/);
});

Deno.test("known songs say that the music service is slow, and are asked for anew when the term is sent again", async () => {
  await using page = await openSearchOf([]);
  const slow = /Spotify şu anda yavaş, bilinen şarkılar gösteriliyor\./;
  const known = { headers: { "known-songs": "true" } };
  const answer = () => Response.json([searchResult({ title: "Dönence" })], known);
  page.network.answer("GET", "/api/music/search", answer);
  await submit(termField(), "manço");
  assert.match(pageText(), slow);
  assert.match(pageText(), /Dönence/);
  answerSearches(page, [searchResult({ title: "Gülpembe" })]);
  await submit(termField(), "manço");
  assert.doesNotMatch(pageText(), slow);
  assert.match(pageText(), /Gülpembe/);
});

Deno.test("a search without a connection says so, and is made by itself once the page is connected again", async () => {
  await using page = await openPage();
  page.network.answer("GET", "/api/requests/", []);
  await openSearch(page);
  await perform(() => page.sockets.latest().drop());
  await submit(termField(), "manço");
  assert.match(pageText(), /Şarkı aranırken bir hata oluştu\.Bağlantı yok\./);
  answerSearches(page, [searchResult()]);
  await page.time.pass(1_000);
  await page.hear({ type: "ready", revision: 1 });
  await until(() => rows().length > 0);
  assert.doesNotMatch(pageText(), /Bağlantı yok/);
});

Deno.test("a song that is in the queue says so in its row", async () => {
  const song = searchResult();
  const songs = [song, searchResult({ id: "2", title: "Dönence", uri: "another" })];
  const queue = [songRequest("1"), songRequest("2", { uri: song.uri })];
  await using _ = await openSearchOf(songs, { queue });
  await search("barış");
  assert.match(resultRow("Gülpembe").textContent!, /2\.\ssırada$/);
  assert.doesNotMatch(resultRow("Dönence").textContent!, /sırada/);
});

Deno.test("a row says how long the song is, and that it is explicit", async () => {
  const other = searchResult({ id: "2", title: "Dönence", durationMs: null, explicit: true });
  await using _ = await openSearchOf([searchResult(), other]);
  await search("barış");
  assert.match(resultRow("Gülpembe").textContent!, /^Gülpembe Barış Manço 3:45\s*$/);
  assert.match(
    resultRow("Dönence").textContent!,
    /^Dönence Barış Manço\s+Uygunsuz sözler içerir\s*$/,
  );
});

for (
  const [source, uri, named] of [
    ["Spotify", "spotify:track:1", true],
    ["the cafe's own files", "library:1", false],
  ] as const
) {
  Deno.test(`songs of ${source} ${named ? "name" : "do not name"} a music service`, async () => {
    await using _ = await openSearchOf([searchResult({ uri })]);
    await search("barış");
    assert.equal(document.querySelector(".results-source") !== null, named);
  });
}

Deno.test("closing the results empties the field and returns to it", async () => {
  await using _ = await openSearchOf([searchResult()]);
  await search("gülpembe");
  await click(button("Aramayı kapat"));
  assert.deepEqual([rows(), termField().value], [[], ""]);
  assertFocused(termField());
});

Deno.test("a field that the guest empties closes the results, and nothing is searched for", async () => {
  await using page = await openSearchOf([searchResult()]);
  await search("gülpembe");
  await type(termField(), "gül");
  await type(termField(), "");
  await page.time.pass(1_000);
  assert.deepEqual(rows(), []);
  assert.equal(page.network.calls.length, 1);
});

const ROW = "Listede yok mu? Adını yazın";
const TITLE = "Şarkının adı";
const ARTIST = "Sanatçı";

Deno.test("a guest names a song that the search does not find, and the sheet sends it", async () => {
  await using page = await openFree();
  await openForm("sarı gelin");
  assert.match(pageText(), /Aramanıza uygun şarkı bulunamadı\./);
  assert.equal(field(TITLE).value, "sarı gelin", "what was searched for");
  assertFocused(field(TITLE));
  await type(field(TITLE), " Sarı  Gelin ");
  await submit(field(ARTIST), "Anonim");
  assert.match(sheet()!.textContent!, /Sarı GelinAnonim/);
  await send();
  assert.deepEqual(page.network.bodies("POST"), [{
    songTitle: "Sarı Gelin",
    artist: "Anonim",
    albumArt: "",
    uri: "manual:",
    ownerId: "owner",
    tipAmount: 10,
  }]);
});

Deno.test("the row stands below the songs that were found, and only where free words are taken", async () => {
  await using page = await openFree([searchResult()]);
  await search("gülpembe");
  await until(() => document.querySelector(".free-row"));
  assert.ok(document.querySelector(".results > ul + .free")!.contains(button(ROW)));
  await openSearch(page);
  await submit(termField(), "dönence");
  await settle();
  assert.equal(rows().length, 1);
  assert.doesNotMatch(pageText(), /Listede yok mu/);
});

for (
  const [label, texts, sentence] of [
    [TITLE, [" ", "Anonim"], "Şarkının adını yazın."],
    [ARTIST, ["Sarı Gelin", " "], "Sanatçının adını yazın."],
  ] as const
) {
  Deno.test(`the form without '${label}' says what is missing at the field, which has the focus`, async () => {
    await using _ = await openFree();
    await openForm("sarı gelin");
    await type(field(TITLE), texts[0]);
    await submit(field(ARTIST), texts[1]);
    const described = document.getElementById(field(label).getAttribute("aria-describedby")!)!;
    assert.equal(described.textContent, sentence);
    assertFocused(field(label));
    assert.equal(sheet(), null);
  });
}

Deno.test("two songs in a guest's own words are two requests, also if the first was not accepted", async () => {
  await using page = await openFree();
  await openForm("sarı gelin");
  await submit(field(ARTIST), "Anonim");
  page.network.answer("POST", "/api/requests", BUSY);
  await send();
  await click(button("Vazgeç ve kapat"));
  await type(field(TITLE), "Uzun İnce Bir Yoldayım");
  await submit(field(ARTIST), "Âşık Veysel");
  await send();
  const keys = requestsSent(page).map(({ headers }) => headers.get("idempotency-key"));
  assert.equal(new Set(keys).size, 2);
});

/** The search of a cafe that takes free words, which finds `songs`. */
async function openFree(songs = [] as ReturnType<typeof searchResult>[]): Promise<DomPage> {
  const page = await openSearchOf(songs, {}, true);
  page.network.answer("GET", "/api/requests/", []);
  acceptRequests(page);
  return page;
}

async function openForm(term: string): Promise<void> {
  await submit(termField(), term);
  await until(() => document.querySelector(".free-row"));
  await click(button(ROW));
}

async function send(): Promise<void> {
  await press(button("İstek gönder"));
}
