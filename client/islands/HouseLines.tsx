// What guests read of the rules of the house near the search (docs/house.md#what-guests-see).
import type { CafeHouse } from "../../server/contract/house.ts";

/** While requests are not accepted, the first line says so, and until when. */
export function HouseLines({ house: { open, lines } }: { house: CafeHouse }) {
  return (
    <>
      {/* Always there, so that screen readers hear what is put into it. */}
      <p className="house-closed" role="status">{!open && lines[0]}</p>
      {open && lines.length > 0 && (
        <ul className="house-lines" aria-label="Bu kafenin kuralları">
          {lines.map((line) => <li key={line}>{line}</li>)}
        </ul>
      )}
    </>
  );
}
