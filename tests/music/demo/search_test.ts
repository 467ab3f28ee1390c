import { strict as assert } from "node:assert";
import { SONGS } from "../../../server/music/demo/catalogue/songs.ts";
import { searchSongs } from "../../../server/music/demo/search_songs.ts";
import { BASE, createDemoListener } from "../../support/music/demo_listener.ts";

async function anonymous() {
  const demo = createDemoListener();
  const { access_token } = await (await demo.token({ grant_type: "client_credentials" })).json();
  return {
    demo,
    get: (path: string) => demo.call(access_token, "GET", path),
  };
}

Deno.test("the catalogue has some 150 songs, each with a 22-character base-62 id of its own", () => {
  assert.ok(SONGS.length >= 145 && SONGS.length <= 200, `${SONGS.length}`);
  assert.equal(new Set(SONGS.map((song) => song.id)).size, SONGS.length);
  for (const song of SONGS) {
    assert.match(song.id, /^[0-9A-Za-z]{22}$/);
    assert.equal(song.uri, `spotify:track:${song.id}`);
    assert.ok(song.durationMs >= 90_000 && song.durationMs <= 900_000, song.title);
    for (const text of [song.title, song.album, ...song.artists]) {
      assert.equal(text, text.trim().normalize("NFC"));
      assert.ok(text.length > 0);
    }
  }
});

Deno.test("a song's id never changes: it follows from title and artists", () => {
  const firuze = SONGS.find((song) => song.title === "Firuze");
  assert.equal(firuze?.id, "2bS0EdypuBC2DIk30zxvLg");
});

for (
  const [query, title] of [
    ["şımarık", "Şımarık"],
    ["SIMARIK", "Şımarık"],
    ["simarik", "Şımarık"],
    ["ŞIMARIK", "Şımarık"],
    ["işte öyle", "İşte Öyle Bir Şey"],
    ["ISTE OYLE", "İşte Öyle Bir Şey"],
    ["İŞTE", "İşte Öyle Bir Şey"],
    ["istanbulda sonbahar", "İstanbul'da Sonbahar"],
    ["İstanbul’da", "İstanbul'da Sonbahar"],
    ["barış manço gülpembe", "Gülpembe"],
    ["gulp manco", "Gülpembe"],
    ["edith piaf", "La Vie en rose"],
    ["dont stop me now", "Don't Stop Me Now"],
    ["i\u0307stanbul", "İstanbul'da Sonbahar"],
  ] as const
) {
  Deno.test(`searching for '${query}' finds '${title}' first`, () => {
    assert.equal(searchSongs(query)[0]?.title, title);
  });
}

Deno.test("a title that is the query comes before titles that begin with it, and artists after titles", () => {
  assert.equal(searchSongs("nilüfer")[0]?.title, "Nilüfer");
  assert.ok(searchSongs("nilüfer").slice(1).every((song) => song.artists[0] === "Nilüfer"));
  assert.deepEqual(
    searchSongs("her şeyi yak").map((song) => song.artists[0]).sort(),
    ["Duman", "Sezen Aksu"],
  );
});

Deno.test("a term that matches no song finds nothing", () => {
  for (const query of ["xqzw", "şımarık xqzw", "---", " "]) {
    assert.deepEqual(searchSongs(query), []);
  }
});

Deno.test("GET /v1/search answers track objects as the protocol writes them", async () => {
  const { get } = await anonymous();
  const response = await get("/search?q=%C5%9F%C4%B1mar%C4%B1k&type=track&limit=10&market=TR");
  assert.equal(response.status, 200);
  const { tracks } = await response.json();
  assert.deepEqual([tracks.limit, tracks.offset, tracks.next, tracks.previous], [
    10,
    0,
    null,
    null,
  ]);
  const [track] = tracks.items;
  assert.equal(track.name, "Şımarık");
  assert.equal(track.artists[0].name, "Tarkan");
  assert.equal(track.uri, `spotify:track:${track.id}`);
  assert.equal(track.album.images[0].url, `${BASE}/covers/${track.id}.svg`);
  assert.equal(track.duration_ms, 234_000);
  assert.equal(track.explicit, false);
  assert.equal(track.is_playable, true);
  for (const removed of ["available_markets", "external_ids", "popularity", "linked_from"]) {
    assert.equal(removed in track, false);
  }
});

Deno.test("GET /v1/search links its pages, which show each song once", async () => {
  const { demo, get } = await anonymous();
  const { access } = await demo.connect();
  let path: string | null = "/search?q=sezen&type=track&limit=4&market=TR";
  const seen: string[] = [];
  let total = 0;
  while (path) {
    const { tracks }: { tracks: { items: { id: string }[]; next: string | null; total: number } } =
      await (await demo.call(access, "GET", path)).json();
    seen.push(...tracks.items.map((item) => item.id));
    total = tracks.total;
    path = tracks.next && tracks.next.slice(`${BASE}/v1`.length);
  }
  assert.equal(seen.length, total);
  assert.equal(new Set(seen).size, total);
  assert.ok(total > 8);
  const { tracks } = await (await get("/search?q=sezen&type=track")).json();
  assert.equal(tracks.items.length, 5, "five if no limit is given");
});

for (
  const [what, query] of [
    ["a limit of 11", "q=a&type=track&limit=11"],
    ["a limit of 0", "q=a&type=track&limit=0"],
    ["a limit that is a word", "q=a&type=track&limit=ten"],
    ["no query", "type=track"],
    ["an empty query", "q=&type=track"],
    ["no type", "q=a"],
    ["another type", "q=a&type=hologram"],
    ["a market that is none", "q=a&type=track&market=Turkey"],
  ] as const
) {
  Deno.test(`GET /v1/search answers 400 to ${what}`, async () => {
    const { get } = await anonymous();
    const response = await get(`/search?${query}`);
    assert.equal(response.status, 400);
    assert.equal((await response.json()).error.status, 400);
  });
}

Deno.test("GET /v1/tracks/{id} answers the track that search shows, 404 to an unknown id, 400 to none", async () => {
  const { get } = await anonymous();
  const { tracks } = await (await get("/search?q=firuze&type=track&market=TR")).json();
  const track = await get(`/tracks/${tracks.items[0].id}?market=TR`);
  assert.deepEqual(await track.json(), tracks.items[0]);
  assert.equal((await get(`/tracks/${"0".repeat(22)}`)).status, 404);
  assert.equal((await get("/tracks/short")).status, 400);
  const nowhere = await (await get(`/tracks/${tracks.items[0].id}`)).json();
  assert.equal("is_playable" in nowhere, false, "only where a market was asked for");
});

Deno.test("a track without a cover has no images", async () => {
  const demo = createDemoListener({ coverUrl: () => undefined });
  const { access } = await demo.connect();
  const { tracks } = await (await demo.call(access, "GET", "/search?q=firuze&type=track")).json();
  assert.deepEqual(tracks.items[0].album.images, []);
});
