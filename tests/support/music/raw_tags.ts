// Tags as old programs wrote them, byte by byte: encodings that are not what they say, sizes in eight bits, texts after a NUL.
import { concat } from "./audio_files.ts";

/** A frame of text: its name, the number of the encoding that it claims, and its bytes. */
export type RawFrame = [name: string, encoding: number, bytes: Uint8Array];

export const utf8 = (text: string) => new TextEncoder().encode(text);

/** UTF-16 with its mark, the low bytes first. */
export function utf16(text: string): Uint8Array {
  const units = Uint16Array.from([
    0xfeff,
    ...Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)),
  ]);
  return new Uint8Array(units.buffer);
}

const TURKISH: Record<string, number> = { İ: 0xdd, Ğ: 0xd0, Ş: 0xde, ı: 0xfd, ğ: 0xf0, ş: 0xfe };

/** Windows' Turkish code page. */
export function cp1254(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => TURKISH[letter] ?? letter.charCodeAt(0));
}

/** An ID3v2 tag. `arePlain`: the sizes of a version 4 have eight bits a byte, as iTunes wrote them. */
export function rawId3(
  frames: RawFrame[],
  { version = 3, arePlain = false } = {},
): Uint8Array<ArrayBuffer> {
  const sevenBits = (size: number) => [21, 14, 7, 0].map((shift) => size >> shift & 0x7f);
  const eightBits = (size: number) => [24, 16, 8, 0].map((shift) => size >> shift & 0xff);
  const parts = frames.map(([name, encoding, bytes]) => {
    const size = bytes.length + 1;
    const sizes = version === 2
      ? eightBits(size).slice(1)
      : version === 4 && !arePlain
      ? sevenBits(size)
      : eightBits(size);
    const flags = version === 2 ? [] : [0, 0];
    return concat(utf8(name), Uint8Array.from([...sizes, ...flags, encoding]), bytes);
  });
  const all = concat(...parts);
  return concat(utf8("ID3"), Uint8Array.of(version, 0, 0, ...sevenBits(all.length)), all);
}

/** The 128 bytes at a file's end. */
export function rawId3v1(title: Uint8Array, artist: Uint8Array): Uint8Array<ArrayBuffer> {
  const tag = new Uint8Array(128);
  tag.set(utf8("TAG"));
  tag.set(title.subarray(0, 30), 3);
  tag.set(artist.subarray(0, 30), 33);
  return tag as Uint8Array<ArrayBuffer>;
}

/** An APE tag without names, as MP3Gain leaves it behind the sound. */
export function gainTag(): Uint8Array<ArrayBuffer> {
  const item = concat(little32(3), little32(0), utf8("MP3GAIN_MINMAX\0"), utf8("1,2"));
  const head = (flags: number) =>
    concat(
      utf8("APETAGEX"),
      ...[2_000, item.length + 32, 1, flags >>> 0].map(little32),
      new Uint8Array(8),
    );
  return concat(head(0xa0000000), item, head(0x80000000));
}

function little32(value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, value, true);
  return new Uint8Array(view.buffer);
}
