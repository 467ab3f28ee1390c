// What autoplay plays after the last song.
import { SONGS } from "../catalogue/songs.ts";
import type { Item } from "./item.ts";

const COUNT = 20;

/** Songs by the artist of `item` first, then those that stand near it in the catalogue. */
export function similarTo(item: Item | undefined): Item[] {
  const at = SONGS.findIndex(({ uri }) => uri === item?.uri);
  const artist = SONGS[at]?.artists[0];
  const others = [...SONGS.slice(at + 1), ...SONGS.slice(0, Math.max(0, at))];
  const isBySame = (song: typeof SONGS[number]) => song.artists[0] === artist;
  return [...others.filter(isBySame), ...others.filter((song) => !isBySame(song))].slice(0, COUNT);
}
