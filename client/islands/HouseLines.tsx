// What guests read of the rules of the house near the search (docs/house.md#what-guests-see).
import type { CafeHouse } from "../../server/contract/house.ts";

/** While requests are not accepted, the first line says so, and until when. */
export function HouseLines({ house: { open, lines } }: { house: CafeHouse }) {
  const [first, ...others] = lines;
  return (
    <>
      {/* Always there, so that screen readers hear what is put into it. */}
      <p className="house-closed" role="status">{!open && first}</p>
      {open && first && (
        <div className="house-lines">
          <p>{first}</p>
          {others.length > 0 && (
            <details>
              <summary>Kurallar</summary>
              <ul>{others.map((line) => <li key={line}>{line}</li>)}</ul>
            </details>
          )}
        </div>
      )}
    </>
  );
}
