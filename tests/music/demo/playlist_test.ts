// GET /v1/playlists/{id}
import { strict as assert } from "node:assert";
import { PLAYLISTS, shareLink } from "../../../server/music/demo/catalogue.ts";
import { BASE, demoPlayer } from "../../support/music/demo_listener.ts";

Deno.test("each playlist has an id, a name and five songs or more, none of them twice", () => {
  assert.equal(new Set(PLAYLISTS.map(({ id }) => id)).size, PLAYLISTS.length);
  for (const { id, uri, name, songs } of PLAYLISTS) {
    assert.match(shareLink({ id }), /^https:\/\/open\.spotify\.com\/playlist\/[0-9A-Za-z]{22}$/);
    assert.equal(uri, `spotify:playlist:${id}`);
    assert.equal(name, name.trim().normalize("NFC"));
    assert.ok(songs.length >= 5 && songs.length <= 100, name);
    assert.equal(new Set(songs.map((song) => song.uri)).size, songs.length, name);
  }
});

Deno.test("a playlist's id never changes: it follows from its name", () => {
  assert.equal(PLAYLISTS[0]!.uri, "spotify:playlist:0ZuNmcjAjt2h37XUDJScgU");
});

for (const playlist of PLAYLISTS) {
  Deno.test(`GET /v1/playlists/{id} answers '${playlist.name}' with its length and a picture`, async () => {
    const { call } = await demoPlayer();
    const response = await call("GET", `/playlists/${playlist.id}?market=TR`);
    assert.equal(response.status, 200);
    const { name, images, tracks, items, uri, type, owner, ...rest } = await response.json();
    assert.deepEqual([name, uri, type], [playlist.name, playlist.uri, "playlist"]);
    assert.deepEqual([tracks.total, items.total], [playlist.songs.length, playlist.songs.length]);
    assert.equal(tracks.items[1].track.uri, playlist.songs[1]!.uri);
    assert.equal(items.items[1].item.uri, playlist.songs[1]!.uri);
    assert.equal(images[0].url, `${BASE}/covers/${playlist.songs[0].id}.svg`);
    assert.equal(rest.external_urls.spotify, shareLink(playlist));
    assert.deepEqual([rest.public, rest.collaborative], [true, false]);
    assert.equal(owner.type, "user");
  });
}

Deno.test("GET /v1/playlists/{id} answers only the fields that are asked for", async () => {
  const { call } = await demoPlayer();
  const { id, name, songs } = PLAYLISTS[0]!;
  const answer = await call(
    "GET",
    // Neither a list nor a text has fields.
    `/playlists/${id}?fields=name,tracks.total,items.total,no.such.field,images.url,uri.length`,
  );
  const total = songs.length;
  assert.deepEqual(await answer.json(), { name, tracks: { total }, items: { total } });
  assert.equal((await call("GET", `/playlists/${id}?fields=name,`)).status, 400);
});

Deno.test("GET /v1/playlists/{id} answers 404 to an unknown playlist and 400 to no id", async () => {
  const { call } = await demoPlayer();
  assert.equal((await call("GET", `/playlists/${"0".repeat(22)}`)).status, 404);
  assert.equal((await call("GET", "/playlists/short")).status, 400);
});
