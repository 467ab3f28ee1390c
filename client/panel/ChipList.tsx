// A list of short texts, each of which a press removes.
import { Icon } from "../components/Icon.tsx";

export interface ChipListProps {
  name: string;
  items: readonly string[];
  remove: (item: string) => void;
}

export function ChipList({ name, items, remove }: ChipListProps) {
  if (items.length === 0) return null;
  return (
    <ul className="chips" aria-label={name}>
      {items.map((item) => (
        <li key={item}>
          <button
            type="button"
            className="chip"
            aria-label={`Kaldır: ${item}`}
            onClick={() => remove(item)}
          >
            {item}
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}
