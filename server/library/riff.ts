// Reads the chunks of a WAV file: how its sound is coded, how long it is, and what its tags say.
import { ascii, type FileBytes, little32, view } from "./file_bytes.ts";
import { decodeBytes } from "./decode_text.ts";
import { readId3v2 } from "./id3.ts";
import type { SongTexts } from "./song_facts.ts";

export interface Wave {
  /** The number of its coding; 1 is PCM. */
  coding: number;
  /** Undefined if the file does not say how many bytes make a second. */
  seconds: number | undefined;
  /** What its ID3 tag says, and its list of names. */
  id3: SongTexts;
  info: SongTexts;
}

/** Its real coding stands further behind. */
const EXTENSIBLE = 0xfffe;
/** More chunks than that are none. */
const MAX_CHUNKS = 1_000;
/** The list of names of a song is small. */
const MAX_LIST = 256 * 1024;

const NONE: SongTexts = { titles: [], artists: [], albums: [], albumArtists: [] };

export async function readWave(file: FileBytes): Promise<Wave> {
  const wave: Wave = { coding: 0, seconds: undefined, id3: NONE, info: NONE };
  let bytesASecond = 0;
  for (let at = 12, left = MAX_CHUNKS; at + 8 <= file.size && left > 0; left--) {
    const header = await file.at(at, 8);
    const name = ascii(header, 0, 4);
    const told = little32(header, 4);
    const from = at + 8;
    // A program that wrote it as a stream did not know its length.
    const size = name === "data" && (told === 0 || from + told > file.size)
      ? file.size - from
      : told;
    if (name === "fmt ") {
      const format = view((await file.at(from, 40)).slice());
      const coding = format.getUint16(0, true);
      const hasMore = coding === EXTENSIBLE && size >= 26;
      wave.coding = hasMore ? format.getUint16(24, true) : coding;
      bytesASecond = format.getUint32(8, true);
    } else if (name === "data" && bytesASecond > 0) wave.seconds = size / bytesASecond;
    else if (name === "LIST") {
      wave.info = namesOf((await file.at(from, Math.min(size, MAX_LIST))).slice());
    } else if (/^id3 $/i.test(name)) wave.id3 = (await readId3v2(file, from)).texts;
    at = from + size + size % 2;
  }
  return wave;
}

const FIELDS: Record<string, keyof SongTexts> = {
  ...{ INAM: "titles", IART: "artists", IPRD: "albums" },
};

function namesOf(list: Uint8Array): SongTexts {
  const texts: SongTexts = { titles: [], artists: [], albums: [], albumArtists: [] };
  if (ascii(list, 0, 4) !== "INFO") return texts;
  for (let at = 4; at + 8 <= list.length;) {
    const size = little32(list, at + 4);
    const bytes = list.subarray(at + 8, at + 8 + size);
    const end = bytes.indexOf(0);
    const field = FIELDS[ascii(list, at, at + 4)];
    if (field) texts[field].push(decodeBytes(end === -1 ? bytes : bytes.subarray(0, end)));
    at += 8 + size + size % 2;
  }
  return texts;
}
