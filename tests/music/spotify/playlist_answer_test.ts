import { strict as assert } from "node:assert";
import { readPlaylist } from "../../../server/music/spotify/answers.ts";

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
