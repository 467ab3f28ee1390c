// What the till was to receive and received on each day, newest first. Days without either are left out, but today.
import type { TillDays } from "../../../server/contract/till.ts";
import { Money } from "../../components/Money.tsx";
import { formatDate } from "../../lib/format.ts";

export function TillTable({ days }: TillDays) {
  const shown = days.toReversed()
    .filter(({ expected, received }, i) => i === 0 || expected !== 0 || received !== 0);
  return (
    <table className="table" role="table">
      <caption className="visually-hidden">Gün gün kasa</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">Gün</th>
          <th role="columnheader" scope="col" className="figure">Beklenen</th>
          <th role="columnheader" scope="col" className="figure">Alınan</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {shown.map(({ date, expected, received }) => (
          <tr role="row" key={date}>
            <th role="rowheader" scope="row">{formatDate(date)}</th>
            <td role="cell" className="figure">
              <Money tl={expected} />
            </td>
            <td role="cell" className="figure">
              <Money tl={received} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
