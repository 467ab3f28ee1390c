// The blocked words, each of which a press removes.
import { Icon } from "../../components/Icon.tsx";

export interface WordListProps {
  words: string[];
  remove: (word: string) => void;
}

export function WordList({ words, remove }: WordListProps) {
  if (words.length === 0) return null;
  return (
    <ul className="words" aria-label="Yasaklı kelimeler">
      {words.map((word) => (
        <li key={word}>
          <button
            type="button"
            className="word"
            aria-label={`Kaldır: ${word}`}
            onClick={() => remove(word)}
          >
            {word}
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}
