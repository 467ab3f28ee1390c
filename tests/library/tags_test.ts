// What tags say: names, loudness and explicit songs, and names of files without tags (docs/library.md#tags).
import { strict as assert } from "node:assert";
import type { IAudioMetadata } from "music-metadata";
import { songFacts } from "../../server/library/song_facts.ts";
import { fromPath } from "../../server/library/song_names.ts";
import { flac, mp3, mp4 } from "../support/music/audio_files.ts";
import { libraryApp } from "../support/music/library_app.ts";

const PATHS: [path: string, title: string, artist: string, album: string][] = [
  ["Sezen Aksu - Gülümse.mp3", "Gülümse", "Sezen Aksu", ""],
  ["03 - Sezen Aksu - Gülümse.mp3", "Gülümse", "Sezen Aksu", ""],
  ["03. Gülümse.mp3", "Gülümse", "", ""],
  ["Sezen Aksu/Gülümse/03 Gülümse.mp3", "Gülümse", "Sezen Aksu", "Gülümse"],
  ["Türkçe/Sezen Aksu/Gülümse/1-03 Gülümse.mp3", "Gülümse", "Sezen Aksu", "Gülümse"],
  ["Tarkan/yolla_remix.mp3", "yolla remix", "Tarkan", ""],
  ["Karışık/Tarkan - Yolla.mp3", "Yolla", "Tarkan", "Karışık"],
  ["99 Luftballons.mp3", "99 Luftballons", "", ""],
  ["07.mp3", "07", "", ""],
  ["Duman - Seni - Canlı.flac", "Seni - Canlı", "Duman", ""],
];

for (const [path, ...expected] of PATHS) {
  Deno.test(`a file without tags takes its names from its path: ${path}`, () => {
    const { title, artist, album } = fromPath(path);
    assert.deepEqual([title, artist, album], expected);
  });
}

Deno.test("the loudness comes from ReplayGain, and never distorts the song's loudest moment", async () => {
  await using app = await libraryApp();
  const gain = (value: string, peak?: string) =>
    mp3({
      id3: { fields: { REPLAYGAIN_TRACK_GAIN: value, ...peak && { REPLAYGAIN_TRACK_PEAK: peak } } },
    });
  await app.put("bir.mp3", gain("-7.5 dB"));
  await app.put("iki.mp3", gain("5 dB", "0.8"));
  await app.put("uc.mp3", gain("-60 dB"));
  await app.put("dort.mp3", mp3());
  await app.pass();
  const gains = await Promise.all(
    ["bir", "iki", "uc", "dort"].map(async (term) =>
      (await app.deps.library.search(term, 1))[0]!.gainDb
    ),
  );
  assert.deepEqual(gains, [-7.5, 1.94, -24, -6]);
});

Deno.test("R128 gains are read, which aim at another loudness", () => {
  const facts = songFacts("a.opus", tags({ vorbis: [["R128_TRACK_GAIN", "-1280"]] }), []);
  assert.equal(facts.gainDb, 0);
});

Deno.test("songs are explicit by the marks of iTunes, and clean ones are not", async () => {
  await using app = await libraryApp();
  const marked = (value: string) => mp3({ id3: { fields: { ITUNESADVISORY: value } } });
  await app.put("bir.mp3", marked("1"));
  await app.put("iki.mp3", marked("2"));
  await app.put("uc.flac", flac({ comments: ["ITUNESADVISORY=4"] }));
  await app.put("dort.m4a", mp4("mp4a"));
  await app.pass();
  const explicit = async (term: string) => (await app.deps.library.search(term, 1))[0]!.isExplicit;
  assert.deepEqual(
    await Promise.all(["bir", "iki", "uc", "dort"].map(explicit)),
    [true, false, true, false],
  );
  assert.equal(songFacts("a.m4a", tags({ iTunes: [["rtng", 4]] }), []).isExplicit, true);
});

/** A file's tags by their kinds. */
function tags(native: Record<string, [id: string, value: unknown][]>): IAudioMetadata {
  return {
    format: { duration: 200, tagTypes: [], trackInfo: [] },
    native: Object.fromEntries(
      Object.entries(native).map((
        [kind, list],
      ) => [kind, list.map(([id, value]) => ({ id, value }))]),
    ),
    quality: { warnings: [] },
    common: {
      track: { no: null, of: null },
      disk: { no: null, of: null },
      movementIndex: { no: null, of: null },
    },
  };
}
