// An ID3v2.4 tag: title, artist, album, loudness and cover.
import { type Bytes, join, uint32 } from "./bytes.ts";

export interface Tags {
  title: string;
  artist: string;
  album: string;
  /** A PNG. */
  cover: Uint8Array;
  /** The highest sample, where 1 is the loudest that a file can hold. */
  peak: number;
}

/** Text is UTF-8 (encoding 3). The gain is 0 dB, since a tune has the normal loudness already. */
export function id3Tag({ title, artist, album, cover, peak }: Tags): Bytes {
  const frames = join(
    frame("TIT2", UTF_8, title),
    frame("TPE1", UTF_8, artist),
    frame("TALB", UTF_8, album),
    frame("TXXX", UTF_8, "REPLAYGAIN_TRACK_GAIN\0", "0.00 dB"),
    frame("TXXX", UTF_8, "REPLAYGAIN_TRACK_PEAK\0", peak.toFixed(6)),
    frame("APIC", UTF_8, "image/png\0", FRONT_COVER, "\0", cover),
  );
  return join("ID3", VERSION_4, syncSafe(frames.length), frames);
}

const UTF_8 = new Uint8Array([3]);
const FRONT_COVER = new Uint8Array([3]);
/** Version 2.4.0, without flags. */
const VERSION_4 = new Uint8Array([4, 0, 0]);

function frame(id: string, ...content: (Uint8Array | string)[]): Bytes {
  const body = join(...content);
  return join(id, syncSafe(body.length), "\0\0", body);
}

/** Seven bits in each byte, so that no player takes a length for the beginning of sound. */
function syncSafe(length: number): Bytes {
  return uint32(
    (length & 0x7f) | (length & 0x3f80) << 1 | (length & 0x1fc000) << 2 |
      (length & 0xfe00000) << 3,
  );
}
