// Leaves songs out of a search that the rules of the house refuse (docs/house.md#explicit-songs).
import { refusesExplicit } from "../../db/house.ts";
import type { FoundSong } from "../contract/music.ts";
import type { Deps } from "../deps.ts";

/** The songs without those that are marked explicit, if the owner refuses them. */
export async function allowedSongs(
  { db }: Pick<Deps, "db">,
  ownerId: string,
  songs: FoundSong[],
): Promise<FoundSong[]> {
  // Most searches find none, and then nothing is read.
  if (!songs.some(({ explicit }) => explicit)) return songs;
  return await refusesExplicit(db, ownerId) ? songs.filter(({ explicit }) => !explicit) : songs;
}
