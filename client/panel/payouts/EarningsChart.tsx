// The earnings by day as a bar chart, and the same figures as a table.
import type { Earnings } from "../../../server/contract/payouts.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Money } from "../../components/Money.tsx";
import { BarChart } from "../charts/BarChart.tsx";
import { compareTurkish, formatDate, formatMoney, formatShortDay } from "../../lib/format.ts";

/** The sum in TL. It is computed in kuruş, since 0.1 + 0.2 is not 0.3. */
export function totalOf(amounts: number[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;
}

interface EarningsChartProps {
  /** Every day of the period, oldest first. `date` is a day of the cafe, `amount` is in TL. */
  days: { date: string; amount: number }[];
}

export function EarningsChart({ days }: EarningsChartProps) {
  const total = totalOf(days.map(({ amount }) => amount));
  return (
    <BarChart
      bars={days.map(({ date, amount }) => ({
        key: date,
        value: amount,
        title: `${formatDate(date)}: ${formatMoney(amount)}`,
      }))}
      caption={
        <>
          Toplam <strong>{formatMoney(total)}</strong>
        </>
      }
      label={`Son ${days.length} günün kazancı, toplam ${formatMoney(total)}`}
      scale={(tl) => `${tl.toLocaleString("tr-TR")} TL`}
      ticks={labelled(days).map(({ date }) => formatShortDay(date))}
    >
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
    </BarChart>
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
