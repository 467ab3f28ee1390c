import { strict as assert } from "node:assert";
import { SearchResults } from "../../server/contract/music.ts";
import { demoFetch, type Fetch } from "../../server/music/spotify/calls.ts";
import { createMusic } from "../../server/music/music.ts";
import { createSpotify } from "../../server/music/spotify/provider.ts";
import { DomainError } from "../../server/errors.ts";
import { search } from "../support/people/cafe_evening.ts";
import { createOwner } from "../support/people/factories.ts";
import { musicEvening } from "../support/music/music_evening.ts";
import { newGuest, submit } from "../support/people/requests.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { type MusicBoxCafe, musicBoxCafe } from "../support/music/music_box.ts";

const MINUTE_MS = 60_000;

function find(app: TestApp, term: string, init: { cookie?: string; address?: string } = {}) {
  return app.call("GET", `/api/spotify/search?term=${encodeURIComponent(term)}`, {
    headers: init.cookie ? { cookie: init.cookie } : {},
    address: init.address,
  });
}

/** An app, and the searches that reach its demo account, as their query parameters. */
async function observedApp(): Promise<{ app: TestApp; asked: Record<string, string>[] }> {
  const asked: Record<string, string>[] = [];
  const app = await testApp({}, {
    replace: (deps) => {
      const fetch = demoFetch(deps.demoAccount!, deps.config.spotify.accountsUrl);
      const observed: Fetch = (url, init) => {
        if (url.includes("/search?")) asked.push(Object.fromEntries(new URL(url).searchParams));
        return fetch(url, init);
      };
      return { music: createMusic(deps, [createSpotify(deps, { fetch: observed })]) };
    },
  });
  return { app, asked };
}

Deno.test("GET /api/spotify/search answers at most ten songs with five fields each", async () => {
  await using app = await testApp();
  const response = await find(app, "a");
  assert.equal(response.status, 200);
  const songs = await response.json();
  assert.equal(songs.length, 10);
  assert.deepEqual(SearchResults.parse(songs), songs);
  assert.deepEqual(Object.keys(songs[0]).sort(), ["albumArt", "artist", "id", "title", "uri"]);
  for (const { albumArt } of songs) assert.match(albumArt, /^\/demo\/covers\/\w+\.svg$/);
});

Deno.test("GET /api/spotify/search asks for ten tracks that play in Turkey", async () => {
  const { app, asked } = await observedApp();
  await using _ = app;
  await search(app, "  Barış   Manço ");
  assert.deepEqual(asked, [{ q: "Barış Manço", type: "track", limit: "10", market: "TR" }]);
});

Deno.test("GET /api/spotify/search answers a blank or missing term with [] and does not call the service", async () => {
  const { app, asked } = await observedApp();
  await using _ = app;
  for (const path of ["?term=", "?term=%20%20%09", ""]) {
    const answer = await app.call("GET", `/api/spotify/search${path}`);
    assert.deepEqual([answer.status, answer.headers.get("known-songs")], [200, null]);
    assert.deepEqual(await answer.json(), []);
  }
  assert.deepEqual(asked, []);
});

Deno.test("GET /api/spotify/search takes 200 characters and refuses more", async () => {
  await using app = await testApp();
  assert.equal((await find(app, "ş".repeat(200))).status, 200);
  const response = await find(app, "ş".repeat(201));
  assert.equal(response.status, 400);
  assert.equal(typeof (await response.json()).msg, "string");
});

Deno.test("equal searches at once make one call, and later ones are answered from memory for ten minutes", async () => {
  const { app, asked } = await observedApp();
  await using _ = app;
  const equal = ["aşk sözü", " AŞK  SÖZÜ ".normalize("NFD"), "aşk sözü"];
  const answers = await Promise.all(equal.map((term) => search(app, term)));
  assert.equal(asked.length, 1);
  assert.deepEqual(answers[1], answers[0]);
  app.clock.pass(10 * MINUTE_MS - 1);
  assert.deepEqual(await search(app, "aşk sözü"), answers[0]);
  assert.equal(asked.length, 1);
  app.clock.pass(1);
  await search(app, "aşk sözü");
  assert.equal(asked.length, 2);
});

Deno.test("a request for a song that a search has shown has the catalogue's title, artist and cover", async () => {
  await using app = await testApp();
  const { ownerId } = await createOwner(app.deps);
  const [song] = await search(app, "gülpembe");
  const forged = { uri: song!.uri, songTitle: "Reklam", artist: "Kötü Niyetli", albumArt: "" };
  const request = await submit(app, ownerId, forged);
  assert.deepEqual(
    [request.songTitle, request.artist, request.albumArt],
    [song!.title, song!.artist, song!.albumArt],
  );
});

Deno.test("songs with covers from other hosts, and songs without one, have no cover", async () => {
  await using cafe = await musicEvening([], {
    coverUrl: (id) => /[0-4]$/.test(id) ? "https://evil.example/x.png" : undefined,
  });
  const songs = await search(cafe.app, "a");
  for (const { albumArt } of songs) assert.equal(albumArt, "");
  const cover = "https://evil.example/x.png";
  const request = await submit(cafe.app, cafe.owner.ownerId, {
    uri: songs[0]!.uri,
    albumArt: cover,
  });
  assert.equal(request.albumArt, "");
});

Deno.test("the 31st search of a guest within a minute answers 429, and another guest's search does not", async () => {
  await using app = await testApp();
  const [one, other] = [await newGuest(app), await newGuest(app)];
  for (let i = 0; i < 30; i++) assert.equal((await find(app, "a", { cookie: one })).status, 200);
  const refused = await find(app, "a", { cookie: one });
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get("retry-after"), "60");
  assert.deepEqual(await refused.json(), {
    msg: "Kısa sürede çok fazla arama yaptınız. 60 saniye sonra tekrar deneyin.",
    code: "too_many_searches",
    values: { seconds: 60 },
  });
  assert.equal((await find(app, "a", { cookie: other })).status, 200);
  app.clock.pass(MINUTE_MS);
  assert.equal((await find(app, "a", { cookie: one })).status, 200);
});

Deno.test("the 301st search of an address within a minute answers 429, with or without a cookie", async () => {
  await using app = await testApp();
  for (let i = 0; i < 300; i++) assert.equal((await find(app, "a")).status, 200);
  const refused = await find(app, "a", { cookie: await newGuest(app) });
  assert.equal(refused.status, 429);
  assert.match(
    (await refused.json()).msg,
    /^Bu kafeden kısa sürede çok fazla arama yapıldı\. \d+ saniye/,
  );
  assert.equal((await find(app, "a", { address: "198.51.100.9" })).status, 200);
});

Deno.test("guests who came a minute before an address's 300 searches go on with 10 a minute each, and people with a login with 30", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const earlier = await newGuest(app);
  app.clock.pass(MINUTE_MS);
  for (let i = 0; i < 300; i++) await find(app, "a");
  const statusesOf = async (times: number, headers: Record<string, string>) => {
    const statuses: number[] = [];
    for (let i = 0; i < times; i++) {
      statuses.push((await app.call("GET", "/api/spotify/search?term=a", { headers })).status);
    }
    return statuses;
  };
  assert.deepEqual(await statusesOf(1, { cookie: await newGuest(app) }), [429]);
  assert.deepEqual(await statusesOf(11, { cookie: earlier }), [...Array(10).fill(200), 429]);
  assert.deepEqual(await statusesOf(31, { "x-auth-token": token }), [...Array(30).fill(200), 429]);
  assert.deepEqual(await statusesOf(1, { "x-auth-token": `${token}x` }), [429]);
});

// What search answers from memory (docs/music.md#search).

function searchBox({ app, box }: MusicBoxCafe, term: string) {
  return app.deps.search(box, term);
}

Deno.test("an answer that is too old is used if the provider fails", async () => {
  await using cafe = await musicBoxCafe(0);
  const { app: { clock }, box } = cafe;
  const first = await searchBox(cafe, "a");
  clock.pass(10 * 24 * 60 * MINUTE_MS);
  box.onSearch = () => Promise.reject(new DomainError("music_unavailable"));
  assert.deepEqual(await searchBox(cafe, "a"), { songs: first.songs, known: true });
  await assert.rejects(searchBox(cafe, "b"), { code: "music_unavailable" });
  box.onSearch = () => Promise.reject(new Error("a defect of ours"));
  await assert.rejects(searchBox(cafe, "a"), /a defect of ours/);
});

Deno.test("a provider that fails is asked again at once", async () => {
  await using cafe = await musicBoxCafe(0);
  cafe.box.onSearch = () => Promise.reject(new DomainError("music_unavailable"));
  for (let i = 0; i < 2; i++) {
    await assert.rejects(searchBox(cafe, "a"), { code: "music_unavailable" });
  }
  assert.equal(cafe.box.searches, 2);
});
