// Searches the folder's songs (docs/library.md#search).
import type { Database } from "../../db/client.ts";
import { matchSongs } from "../../db/library_search.ts";
import type { LibrarySongRow } from "../../db/library_songs.ts";
import { fold, foldedWords } from "../fold.ts";
import { rankSong } from "../song_rank.ts";
import { correct } from "./typos.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Songs that are ranked, of all that match. */
const CANDIDATES = 200;
/** Further words of a term are ignored. */
const MAX_WORDS = 10;

/**
 * At most `max` songs that have a word for each beginning in `term`, in any order, best match first. If there is none,
 * mistyped words are corrected.
 */
export async function searchSongs(
  db: Database,
  vocabulary: Vocabulary,
  term: string,
  max: number,
): Promise<LibrarySongRow[]> {
  const words = foldedWords(term).slice(0, MAX_WORDS);
  if (words.length === 0) return [];
  const found = await match(db, words.map((word) => [word]));
  if (found.length > 0) return best(found, words.join(" "), max);
  const known = await vocabulary.words();
  const choices = words.map((word) => [word, ...correct(word, known)]);
  if (choices.every((choice) => choice.length === 1)) return [];
  const corrected = await match(db, choices);
  return best(corrected, choices.map(([word, first]) => first ?? word).join(" "), max);
}

/** The songs that have one word of each choice, those first whose text begins with the first choice. */
async function match(db: Database, choices: string[][]): Promise<LibrarySongRow[]> {
  const all = choices.map((words) => `(${words.map(beginning).join(" OR ")})`).join(" AND ");
  const first = `(${choices[0]!.map((word) => `^ ${beginning(word)}`).join(" OR ")})`;
  const rows = await matchSongs(db, { first: `${first} AND ${all}`, all }, CANDIDATES);
  return [...new Map([...rows.first, ...rows.all].map((row) => [row.id, row])).values()];
}

/** In FTS5's language: a word that begins so. A quoted text has no operators in it; `fold` leaves no quotes. */
function beginning(word: string): string {
  return `"${word}"*`;
}

function best(rows: LibrarySongRow[], wanted: string, max: number): LibrarySongRow[] {
  return rows
    .map((row) => {
      const folded = { title: fold(row.title), artists: fold(row.artist) };
      return { row, rank: rankSong(folded, wanted) };
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, max).map(({ row }) => row);
}
