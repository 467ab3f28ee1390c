// Which song a recording is of, and the text in which blocked words are looked for (docs/house.md). Pure.
import { fold, foldedSong, foldName } from "../fold.ts";

/** In folded text: what makes a recording another one of the same song. */
const SAME_SONG =
  /\b(remaster(ed|lanmis)?|(radio|single) (edit|version|mix)|(album|original|mono|stereo) (version|mix)|mono|stereo|deluxe|bonus track|explicit|clean)\b/;
const WITH_OTHERS = /^(feat|ft|featuring|with)\b/;

/** What the rules compare of a song. */
interface SongWords {
  /** Title and artist folded, each word between two blanks, as blocked words are looked for in them. */
  folded: string;
  /**
   * By which a song is known whatever its recording, unlike by `songOf` (docs/music.md#the-same-song): the title without
   * remarks on it, and the first artist, both folded.
   */
  songKey: string;
}

export function songWords({ title, artist }: { title: string; artist: string }): SongWords {
  // A title that is nothing but a remark keeps it.
  const keyTitle = fold(bareTitle(title)) || foldName(title);
  const keyArtist = fold(firstArtist(artist)) || foldName(artist);
  return { folded: foldedSong(title, artist), songKey: `${keyTitle}|${keyArtist}` };
}

/** A blocked word or phrase as it occurs in folded songs. Undefined if it has neither letters nor digits. */
export function foldedWord(word: string): string | undefined {
  const folded = fold(word);
  return folded === "" ? undefined : ` ${folded} `;
}

function bareTitle(title: string): string {
  const bare = title.replace(/[([]([^()[\]]*)[)\]]/g, (all, inside) => isRemark(inside) ? " " : all)
    .replace(/\s(feat|ft|featuring)\.?\s.*$/i, "");
  const parts = bare.split(/\s[-–—]\s/);
  while (parts.length > 1 && isRemark(parts.at(-1)!)) parts.pop();
  return parts.join(" ");
}

function isRemark(text: string): boolean {
  const folded = fold(text);
  return SAME_SONG.test(folded) || WITH_OTHERS.test(folded);
}

/** A slash without blanks beside it is a part of a name: 'AC/DC'. */
function firstArtist(artist: string): string {
  return artist.split(/[,;&]|\s\/\s|[\s([](?:feat|ft|featuring|with)\b/i)[0]!;
}
