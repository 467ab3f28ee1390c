// A song of the demo catalogue.
import { createHash } from "node:crypto";

/** A row of the catalogue: title, artists joined by ' + ', album, minutes and seconds, rating. */
export type SongRow = [
  title: string,
  artists: string,
  album: string,
  duration: `${number}:${number}`,
  rating?: "explicit",
];

export interface Song {
  type: "track";
  id: string;
  uri: string;
  title: string;
  artists: string[];
  album: string;
  durationMs: number;
  explicit: boolean;
}

const BASE62 = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Reads one row. The id is derived from title and artists, so it never changes. */
export function toSong([title, artists, album, duration, rating]: SongRow): Song {
  const id = base62Id(`track:${title}:${artists}`);
  const [minutes = 0, seconds = 0] = duration.split(":").map(Number);
  return {
    type: "track",
    id,
    uri: `spotify:track:${id}`,
    title,
    artists: artists.split(" + "),
    album,
    durationMs: (minutes * 60 + seconds) * 1000,
    explicit: rating === "explicit",
  };
}

/** A stable id in Spotify's form: 128 bits as 22 base-62 characters. */
export function base62Id(name: string): string {
  const digest = createHash("sha256").update(name).digest("hex");
  let rest = BigInt(`0x${digest.slice(0, 32)}`);
  let id = "";
  for (let i = 0; i < 22; i++, rest /= 62n) id = BASE62[Number(rest % 62n)] + id;
  return id;
}

// A seeded random number generator: the same id always gives the same numbers.

export interface Chance {
  /** A number from `least` up to, not including, `most`. */
  between(least: number, most: number): number;
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  pick<T>(from: readonly [T, ...T[]]): T;
  shuffled<T>(items: readonly T[]): T[];
}

/** mulberry32, seeded by the FNV-1a hash of `id`. */
export function createChance(id: string): Chance {
  let state = 0x811c9dc5;
  for (const letter of id) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    between: (least, most) => least + next() * (most - least),
    whole,
    pick: <T>(from: readonly [T, ...T[]]) => from[whole(0, from.length - 1)] ?? from[0],
    shuffled(items) {
      const left = [...items];
      return items.map(() => left.splice(whole(0, left.length - 1), 1)[0]!);
    },
  };
}
