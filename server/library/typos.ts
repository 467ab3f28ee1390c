// Words that differ from a mistyped one by an edit or two (docs/library.md#search). Pure.

/** A word that songs have, prepared for comparing. */
export interface VocabularyWord {
  word: string;
  /** How many songs have it. */
  songs: number;
  /** One bit for each letter in it. */
  letters: number;
}

/** As many corrections of a word are searched for. */
const MAX_CORRECTIONS = 5;

/** How many edits a word of this length may need: in short ones each would be another word. */
export function editsFor(length: number): number {
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
