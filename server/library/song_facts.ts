// What the tags of a file say of its song (docs/library.md#tags). Pure.
import type { IAudioMetadata } from "music-metadata";
import { songText } from "../contract/fields.ts";
import { fromPath } from "./song_names.ts";

/** The texts of one tag, all of each: a song may have several artists. */
export interface SongTexts {
  titles: string[];
  artists: string[];
  albums: string[];
  albumArtists: string[];
}

interface SongFacts {
  title: string;
  /** All of them, with commas between. */
  artist: string;
  album: string;
  isExplicit: boolean;
  /** By how much to change its loudness, in dB. */
  gainDb: number;
  /** The recording's code (ISO 3901), empty without one. */
  isrc: string;
}

/** Of a song that does not say how loud it is: most are this much louder than those that do. */
const UNTAGGED_GAIN_DB = -6;
const MIN_GAIN_DB = -24;
const MAX_GAIN_DB = 6;
/** R128 aims at -23 LUFS, ReplayGain at -18. */
const R128_TO_REPLAY_GAIN_DB = 5;

/** With or without hyphens. */
const ISRC = /^[A-Z]{2}-?[A-Z0-9]{3}-?\d{2}-?\d{5}$/i;

/** The facts of the song at `path` within the folder. Each text is that of the first tag that has it. */
export function songFacts(path: string, tags: IAudioMetadata, texts: SongTexts[]): SongFacts {
  const all = (kind: keyof SongTexts) =>
    texts.map((tag) => [...new Set(tag[kind].map(songText).filter((text) => text !== ""))])
      .find((values) => values.length > 0) ?? [];
  const named = fromPath(path);
  return {
    title: all("titles")[0] ?? songText(named.title),
    artist: songText(all("artists").join(", ")) || songText(all("albumArtists").join(", ")) ||
      songText(named.artist) || "Bilinmeyen sanatçı",
    album: all("albums")[0] ?? songText(named.album),
    isExplicit: nativeTags(tags, /^rtng$|ITUNESADVISORY$/i).some((value) => /^[14]$/.test(value)),
    gainDb: gainOf(tags),
    isrc: (tags.common.isrc ?? []).map((code) => code.trim()).find((code) => ISRC.test(code))
      ?.replaceAll("-", "").toUpperCase() ?? "",
  };
}

/** What fields are called in tags whose texts are always UTF-8, in lower case. */
const FIELDS: Record<string, Record<keyof SongTexts, string[]>> = {
  matroska: {
    titles: ["track:title", "segment:title"],
    artists: ["track:artist"],
    albums: ["album:title", "track:album"],
    albumArtists: ["album:artist", "track:album_artist"],
  },
  APEv2: {
    titles: ["title"],
    artists: ["artist"],
    albums: ["album"],
    albumArtists: ["album artist", "albumartist"],
  },
  vorbis: {
    titles: ["title"],
    artists: ["artist"],
    albums: ["album"],
    albumArtists: ["albumartist", "album artist", "album_artist"],
  },
  iTunes: {
    titles: ["©nam"],
    artists: ["©art"],
    albums: ["©alb"],
    albumArtists: ["aart"],
  },
};

/** The texts of the tags of this kind, which the library has read. */
export function nativeTexts(kind: string, { native }: IAudioMetadata): SongTexts {
  const read = (names: string[] = []) =>
    names.map((name) =>
      (native[kind] ?? []).filter(({ id, value }) =>
        id.toLowerCase() === name && typeof value === "string"
      ).map(({ value }) => String(value))
    ).find((values) => values.length > 0) ?? [];
  const { titles, artists, albums, albumArtists } = FIELDS[kind] ?? {};
  return {
    titles: read(titles),
    artists: read(artists),
    albums: read(albums),
    albumArtists: read(albumArtists),
  };
}

/** The texts in the comments of FLAC: 'NAME=value'. */
export function commentTexts(comments: string[]): SongTexts {
  const native = comments.map((comment) => {
    const at = comment.indexOf("=");
    return { id: comment.slice(0, at), value: comment.slice(at + 1) };
  });
  return nativeTexts("vorbis", { native: { vorbis: native } } as unknown as IAudioMetadata);
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
