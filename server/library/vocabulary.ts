// The words of all songs, in memory, from which mistyped words are corrected (docs/library.md#search).
import type { Database } from "../../db/client.ts";
import { listWords } from "../../db/library_search.ts";
import { lettersOf, type VocabularyWord } from "./typos.ts";

/** Words read at once, so that other work goes on between. */
const PAGE = 2_000;

export interface Vocabulary {
  words(): Promise<VocabularyWord[]>;
  /** Songs have changed. */
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
