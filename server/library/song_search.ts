// Searches the folder's songs (docs/library.md#search).
import type { Database } from "../../db/connection/client.ts";
import { type LibrarySongRow, listWords, matchSongs } from "../../db/music/library.ts";
import { foldedWords, foldName, rankSong } from "../fold.ts";

/** A word that songs have, prepared for comparing. */
interface VocabularyWord {
  word: string;
  /** How many songs have the word. */
  songs: number;
  /** The word's letters, one bit for each. */
  letters: number;
}

/** As many corrections of a word are searched for. */
const MAX_CORRECTIONS = 5;

/** How many edits a word of this length may need: in short ones each would be another word. */
function editsFor(length: number): number {
  return length >= 8 ? 2 : length >= 4 ? 1 : 0;
}

/** The closest words, those of more songs first. */
export function correct(word: string, vocabulary: VocabularyWord[]): string[] {
  const max = editsFor(word.length);
  if (max === 0) return [];
  const letters = lettersOf(word);
  const close: { word: string; songs: number; edits: number }[] = [];
  for (const each of vocabulary) {
    if (Math.abs(each.word.length - word.length) > max) continue;
    // Each edit adds or removes at most two letters.
    if (bits(each.letters ^ letters) > 2 * max) continue;
    const edits = editDistance(each.word, word, max);
    if (edits <= max) close.push({ word: each.word, songs: each.songs, edits });
  }
  return close.sort((a, b) => a.edits - b.edits || b.songs - a.songs)
    .slice(0, MAX_CORRECTIONS).map((each) => each.word);
}

/** A letter's bit. Letters that share one are compared by their edits alone. */
export function lettersOf(word: string): number {
  let letters = 0;
  for (let i = 0; i < word.length; i++) letters |= 1 << (word.charCodeAt(i) % 32);
  return letters;
}

/** How many letters to add, remove, replace or swap with their neighbour; more than `max` if that is exceeded. */
export function editDistance(a: string, b: string, max: number): number {
  let older: number[] = [];
  let before = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const replaced = before[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(replaced, before[j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, older[j - 2]! + 1);
      }
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > max) return max + 1;
    [older, before] = [before, row];
  }
  return before[b.length]!;
}

function bits(number: number): number {
  let count = 0;
  for (let rest = number; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Words read at once, so that other work goes on between. */
const PAGE = 2_000;

interface Vocabulary {
  words(): Promise<VocabularyWord[]>;
  /** Forgets the words that were read, because songs have changed. */
  forget(): void;
}

export function createVocabulary(db: Database): Vocabulary {
  let kept: Promise<VocabularyWord[]> | undefined;
  const forget = () => void (kept = undefined);
  return {
    words() {
      if (kept) return kept;
      const reading = readAll(db);
      // What could not be read is read again at the next search.
      reading.catch(() => kept === reading && forget());
      return kept = reading;
    },
    forget,
  };
}

async function readAll(db: Database): Promise<VocabularyWord[]> {
  const words: VocabularyWord[] = [];
  let page: Awaited<ReturnType<typeof listWords>>;
  do {
    page = await listWords(db, words.at(-1)?.word ?? "", PAGE);
    words.push(...page.map(({ word, songs }) => ({ word, songs, letters: lettersOf(word) })));
    await new Promise((resolve) => setImmediate(resolve));
  } while (page.length === PAGE);
  return words;
}

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

/** In FTS5's language: a word that begins so. A quoted text has no operators in it; `foldedWords` leaves no quotes. */
function beginning(word: string): string {
  return `"${word}"*`;
}

function best(rows: LibrarySongRow[], wanted: string, max: number): LibrarySongRow[] {
  return rows
    .map((row) => {
      const folded = { title: foldName(row.title), artists: foldName(row.artist) };
      return { row, rank: rankSong(folded, wanted) };
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, max).map(({ row }) => row);
}
