// What a file's tags say of a song (docs/library.md#tags). Pure.
import type { IAudioMetadata } from "music-metadata";
import { cleanText, fromPath, repairTurkish } from "./tag_text.ts";

/** Of a song that does not say how loud it is: most are this much louder than those that do. */
const UNTAGGED_GAIN_DB = -6;
const MIN_GAIN_DB = -24;
const MAX_GAIN_DB = 6;
/** R128 aims at -23 LUFS, ReplayGain at -18. */
const R128_TO_REPLAY_GAIN_DB = 5;

export interface SongFacts {
  title: string;
  artist: string;
  album: string;
  durationMs: number;
  isExplicit: boolean;
  /** By how much to change its loudness, in dB. */
  gainDb: number;
}

/** The facts of the song at `path` within the folder. */
export function songFacts(path: string, tags: IAudioMetadata): SongFacts {
  const { common, format } = tags;
  const types = Object.keys(tags.native).filter((type) => tags.native[type]!.length > 0);
  const isId3 = types.length > 0 && types.every((type) => type.startsWith("ID3"));
  const text = (tag?: string) => cleanText(isId3 ? repairTurkish(tag ?? "") : tag);
  const named = fromPath(path);
  return {
    title: text(common.title) || cleanText(named.title),
    artist: text(common.artist) || text(common.albumartist) || cleanText(named.artist) ||
      "Bilinmeyen sanatçı",
    album: text(common.album) || cleanText(named.album),
    durationMs: Math.round((format.duration ?? 0) * 1000),
    isExplicit: nativeTags(tags, /^rtng$|ITUNESADVISORY$/i).some((value) => /^[14]$/.test(value)),
    gainDb: gainOf(tags),
  };
}

/** Never so much that the song's loudest moment is distorted. */
function gainOf(tags: IAudioMetadata): number {
  const { replaygain_track_gain: gain, replaygain_track_peak: peak } = tags.common;
  const [r128] = nativeTags(tags, /^R128_TRACK_GAIN$/i).map(Number).filter(Number.isFinite);
  const wanted = gain?.dB ?? (r128 === undefined ? undefined : r128 / 256 + R128_TO_REPLAY_GAIN_DB);
  if (wanted === undefined || !Number.isFinite(wanted)) return UNTAGGED_GAIN_DB;
  const headroom = peak && peak.ratio > 0 ? -20 * Math.log10(peak.ratio) : MAX_GAIN_DB;
  const bounded = Math.min(Math.max(Math.min(wanted, headroom), MIN_GAIN_DB), MAX_GAIN_DB);
  return Math.round(bounded * 100) / 100;
}

/** The values of the tags whose names match, of any kind of tag. */
function nativeTags({ native }: IAudioMetadata, name: RegExp): string[] {
  return Object.values(native).flat().filter(({ id }) => name.test(id))
    .map(({ value }) => String(value));
}
