// The demo account's search and tracks, as its protocol answers them.
import { strict as assert } from "node:assert";
import { BASE, createDemoListener } from "../../support/music/demo_listener.ts";

async function anonymous() {
  const demo = createDemoListener();
  const { access_token } = await (await demo.token({ grant_type: "client_credentials" })).json();
  return { demo, get: (path: string) => demo.call(access_token, "GET", path) };
}

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
