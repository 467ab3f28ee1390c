import { strict as assert } from "node:assert";
import {
  createSongSearch,
  type SongSearch,
} from "../../../../client/islands/search/song_search.ts";
import { refusal, refused } from "../../../support/dom/network.ts";
import { type DomPage, openPage, settle, until } from "../../../support/dom/page.ts";
import { createOwner } from "../../../support/people/factories.ts";
import { newGuest } from "../../../support/people/requests.ts";
import { searchResult } from "../../../support/people/songs.ts";
import { testApp } from "../../../support/start/test_app.ts";

Deno.test("what is typed is searched for once, after a pause of a quarter of a second", async () => {
  await using page = await openPage();
  const search = openSearch(page);
  for (const text of ["ba", "bar", "barı", " barış  m "]) {
    search.type(text);
    await page.time.pass(249);
  }
  assert.deepEqual(asked(page), []);
  await page.time.pass(1);
  assert.deepEqual(asked(page), ["barış m"]);
  assert.deepEqual(titles(search), ["barış m"]);
  await page.time.pass(60_000);
  assert.equal(asked(page).length, 1);
});

Deno.test("Enter searches at once, also for one letter, and what is empty is not searched for", async () => {
  await using page = await openPage();
  const search = openSearch(page);
  search.type("b");
  await page.time.pass(1_000);
  search.submit("   ");
  assert.deepEqual(asked(page), []);
  search.submit("b");
  search.submit("b");
  assert.deepEqual(asked(page), ["b"], "the second press waits for the same answer");
  search.type("ba");
  search.submit("ba");
  await page.time.pass(1_000);
  assert.deepEqual(asked(page), ["b", "ba"]);
});

Deno.test("a term that was searched for before is answered at once and without a call", async () => {
  await using page = await openPage();
  const search = openSearch(page);
  for (const text of ["bar", "barış"]) {
    search.type(text);
    await page.time.pass(250);
  }
  search.type(" BAR ");
  assert.deepEqual(titles(search), ["bar"]);
  assert.equal(search.current().term, "BAR");
  await page.time.pass(1_000);
  assert.deepEqual(asked(page), ["bar", "barış"]);
});

Deno.test("only the latest search is shown, however late an earlier one is answered", async () => {
  await using page = await openPage();
  const search = openSearch(page);
  const waiting = page.network.hold("GET", "/api/music/search");
  search.submit("bir");
  search.submit("iki");
  waiting[1]!.release(Response.json([]));
  await settle();
  waiting[0]!.release(refused("internal", "Bir hata oluştu."));
  await settle();
  assert.deepEqual(search.current(), { term: "iki", busy: false, songs: [] });
});

Deno.test("the songs of the term before stay until the next answer is there", async () => {
  await using page = await openPage();
  const search = openSearch(page);
  search.submit("bar");
  await settle();
  const waiting = page.network.hold("GET", "/api/music/search");
  search.submit("barış");
  assert.deepEqual(titles(search), ["bar"]);
  assert.equal(search.current().busy, true);
  waiting[0]!.release(Response.json([]));
  await settle();
  assert.deepEqual(search.current(), { term: "barış", busy: false, songs: [] });
});

Deno.test("a search that did not reach the server is repeated every three seconds until it does", async () => {
  await using page = await openPage();
  const search = openSearch(page);
  page.network.answer("GET", "/api/music/search", () => Promise.reject(new TypeError("offline")));
  search.submit("bar");
  await settle();
  assert.deepEqual(search.current().failure, { msg: "", offline: true });
  await page.time.pass(3_000);
  assert.equal(asked(page).length, 2);
  assert.ok(search.current().failure, "the failure is shown until there is an answer");
  answer(page);
  await page.time.pass(3_000);
  assert.equal(search.current().failure, undefined);
  assert.deepEqual(titles(search), ["bar"]);
});

Deno.test("a refused search carries the server's sentence, and is repeated if the server says when", async () => {
  await using page = await openPage();
  const search = openSearch(page);
  page.network.answer(
    "GET",
    "/api/music/search",
    refusal("music_unavailable", "Spotify yanıt vermiyor."),
  );
  search.submit("bar");
  await page.time.pass(60_000);
  assert.deepEqual(search.current().failure, { msg: "Spotify yanıt vermiyor.", offline: false });
  assert.equal(asked(page).length, 1);
  const busy = refusal("too_many_searches", "7 saniye sonra tekrar deneyin.", {
    "retry-after": "7",
  });
  page.network.answer("GET", "/api/music/search", busy);
  search.retry();
  await settle();
  answer(page);
  await page.time.pass(6_999);
  assert.equal(search.current().failure!.msg, "7 saniye sonra tekrar deneyin.");
  await page.time.pass(1);
  assert.deepEqual(titles(search), ["bar"]);
});

Deno.test("a cleared search shows nothing, whatever was under way", async () => {
  await using page = await openPage();
  const search = openSearch(page);
  const waiting = page.network.hold("GET", "/api/music/search");
  search.submit("bar");
  search.type("barış");
  search.clear();
  waiting[0]!.release(Response.json([searchResult()]));
  await page.time.pass(1_000);
  assert.deepEqual(search.current(), { term: "", busy: false });
  assert.equal(waiting.length, 1);
});

Deno.test("a guest who types without end is never refused by the server", async () => {
  await using app = await testApp();
  const { ownerId } = await createOwner(app.deps);
  await using page = await openPage(app, await newGuest(app));
  const search = createSongSearch(ownerId, () => {});
  for (let second = 0; second < 180; second++) {
    search.type(`şarkı ${second}`);
    await page.time.pass(1_000);
    app.clock.pass(1_000);
    await until(() => !search.current().busy);
    assert.equal(search.current().failure, undefined);
  }
  assert.ok(asked(page).length > 26, "more than within one minute");
});

function openSearch(page: DomPage): SongSearch {
  answer(page);
  return createSongSearch("owner", () => {});
}

/** Lets each search find one song, whose title is the term. */
function answer(page: DomPage): void {
  page.network.answer(
    "GET",
    "/api/music/search",
    ({ path }) => Response.json([searchResult({ title: termOf(path) })]),
  );
}

/** The terms that were searched for, in order. */
function asked({ network }: DomPage): string[] {
  return network.calls.map(({ path }) => termOf(path));
}

function termOf(path: string): string {
  return new URL(path, "http://kafe.test").searchParams.get("term")!;
}

function titles(search: SongSearch): string[] {
  return search.current().songs!.map(({ title }) => title);
}
