import { strict as assert } from "node:assert";
import { readSearch } from "../../../server/music/spotify/answers.ts";

const URI = "spotify:track:4uLU6hMCjMI75M1A2tKUQC";
const SPOTIFY = ["https://i.scdn.co", "https://mosaic.scdn.co"];
const TRACK = {
  id: "4uLU6hMCjMI75M1A2tKUQC",
  uri: URI,
  name: "Gülpembe",
  artists: [{ name: "Barış Manço" }, { name: "Kurtalan Ekspres" }],
  album: { images: [{ url: "https://i.scdn.co/image/ab67" }] },
  duration_ms: 200_000,
};

Deno.test("readSearch leaves out what is no song that can be requested and played", () => {
  const [song, ...rest] = readSearch({
    tracks: {
      items: [
        TRACK,
        null,
        { ...TRACK, is_playable: false },
        { ...TRACK, uri: "spotify:local:x" },
        { ...TRACK, name: "" },
        { ...TRACK, artists: "none" },
        { ...TRACK, artists: [] },
        { ...TRACK, artists: [{ name: " " }] },
        { ...TRACK, name: "\udfb5\u202e" },
      ],
    },
  }, SPOTIFY);
  assert.deepEqual(rest, []);
  assert.equal(song!.artist, "Barış Manço, Kurtalan Ekspres");
  assert.equal(song!.albumArt, "https://i.scdn.co/image/ab67");
  const [bare] = readSearch({ tracks: { items: [{ ...TRACK, album: {} }] } }, SPOTIFY);
  assert.equal(bare!.albumArt, "");
  assert.throws(() => readSearch({ tracks: null }, SPOTIFY));
});

Deno.test("readSearch cuts a title to 300 characters, and never through a character", () => {
  const [long] = readSearch(
    { tracks: { items: [{ ...TRACK, name: "a🎵".repeat(150) }] } },
    SPOTIFY,
  );
  assert.ok(long!.title.isWellFormed() && long!.title.length === 300, long!.title);
  const [cut] = readSearch({ tracks: { items: [{ ...TRACK, name: "🎵a".repeat(150) }] } }, SPOTIFY);
  assert.ok(cut!.title.isWellFormed());
});
