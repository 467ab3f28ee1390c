import { strict as assert } from "node:assert";
import { readDevices, readModes, readPlayer } from "../../../server/music/spotify/answers.ts";

const URI = "spotify:track:4uLU6hMCjMI75M1A2tKUQC";
const SPOTIFY = ["https://i.scdn.co"];
const TRACK = {
  id: "4uLU6hMCjMI75M1A2tKUQC",
  uri: URI,
  name: "Gülpembe",
  artists: [{ name: "Barış Manço" }, { name: "Kurtalan Ekspres" }],
  album: { images: [{ url: "https://i.scdn.co/image/ab67" }] },
  duration_ms: 200_000,
};

Deno.test("readPlayer reads what plays by its uri, whatever else is missing", () => {
  const state = { is_playing: true, progress_ms: null, item: { type: "episode" } };
  assert.deepEqual(readPlayer(state, SPOTIFY), {
    song: null,
    isPlaying: true,
    progressMs: null,
    contextUri: null,
    device: null,
  });
  const odd = { ...state, progress_ms: -20.5, item: { ...TRACK, name: "", artists: [] } };
  assert.deepEqual(
    [readPlayer(odd, SPOTIFY).song?.uri, readPlayer(odd, SPOTIFY).progressMs],
    [URI, 0],
    "what plays is known by its uri, whatever it is called",
  );
});

Deno.test("readPlayer reads the volume of a device only if it can be set and is known", () => {
  const volume = (device: object) => {
    const state = { is_playing: true, item: TRACK, device: { id: "bar", name: "Bar", ...device } };
    return readPlayer(state, SPOTIFY).device?.volumePercent;
  };
  assert.equal(volume({ supports_volume: true, volume_percent: 40 }), 40);
  assert.equal(volume({ volume_percent: 40 }), 40);
  assert.equal(volume({ supports_volume: false, volume_percent: 100 }), null);
  assert.equal(volume({ supports_volume: true, volume_percent: null }), null);
});

Deno.test("readPlayer reads a device without an id, and what the service played instead of another recording", () => {
  const other = `spotify:track:${"0".repeat(22)}`;
  const item = { ...TRACK, linked_from: { uri: other } };
  const state = { is_playing: false, progress_ms: 5, item, context: { uri: "spotify:playlist:x" } };
  const seen = readPlayer({ ...state, device: { id: null, name: "Bar" } }, SPOTIFY);
  assert.deepEqual([seen.song?.uri, seen.otherUri], [URI, other]);
  assert.deepEqual([seen.device, seen.contextUri], [
    { id: null, name: "Bar", volumePercent: null },
    "spotify:playlist:x",
  ]);
});

Deno.test("readModes reads nothing from an answer that does not say", () => {
  assert.deepEqual(readModes({ repeat_state: "track", shuffle_state: true }), {
    repeat: "track",
    shuffle: true,
  });
  for (const answer of [null, {}, { repeat_state: "off" }]) assert.deepEqual(readModes(answer), {});
});

Deno.test("readDevices leaves out devices without an id or a name", () => {
  const device = { id: "tv", name: "TV", is_active: true, is_restricted: false };
  const strange = [{ ...device, id: null }, { ...device, name: null }, null, device];
  assert.deepEqual(readDevices({ devices: strange }).map((d) => d.id), ["tv"]);
});
