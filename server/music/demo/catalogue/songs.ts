// The demo account's catalogue. Its order breaks ties in a search.
import { type Song, toSong } from "../song.ts";
import { ANATOLIAN_ROCK } from "./anatolian_rock.ts";
import { TURKISH_CLASSICS } from "./turkish_classics.ts";
import { TURKISH_INDIE } from "./turkish_indie.ts";
import { TURKISH_POP } from "./turkish_pop.ts";
import { WORLD } from "./world.ts";

export const SONGS: readonly Song[] = [
  ...TURKISH_CLASSICS,
  ...ANATOLIAN_ROCK,
  ...TURKISH_POP,
  ...TURKISH_INDIE,
  ...WORLD,
].map(toSong);

const BY_ID = new Map(SONGS.map((song) => [song.id, song]));

/** The song with this id, if the catalogue has it. */
export function findSong(id: string): Song | undefined {
  return BY_ID.get(id);
}
