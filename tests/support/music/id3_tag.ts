// ID3v2.3 tags, as players and Windows programs wrote them.
import { concat } from "./bytes.ts";

/** Texts by the names of their frames: TIT2 is the title, TPE1 the artist, TALB the album. */
export interface Id3Frames {
  /** Written in Windows' Turkish code page, and said to be Latin-1. */
  turkish?: Record<string, string>;
  /** Written in UTF-16. */
  texts?: Record<string, string>;
  /** User's own fields by their names. */
  fields?: Record<string, string>;
  /** Pictures by the code of their kind: 3 is the front cover. */
  pictures?: [kind: number, bytes: Uint8Array][];
}

const encoder = new TextEncoder();

/** Letters that the Turkish code page has in places of its own. */
const TURKISH: Record<string, number> = {
  ...{ İ: 0xdd, Ğ: 0xd0, Ş: 0xde },
  ...{ ı: 0xfd, ğ: 0xf0, ş: 0xfe },
};

export function id3Tag({ turkish, texts, fields, pictures }: Id3Frames): Uint8Array<ArrayBuffer> {
  const frames = concat(
    ...entries(turkish).map(([name, text]) =>
      frame(name, Uint8Array.of(0), Uint8Array.from(text, (c) => TURKISH[c] ?? c.charCodeAt(0)))
    ),
    ...entries(texts).map(([name, text]) =>
      frame(
        name,
        Uint8Array.of(1, 0xff, 0xfe),
        new Uint8Array(Uint16Array.from(units(text)).buffer),
      )
    ),
    ...entries(fields).map(([name, text]) =>
      frame("TXXX", Uint8Array.of(0), encoder.encode(`${name}\0${text}`))
    ),
    ...(pictures ?? []).map(([kind, bytes]) =>
      frame("APIC", encoder.encode("\0image/png\0"), Uint8Array.of(kind, 0), bytes)
    ),
  );
  return concat(id3Header(frames.length), frames);
}

/** The header of a tag of `length` bytes. */
export function id3Header(length: number): Uint8Array<ArrayBuffer> {
  const sevenBits = [21, 14, 7, 0].map((shift) => length >> shift & 0x7f);
  return concat(encoder.encode("ID3"), Uint8Array.of(3, 0, 0, ...sevenBits));
}

function frame(name: string, ...parts: Uint8Array[]): Uint8Array {
  const data = concat(...parts);
  const header = new DataView(new ArrayBuffer(6));
  header.setUint32(0, data.length);
  return concat(encoder.encode(name), new Uint8Array(header.buffer), data);
}

function units(text: string): number[] {
  return Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
}

function entries(record: Record<string, string> = {}): [string, string][] {
  return Object.entries(record);
}
