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
