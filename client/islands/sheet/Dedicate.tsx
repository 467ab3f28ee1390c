// The fields by which a guest dedicates a song (docs/house.md#dedications). The sheet loads them if the cafe has dedications.
import type { Dedication } from "../../../server/contract/requests.ts";
import { texts } from "../language.ts";

interface DedicateProps {
  /** What can be wished, in the order of their numbers. */
  wishes: readonly string[];
  /** A blank name dedicates nothing. */
  dedication: Dedication;
  change: (dedication: Dedication) => void;
}

export function Dedicate({ wishes, dedication, change }: DedicateProps) {
  return (
    <details className="dedicate" open={dedication.to !== "" || undefined}>
      <summary>{texts.dedicate}</summary>
      <div className="field">
        <label htmlFor="dedicate-to">{texts.dedicateTo}</label>
        <input
          id="dedicate-to"
          type="text"
          autoComplete="off"
          maxLength={20}
          value={dedication.to}
          onChange={({ currentTarget }) => change({ ...dedication, to: currentTarget.value })}
        />
      </div>
      <div className="field">
        <label htmlFor="dedicate-wish">{texts.wish}</label>
        <select
          id="dedicate-wish"
          value={dedication.wish}
          onChange={({ currentTarget }) =>
            change({ ...dedication, wish: Number(currentTarget.value) })}
        >
          {wishes.map((wish, i) => <option key={wish} value={i + 1}>{wish}</option>)}
        </select>
      </div>
      <p className="tip-hint">{texts.dedicationShown}</p>
    </details>
  );
}
