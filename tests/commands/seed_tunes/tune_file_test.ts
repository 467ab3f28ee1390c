import { strict as assert } from "node:assert";
import { inflateSync } from "node:zlib";
import { drawCover, tuneFile, wavFile } from "../../../server/commands/seed_tunes/tune_file.ts";
import { TUNES } from "../../../server/commands/seed_tunes/tunes.ts";

const TAGS = { title: "Sabah Çayı", artist: "Işığın Üçlüsü", album: "İlk Demlik" };
const COVER = drawCover(TUNES[0]!.cover);

Deno.test("wavFile writes 16 bit stereo at 44.1 kHz, and cuts what is too loud", () => {
  const left = Float32Array.from([0, 0.5, 2, -2]);
  const chunks = readWav(wavFile({ left, right: left.map((value) => -value) }, tags()));
  const format = new DataView(chunks["fmt "]!.slice().buffer);
  assert.deepEqual(
    [0, 2, 12, 14].map((at) => format.getUint16(at, true)),
    [1, 2, 4, 16],
  );
  assert.deepEqual([4, 8].map((at) => format.getUint32(at, true)), [44_100, 176_400]);
  assert.deepEqual(
    [...new Int16Array(chunks.data!.slice().buffer)],
    [0, 0, 16384, -16383, 32767, -32768, -32768, 32767],
  );
});

Deno.test("wavFile tells title, artist and album in its INFO list", () => {
  const list = readWav(wavFile(SILENCE, tags())).LIST!;
  assert.equal(text(list.subarray(0, 4)), "INFO");
  assert.deepEqual(
    Object.fromEntries(Object.entries(readChunks(list, 4)).map(([id, value]) => [id, text(value)])),
    { INAM: "Sabah Çayı\0", IART: "Işığın Üçlüsü\0", IPRD: "İlk Demlik\0" },
  );
});

Deno.test("wavFile has an ID3v2.4 tag with title, artist, album, loudness and cover, before the sound", () => {
  const chunks = readWav(wavFile(SILENCE, tags()));
  assert.deepEqual(Object.keys(chunks), ["fmt ", "LIST", "id3 ", "data"]);
  const frames = readId3(chunks["id3 "]!);
  const texts = frames.filter(({ id }) => id !== "APIC");
  assert.deepEqual(texts.map(({ id, body }) => `${id} ${body[0]} ${text(body.subarray(1))}`), [
    "TIT2 3 Sabah Çayı",
    "TPE1 3 Işığın Üçlüsü",
    "TALB 3 İlk Demlik",
    "TXXX 3 REPLAYGAIN_TRACK_GAIN\x000.00 dB",
    "TXXX 3 REPLAYGAIN_TRACK_PEAK\x000.250000",
  ]);
  const picture = frames.find(({ id }) => id === "APIC")!.body;
  assert.equal(text(picture.subarray(0, 13)), "\x03image/png\0\x03\0");
  assert.deepEqual(picture.subarray(13), COVER);
});

Deno.test("tuneFile holds the tune's own title, artist, album and cover", () => {
  const tune = TUNES[1]!;
  const chunks = readWav(tuneFile(tune));
  const bodies = readId3(chunks["id3 "]!).map(({ body }) => body);
  assert.deepEqual(bodies.slice(0, 3).map((body) => text(body.subarray(1))), [
    tune.title,
    tune.artist,
    tune.album,
  ]);
  assert.deepEqual(bodies.at(-1)!.subarray(13), drawCover(tune.cover));
  assert.ok(chunks.data!.length > 20 * 176_400);
});

Deno.test("drawCover draws a PNG of 320 pixels, another for each tune, under 20 kB", () => {
  const covers = TUNES.map(({ cover }) => drawCover(cover));
  assert.equal(new Set(covers.map((png) => png.toHex())).size, TUNES.length);
  for (const png of covers) {
    assert.ok(png.length < 20_000);
    const view = new DataView(png.buffer);
    assert.deepEqual([view.getUint32(16), view.getUint32(20)], [320, 320]);
    const length = view.getUint32(33);
    assert.equal(text(png.subarray(37, 41)), "IDAT");
    assert.equal(inflateSync(png.subarray(41, 41 + length)).length, 320 * (3 * 320 + 1));
  }
});

const SILENCE = { left: Float32Array.from([0, 0.25]), right: new Float32Array(2) };

function tags() {
  return { ...TAGS, cover: COVER };
}

function readWav(file: Uint8Array): Record<string, Uint8Array> {
  const { RIFF: riff } = readChunks(file, 0);
  assert.equal(riff!.length, file.length - 8);
  assert.equal(text(riff!.subarray(0, 4)), "WAVE");
  return readChunks(riff!, 4);
}

/** The chunks of `bytes`, in their order. */
function readChunks(bytes: Uint8Array, from: number): Record<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Record<string, Uint8Array> = {};
  for (let at = from; at < bytes.length;) {
    const length = view.getUint32(at + 4, true);
    chunks[text(bytes.subarray(at, at + 4))] = bytes.subarray(at + 8, at + 8 + length);
    at += 8 + length + length % 2;
  }
  return chunks;
}

function readId3(tag: Uint8Array): { id: string; body: Uint8Array }[] {
  assert.equal(text(tag.subarray(0, 6)), "ID3\x04\0\0");
  assert.equal(readSyncSafe(tag, 6), tag.length - 10);
  const frames: { id: string; body: Uint8Array }[] = [];
  for (let at = 10; at < tag.length;) {
    const length = readSyncSafe(tag, at + 4);
    frames.push({
      id: text(tag.subarray(at, at + 4)),
      body: tag.subarray(at + 10, at + 10 + length),
    });
    at += 10 + length;
  }
  return frames;
}

function readSyncSafe(bytes: Uint8Array, at: number): number {
  const parts = [...bytes.subarray(at, at + 4)];
  assert.ok(parts.every((part) => part < 128));
  return parts.reduce((sum, part) => sum * 128 + part, 0);
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
