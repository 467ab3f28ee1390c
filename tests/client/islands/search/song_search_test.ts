import { strict as assert } from "node:assert";
import fc from "../../../support/properties.ts";
import { standingOf } from "../../../../client/islands/search/SearchResults.tsx";
import {
  createPageHistory,
  type PageHistory,
} from "../../../../client/islands/search/page_history.ts";
import {
  createSongSearch,
  freeSong,
  pauseBefore,
  type SongSearch,
} from "../../../../client/lib/song_search.ts";
import { OFFLINE, refusal, refused } from "../../dom/network.ts";
import { type DomPage, openPage, settle, until } from "../../dom/page.ts";
import { openWindow } from "../../dom/window.ts";
import { createOwner } from "../../../support/people/factories.ts";
import { newGuest } from "../../../support/people/requests.ts";
import { ownRequest, searchResult, songRequest } from "../../../support/people/songs.ts";
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
  page.network.answer("GET", "/api/music/search", OFFLINE);
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
const asked = ({ network }: DomPage) => network.calls.map(({ path }) => termOf(path));
const termOf = (path: string) => new URL(path, "http://kafe.test").searchParams.get("term")!;
const titles = (search: SongSearch) => search.current().songs!.map(({ title }) => title);

/** What the server allows a guest (docs/http.md#limits). */
const LIMIT = 30;
const MINUTE_MS = 60_000;

Deno.test("a search waits a quarter of a second, and longer after many searches within a minute", () => {
  const searched = (count: number) => Array.from({ length: count }, (_, i) => i * 100);
  const now = 10_000;
  assert.deepEqual(
    [0, 15, 16, 21, 22, 25].map((count) => pauseBefore(searched(count), now)),
    [250, 250, 800, 800, 2_000, 2_000],
  );
  assert.equal(pauseBefore(searched(26), now), MINUTE_MS - now, "until the first is a minute old");
  assert.equal(pauseBefore(searched(26), MINUTE_MS), 2_000, "the first no longer counts");
});

Deno.test("searches from before the clock was set back hold up none", () => {
  const yesterday = Date.UTC(2026, 10, 1);
  const searched = Array.from({ length: 26 }, (_, i) => yesterday + 24 * 60 * MINUTE_MS + i * 100);
  assert.equal(pauseBefore(searched, yesterday), 250);
});

Deno.test("however a guest types, no minute has more searches than the server allows", () => {
  fc.assert(fc.property(
    fc.array(fc.integer({ min: 30, max: 5_000 }), { minLength: 50, maxLength: 400 }),
    (gapsMs) => {
      const searchedAt: number[] = [];
      let nowMs = 0;
      for (const gapMs of gapsMs) {
        // A letter is typed, and the next one comes after this gap.
        const pauseMs = pauseBefore(searchedAt, nowMs);
        if (pauseMs <= gapMs) searchedAt.push(nowMs + pauseMs);
        nowMs += gapMs;
      }
      for (const at of searchedAt) {
        const inMinute = searchedAt.filter((other) => other > at - MINUTE_MS && other <= at);
        assert.ok(inMinute.length < LIMIT, `${inMinute.length} searches`);
      }
    },
  ));
});

const SONG = searchResult();
const inQueue = songRequest("2", { uri: SONG.uri });

Deno.test("a song that is in the queue says its place, and whether it is the guest's own", () => {
  const queue = [songRequest("1"), inQueue];
  assert.deepEqual(standingOf(SONG, queue, []), {
    request: inQueue,
    mark: "2.\u00a0sırada",
    sentence: "Bu şarkı zaten sırada (2. sıra).",
  });
  assert.deepEqual(standingOf(SONG, queue, [ownRequest("2", { status: "approved" })]), {
    request: inQueue,
    mark: "İsteğiniz 2.\u00a0sırada",
    sentence: "Bu şarkıyı istediniz, 2. sırada.",
  });
});

Deno.test("a song in a guest's own words is in the queue if its title and its artist are", () => {
  const song = freeSong("Gülpembe", "Barış Manço");
  const named = { uri: song.uri, songTitle: song.title, artist: song.artist };
  assert.equal(standingOf(song, [songRequest("1", named)], [])!.mark, "1.\u00a0sırada");
  for (const other of [{ songTitle: "Dönence" }, { artist: "Cem Karaca" }]) {
    assert.equal(standingOf(song, [songRequest("1", { ...named, ...other })], []), undefined);
  }
});

Deno.test("a song that the guest has asked for says that it waits, and says nothing once it was decided", () => {
  const own = { songTitle: SONG.title, artist: SONG.artist };
  const waiting = ownRequest("1", own);
  assert.deepEqual(standingOf(SONG, [], [waiting]), {
    request: waiting,
    mark: "İstediniz",
    sentence: "Bu şarkıyı istediniz, onay bekliyor.",
  });
  assert.equal(standingOf(SONG, [], [ownRequest("1", { ...own, status: "rejected" })]), undefined);
  assert.equal(standingOf(SONG, [songRequest("1")], [ownRequest("1")]), undefined);
});

Deno.test("a song that waits by another guest says so, but not once it was this guest's and is decided", () => {
  const found = { ...SONG, waiting: "9" };
  assert.deepEqual(standingOf(found, [], []), {
    request: { _id: "9", songTitle: SONG.title, artist: SONG.artist, albumArt: SONG.albumArt },
    mark: "Bekliyor",
    sentence: "Bu şarkı zaten bekliyor.",
  });
  assert.equal(standingOf(found, [inQueue], [])!.request, inQueue);
  assert.equal(standingOf(found, [], [ownRequest("9", { status: "rejected" })]), undefined);
});

Deno.test("a song that the guest supports without having asked for it says so", () => {
  const supported = { status: "approved", asked: false } as const;
  const [mark, waiting] = [
    standingOf(SONG, [inQueue], [ownRequest("2", supported)])!.mark,
    standingOf(SONG, [], [
      ownRequest("2", { songTitle: SONG.title, artist: SONG.artist, asked: false }),
    ])!,
  ];
  assert.equal(mark, "1.\u00a0sırada");
  assert.equal(waiting.mark, "Destek verdiniz");
  assert.equal(waiting.sentence, "Bu şarkıya destek verdiniz, onay bekliyor.");
});

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
