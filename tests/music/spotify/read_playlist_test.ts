// A playlist behind the link that an owner pastes, at the demo account.
import { strict as assert } from "node:assert";
import { PLAYLISTS, shareLink } from "../../../server/music/demo/catalogue.ts";
import { playlistIdIn, readPlaylist } from "../../../server/music/spotify/answers.ts";
import { createOwner } from "../../support/people/factories.ts";
import { musicEvening, spotifyPlayer } from "../../support/music/music_evening.ts";
import { PLAYLIST } from "../../support/music/music_faults.ts";

const LIST = PLAYLISTS[0]!;
const CALL = `GET /playlists/${LIST.id}`;

Deno.test("readPlaylist reads uri, address, title, cover and length, from a link or a uri", async () => {
  await using cafe = await spotifyPlayer();
  for (const link of [`${shareLink(LIST)}?si=1a2b3c`, LIST.uri]) {
    const { albumArt, ...playlist } = (await cafe.provider.readPlaylist(cafe.ownerId, link))!;
    assert.deepEqual(playlist, {
      uri: LIST.uri,
      url: shareLink(LIST),
      title: LIST.name,
      length: LIST.songs.length,
    });
    assert.match(albumArt, /^https:\/\/i\.scdn\.co\/image\/\w+$/);
  }
  assert.deepEqual(cafe.asked(), [CALL, CALL]);
});

Deno.test("readPlaylist has no length if the list belongs to another account", async () => {
  await using cafe = await spotifyPlayer();
  cafe.account.fail("playlist without its length");
  const playlist = (await cafe.provider.readPlaylist(cafe.ownerId, shareLink(LIST)))!;
  assert.deepEqual([playlist.title, playlist.length], [LIST.name, null]);
});

Deno.test("readPlaylist is null for other links, without a call, and for a list that does not exist", async () => {
  await using cafe = await spotifyPlayer();
  const read = (link: string) => cafe.provider.readPlaylist(cafe.ownerId, link);
  assert.equal(await read("https://open.spotify.com/album/0000000000000000000000"), null);
  assert.equal(await read("bir liste"), null);
  assert.deepEqual(cafe.asked(), []);
  assert.equal(await read("spotify:playlist:0000000000000000000000"), null);
  cafe.account.fail("404 no device", { path: PLAYLIST });
  assert.equal(await read(shareLink(LIST)), null, "whatever words the 404 has");
});

Deno.test("readPlaylist has no cover if it comes from elsewhere", async () => {
  await using cafe = await spotifyPlayer({ coverUrl: () => "https://evil.example/1.png" });
  const playlist = await cafe.provider.readPlaylist(cafe.ownerId, shareLink(LIST));
  assert.equal(playlist!.albumArt, "");
});

Deno.test("readPlaylist throws without a music account, and if the service fails", async () => {
  await using evening = await musicEvening([]);
  const provider = await evening.app.deps.music.sourceOf(evening.owner.ownerId);
  const { ownerId } = await createOwner(evening.app.deps);
  await assert.rejects(provider.readPlaylist!(ownerId, shareLink(LIST)), {
    code: "music_not_connected",
  });
  for (const fault of ["500", "502 HTML", "truncated JSON"] as const) {
    evening.account.fail(fault, { path: PLAYLIST });
    const read = provider.readPlaylist!(evening.owner.ownerId, shareLink(LIST));
    await assert.rejects(read, { code: "music_unavailable" });
  }
});

const ID = "37i9dQZF1DX4UtSsGT1Sbe";

for (
  const link of [
    `https://open.spotify.com/playlist/${ID}`,
    `https://open.spotify.com/playlist/${ID}?si=0f1e2d3c4b5a&pt=x`,
    `https://open.spotify.com/intl-tr/playlist/${ID}?si=1`,
    `spotify:playlist:${ID}`,
    ` https://open.spotify.com/playlist/${ID}/#top\n`,
  ]
) {
  Deno.test(`playlistIdIn finds the id in '${link.trim()}'`, () => {
    assert.equal(playlistIdIn(link), ID);
  });
}

for (
  const link of [
    "",
    ID,
    `https://open.spotify.com/track/${ID}`,
    `https://open.spotify.com/album/${ID}`,
    `https://open.spotify.com/playlist/${ID}x`,
    `https://open.spotify.com/playlist/${ID}/tracks`,
    `https://open.spotify.com.evil.example/playlist/${ID}`,
    `https://evil.example/playlist/${ID}`,
    `https://evil.example/?https://open.spotify.com/playlist/${ID}`,
    `javascript:/playlist/${ID}`,
    `spotify:track:${ID}`,
    "https://open.spotify.com/playlist/../../etc/passwd",
  ]
) {
  Deno.test(`playlistIdIn is undefined for '${link}'`, () => {
    assert.equal(playlistIdIn(link), undefined);
  });
}

const SPOTIFY = ["https://i.scdn.co", "https://mosaic.scdn.co"];

Deno.test("readPlaylist finds the length in items or in tracks, and has none without them", () => {
  const playlist = {
    uri: `spotify:playlist:${"a".repeat(22)}`,
    name: "x".repeat(400),
    images: null,
  };
  const read = (more: object) => readPlaylist({ ...playlist, ...more }, SPOTIFY);
  assert.equal(read({ items: { total: 7 }, tracks: { total: 3 } }).length, 7);
  assert.equal(read({ tracks: { total: 3 } }).length, 3);
  assert.deepEqual(read({ items: null }), {
    uri: playlist.uri,
    url: `https://open.spotify.com/playlist/${"a".repeat(22)}`,
    title: "x".repeat(300),
    albumArt: "",
    length: null,
  });
  const cover = (url: string) => read({ images: [{ url }] }).albumArt;
  assert.equal(cover("https://mosaic.scdn.co/1"), "https://mosaic.scdn.co/1");
  assert.equal(cover("https://evil.example/1"), "");
});
