// What a file is by its first bytes, and how long it really plays (docs/library.md#formats, #lengths).
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { readFile } from "../../server/library/read_file.ts";
import { concat, flac, id3Header, mp3, mp4, wav } from "../support/music/audio_files.ts";
import { libraryApp } from "../support/music/library_app.ts";
import { rawId3, utf8 } from "../support/music/raw_tags.ts";
import { flacStream, fragmentedMp4, ogg, oggFlac, webm } from "../support/music/sound_files.ts";

/** In ms, or why the file is no song. */
async function lengthOf(name: string, bytes: Uint8Array): Promise<number | string> {
  const root = await Deno.makeTempDir();
  await Deno.writeFile(join(root, name), bytes);
  const file = { path: name, size: bytes.length, modifiedAt: 0, changedAt: 0 };
  const { signal } = new AbortController();
  const read = await readFile(root, file, { isCovered: false, signal });
  await Deno.remove(root, { recursive: true });
  return "song" in read ? read.song.durationMs : read.why;
}

/** The beginning of a WAV file whose sound is coded in this way. */
function coded(coding: number): Uint8Array {
  const bytes = wav();
  bytes[20] = coding;
  return bytes;
}

/** An MP3 file whose first frame says that there are so many frames and bytes. */
function told(frames: number, bytes: number, whole: Uint8Array): Uint8Array {
  const file = whole.slice();
  const numbers = new DataView(file.buffer, 21, 16);
  file.set(utf8("Info"), 21);
  numbers.setUint32(4, 3);
  numbers.setUint32(8, frames);
  numbers.setUint32(12, bytes);
  return file;
}

const layer2 = mp3({ seconds: 3 }).map((byte) => byte === 0xfb ? 0xfd : byte);
const one = mp3({ seconds: 2 });
const info = told(77, one.length, one);

const KINDS: [what: string, name: string, bytes: Uint8Array, is: number | string][] = [
  ["M4A that is called MP3", "a.mp3", mp4("mp4a", 3), 3_000],
  ["MP3 that is called M4A", "a.m4a", mp3({ seconds: 2 }), 2_002],
  ["FLAC that is called WAV", "a.wav", flac({ seconds: 3 }), 3_000],
  ["Opus in MP4", "a.mp4", mp4("Opus", 3), 3_000],
  ["FLAC in MP4", "a.m4a", mp4("fLaC", 3), 3_000],
  ["Apple Lossless by another name", "a.mp3", mp4("alac"), "alac"],
  ["WebM", "a.webm", webm(4), 4_000],
  ["WebM that was never closed", "a.webm", webm(4, { isClosed: false }), 3_980],
  ["Matroska", "a.mka", webm(4, { type: "matroska" }), "format"],
  ["ADPCM in WAV", "a.wav", coded(2), "format"],
  ["MP3 in WAV", "a.wav", coded(0x55), "format"],
  ["A-law in WAV", "a.wav", coded(6), 2_000],
  ["MPEG layer 2", "a.mp3", layer2, "format"],
  ["Windows Media by another name", "a.mp3", Uint8Array.of(0x30, 0x26, 0xb2, 0x75, 1), "format"],
  ["an unknown kind that a name of other sound has", "a.tta", utf8("?".repeat(200)), "format"],
  ["junk that is called MP3", "a.mp3", utf8("?".repeat(200)), "broken"],
  [
    "MP3 after zeros that a tag has left",
    "a.mp3",
    concat(rawId3([]), new Uint8Array(3_000), one),
    2_002,
  ],
  ["MP3 whose header says its length", "a.mp3", info, 2_011],
  ["three MP3 files in one, the first with its length", "a.mp3", concat(info, info, info), 6_034],
  [
    "MP3 files joined with their tags",
    "a.mp3",
    concat(info, id3Header(50), new Uint8Array(50), info),
    4_023,
  ],
  ["a header of more than there is", "a.mp3", told(7_700, one.length * 100, one), 2_011],
  ["FLAC that says no length", "a.flac", flacStream(40), 3_715],
  ["FLAC with one frame", "a.flac", flacStream(1), "broken"],
  ["Opus", "a.opus", ogg({ seconds: 4 }), 4_000],
  ["Opus that is called Vorbis", "a.ogg", ogg({ seconds: 4 }), 4_000],
  ["Ogg with a gap", "a.opus", ogg({ seconds: 4, lost: [1] }), 4_000],
  ["Opus of a broadcast", "a.opus", ogg({ seconds: 6, fromSeconds: 30 }), 6_000],
  [
    "Ogg files after each other",
    "a.ogg",
    concat(ogg({ seconds: 4 }), ogg({ seconds: 3, serial: 2 })),
    7_000,
  ],
  ["Ogg files of one number after each other", "a.ogg", concat(ogg(), ogg()), 8_000],
  ["FLAC in Ogg", "a.ogg", oggFlac({ seconds: 3 }), 3_007],
  ["MP4 in fragments", "a.m4a", fragmentedMp4(4), 4_000],
  ["MP4 in fragments that was cut", "a.m4a", fragmentedMp4(4).subarray(0, -1_000), 4_000],
  ["MP4 cut within a fragment's header", "a.m4a", fragmentedMp4(4).subarray(0, -2_020), 3_000],
];

for (const [what, name, bytes, is] of KINDS) {
  Deno.test(`${what} is ${typeof is === "number" ? `a song of ${is} ms` : `skipped: ${is}`}`, async () => {
    assert.equal(await lengthOf(name, bytes), is);
  });
}

Deno.test("MP3 without a header whose bit rate changes is counted by its frames", async () => {
  const slow = mp3({ seconds: 60 });
  const fast = slow.slice();
  // 64 kbit/s in frames of twice the length.
  for (let at = 0; at + 208 <= fast.length; at += 208) fast.set([0xff, 0xfb, 0x50, 0xc0], at);
  const length = await lengthOf("a.mp3", concat(slow, fast));
  assert.ok(typeof length === "number" && Math.abs(length - 90_000) < 500, `${length}`);
});

Deno.test("FLAC in Ogg and MP4 in fragments say their names", async () => {
  await using app = await libraryApp();
  await app.put("a.ogg", oggFlac({ comments: ["TITLE=Düet", "ARTIST=Sezen", "ARTIST=Levent"] }));
  await app.put("b.m4a", fragmentedMp4(4).subarray(0, -1_000));
  await app.pass();
  assert.deepEqual((await app.titles()).sort(), ["Düet", "Parça"]);
  const [duet] = await app.deps.library.search("levent", 1);
  assert.equal(duet!.artist, "Sezen, Levent");
});

Deno.test("a song is sent as what it is, whatever its name says", async () => {
  await using app = await libraryApp();
  await app.put("a.mp3", mp4("mp4a"));
  await app.put("b.webm", webm(2));
  await app.pass();
  const typeOf = async (term: string) => {
    const opened = (await app.deps.library.open(await app.idOf(term)))!;
    using _file = opened.file;
    return opened.type;
  };
  assert.deepEqual([await typeOf("a"), await typeOf("b")], ["audio/mp4", "audio/webm"]);
});
