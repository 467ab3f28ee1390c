// What a player can play.
import type { Song } from "../song.ts";

/** A podcast's episode. The API shows it only to those who ask for `additional_types=episode`. */
export interface Episode {
  type: "episode";
  id: string;
  uri: string;
  title: string;
  show: string;
  durationMs: number;
}

/** An advertisement. The API shows neither it nor its duration. */
export interface Advertisement {
  type: "ad";
  uri: string;
  title: string;
  durationMs: number;
}

export type Item = Song | Episode | Advertisement;

// How long items play: as long as in the catalogue, or shorter for someone who tries out what follows a song.

/** A factor of the catalogue's duration, or a fixed length in ms. */
export type SongLength = { factor: number } | { ms: number };

/** A bound on how many songs begin and end between two looks at the player. */
const MIN_LENGTH_MS = 1_000;

/** How long `item` plays, in ms. */
export function lengthOf({ durationMs }: Pick<Item, "durationMs">, length?: SongLength): number {
  if (!length) return durationMs;
  const shortMs = "ms" in length ? length.ms : durationMs * length.factor;
  return Math.max(MIN_LENGTH_MS, Math.round(shortMs));
}
