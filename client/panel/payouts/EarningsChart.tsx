// The earnings by day as a bar chart, and the same figures as a table.
import type { Earnings } from "../../../server/contract/payouts.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Money } from "../../components/Money.tsx";
import { compareTurkish, formatDate, formatMoney, formatShortDay } from "../../lib/format.ts";

interface ChartShape {
  /** The amount at the top of the scale, in TL: a round number that no bar exceeds. */
  top: number;
  /** The height of each bar, from 0 to 1. */
  heights: number[];
}

/** The leading digits of a scale's top. */
const STEPS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** The chart of `amounts` (TL, none negative). A chart without earnings has a scale too. */
export function chartShape(amounts: number[]): ChartShape {
  const top = roundUp(Math.max(...amounts, 0));
  return { top, heights: amounts.map((amount) => amount / top) };
}

/** The sum in TL. It is computed in kuruş, since 0.1 + 0.2 is not 0.3. */
export function totalOf(amounts: number[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;
}

function roundUp(amount: number): number {
  // A smaller scale would show fractions of a lira.
  if (amount <= 10) return 10;
  const size = 10 ** Math.floor(Math.log10(amount));
  const step = STEPS.find((step) => step * size >= amount) ?? 10;
  return step * size;
}

interface EarningsChartProps {
  /** Every day of the period, oldest first. `date` is a day of the cafe, `amount` is in TL. */
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

// The songs that earned most: by amount, then by number of plays, then by title.

type Song = Earnings["songs"][number];

export function TopSongs({ songs }: { songs: Song[] }) {
  if (songs.length === 0) return <EmptyState text="Bu dönemde bahşişli şarkı çalınmadı." />;
  return (
    <ol className="top-songs">
      {songs.toSorted(byEarnings).map(({ songTitle, artist, count, amount }, i) => (
        <li key={i}>
          <span className="top-place" aria-hidden="true">{i + 1}</span>
          <div className="song">
            <p className="song-title">{songTitle}</p>
            <p className="song-artist">{artist}</p>
          </div>
          <p className="top-earned">
            <Money tl={amount} />
            <span>{count} kez</span>
          </p>
        </li>
      ))}
    </ol>
  );
}

function byEarnings(a: Song, b: Song): number {
  return b.amount - a.amount || b.count - a.count || compareTurkish(a.songTitle, b.songTitle);
}
