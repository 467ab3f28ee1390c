// The earnings by day as a bar chart, and the same figures as a table.
import { Money } from "../../components/Money.tsx";
import { formatDate, formatMoney, formatShortDay } from "../../lib/format.ts";
import { chartShape, totalOf } from "./chart_shape.ts";

export interface EarningsChartProps {
  /** Every day of the period, oldest first. `date` is an Istanbul day, `amount` is in TL. */
  days: { date: string; amount: number }[];
}

/** The width of a bar, as a share of the width of a day. */
const BAR = 0.72;

export function EarningsChart({ days }: EarningsChartProps) {
  const { top, heights } = chartShape(days.map(({ amount }) => amount));
  const total = totalOf(days.map(({ amount }) => amount));
  return (
    <figure className="chart">
      <figcaption>
        Toplam <strong>{formatMoney(total)}</strong>
      </figcaption>
      <div className="chart-plot">
        <p className="chart-scale" aria-hidden="true">
          <span>{top.toLocaleString("tr-TR")} TL</span>
          <span>{(top / 2).toLocaleString("tr-TR")} TL</span>
          <span>0</span>
        </p>
        <svg
          className="chart-bars"
          viewBox={`0 0 ${days.length} 1`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`Son ${days.length} günün kazancı, toplam ${formatMoney(total)}`}
        >
          {[0, 0.5, 1].map((y) => (
            <path key={y} className="chart-line" d={`M0 ${y}H${days.length}`} />
          ))}
          {days.map(({ date, amount }, i) => (
            <rect
              key={date}
              x={i + (1 - BAR) / 2}
              y={1 - heights[i]!}
              width={BAR}
              height={heights[i]}
            >
              <title>{`${formatDate(date)}: ${formatMoney(amount)}`}</title>
            </rect>
          ))}
        </svg>
        <p className="chart-days" aria-hidden="true">
          {labelled(days).map(({ date }) => <span key={date}>{formatShortDay(date)}</span>)}
        </p>
      </div>
      <details className="chart-figures">
        <summary>Rakamları tablo olarak göster</summary>
        <table className="table">
          <caption className="visually-hidden">Günlük kazanç</caption>
          <thead>
            <tr>
              <th scope="col">Gün</th>
              <th scope="col" className="figure">Kazanç</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ date, amount }) => (
              <tr key={date}>
                <th scope="row">{formatDate(date)}</th>
                <td className="figure">
                  <Money tl={amount} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/** The days that are labelled below the chart: the first, the middle one and the last. */
function labelled<Day>(days: Day[]): Day[] {
  return [...new Set([days.at(0), days.at(days.length / 2), days.at(-1)])]
    .filter((day) => day !== undefined);
}
