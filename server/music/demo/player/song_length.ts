// How long items play: as long as in the catalogue, or shorter for someone who tries out what follows a song.
import type { Item } from "./item.ts";

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
