// Which columns of a list have the songs' names and the artists', for a file that does not tell (docs/manual.md#columns).
import { useId } from "react";
import type { ListPreview } from "../../../server/contract/music_settings.ts";

type Columns = NonNullable<ListPreview["columns"]>;

interface ListColumnsChoiceProps {
  columns: Columns;
  /** The file is being read or sent, so that nothing can be chosen. */
  resting: boolean;
  choose: (columns: Pick<Columns, "title" | "artist">) => void;
}

/** Who chooses the other field's column has swapped both. */
export function ListColumnsChoice({ columns, resting, choose }: ListColumnsChoiceProps) {
  const { names, title, artist } = columns;
  const field = { names, resting };
  return (
    <fieldset className="list-columns">
      <legend>Adlar hangi sütunda?</legend>
      <ColumnField
        {...field}
        label="Şarkının adı"
        column={title}
        choose={(column) => choose({ title: column, artist: column === artist ? title : artist })}
      />
      <ColumnField
        {...field}
        label="Sanatçının adı"
        column={artist}
        choose={(column) => choose({ title: column === title ? artist : title, artist: column })}
      />
    </fieldset>
  );
}

interface ColumnFieldProps {
  label: string;
  names: string[];
  column: number;
  resting: boolean;
  choose: (column: number) => void;
}

function ColumnField({ label, names, column, resting, choose }: ColumnFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        // `disabled` would drop the focus.
        aria-disabled={resting || undefined}
        value={column}
        onChange={({ currentTarget }) => {
          if (!resting) choose(Number(currentTarget.value));
        }}
      >
        {names.map((name, at) => (
          <option key={at} value={at}>{at + 1}. sütun{name && `: ${name}`}</option>
        ))}
      </select>
    </div>
  );
}
