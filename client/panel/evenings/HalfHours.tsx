// When an evening was full: requests and tips of each half hour, with what was heard behind them.
import type { Evening } from "../../../server/contract/evenings.ts";
import { formatMoney } from "../../lib/format.ts";
import { BarChart, type Shade } from "../charts/BarChart.tsx";

export function HalfHours({ evening }: { evening: Evening }) {
  const halfHours = busyHours(evening.halfHours);
  if (halfHours.length === 0) return <p className="aside">İstek gelmedi, müzik çalmadı.</p>;
  const shades = shadesOf(halfHours);
  const middle = halfHours[Math.floor(halfHours.length / 2)]!;
  const ticks = [halfHours[0]!, middle, halfHours.at(-1)!].map(({ from }) => from);
  const fullest = halfHours.reduce((one, other) => other.requests > one.requests ? other : one);
  const minutes = (seconds: number) => Math.round(seconds / 60);
  return (
    <>
      <BarChart
        bars={halfHours.map(({ from, requests }) => ({
          key: from,
          value: requests,
          title: `${from}: ${requests} istek`,
        }))}
        shades={shades}
        caption={fullest.requests > 0
          ? `İstekler, en çok ${fullest.from} sonrasındaki yarım saatte: ${fullest.requests}`
          : "İstekler"}
        label={`Yarım saatlere göre istekler, en çok ${fullest.from} sonrasında: ${fullest.requests}`}
        scale={(n) => Number.isInteger(n) ? n.toLocaleString("tr-TR") : ""}
        least={4}
        ticks={ticks}
      />
      <BarChart
        bars={halfHours.map(({ from, tips }) => ({
          key: from,
          value: tips,
          title: `${from}: ${formatMoney(tips)}`,
        }))}
        shades={shades}
        caption="Bahşişler"
        label="Yarım saatlere göre bahşişler"
        scale={(tl) => `${tl.toLocaleString("tr-TR")} TL`}
        ticks={ticks}
      >
        <table className="table">
          <caption className="visually-hidden">Yarım saatler</caption>
          <thead>
            <tr>
              <th scope="col">Saat</th>
              <th scope="col" className="figure">İstek</th>
              <th scope="col" className="figure">Bahşiş</th>
              <th scope="col" className="figure">Müşteri şarkısı, dk</th>
              <th scope="col" className="figure">Kafenin müziği, dk</th>
              <th scope="col" className="figure">Sessizlik, dk</th>
            </tr>
          </thead>
          <tbody>
            {halfHours.map((half) => (
              <tr key={half.from}>
                <th scope="row">{half.from}</th>
                <td className="figure">{half.requests}</td>
                <td className="figure">{formatMoney(half.tips)}</td>
                <td className="figure">{minutes(half.guestSeconds)}</td>
                <td className="figure">{minutes(half.houseSeconds)}</td>
                <td className="figure">{minutes(silentSeconds(half))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </BarChart>
      {shades.length > 0 && (
        <p className="evening-legend">
          <span className="evening-legend-house">kafenin müziği</span>
          <span className="evening-legend-silence">sessizlik</span>
        </p>
      )}
    </>
  );
}

// The half hours that are worth a picture, and what was heard in them. Pure.

type HalfHour = Evening["halfHours"][number];

const HALF_HOUR_S = 30 * 60;
/** A picture of fewer would have bars as wide as a hand. */
const FEWEST = 8;

/** From the first half hour in which anything was until the last one. Empty if there was nothing. */
function busyHours(halfHours: HalfHour[]): HalfHour[] {
  const isBusy = ({ requests, tips, guestSeconds, houseSeconds }: HalfHour) =>
    requests > 0 || tips > 0 || guestSeconds > 0 || houseSeconds > 0;
  const first = halfHours.findIndex(isBusy);
  if (first < 0) return [];
  const last = halfHours.findLastIndex(isBusy);
  const missing = Math.max(0, FEWEST - (last - first + 1));
  const from = Math.max(0, Math.min(first - Math.floor(missing / 2), halfHours.length - FEWEST));
  return halfHours.slice(from, Math.max(last + 1, from + FEWEST));
}

/** How many seconds of a half hour nothing was heard. */
function silentSeconds({ guestSeconds, houseSeconds }: HalfHour): number {
  return HALF_HOUR_S - guestSeconds - houseSeconds;
}

/**
 * The house's own music and silence as shades, each as wide as it lasted within its half hour. Before the first song and after
 * the last one it was not silent but early or late.
 */
function shadesOf(halfHours: HalfHour[]): Shade[] {
  const sounds = ({ guestSeconds, houseSeconds }: HalfHour) => guestSeconds + houseSeconds > 0;
  const first = halfHours.findIndex(sounds);
  const last = halfHours.findLastIndex(sounds);
  return halfHours.flatMap((half, i): Shade[] => {
    if (first < 0 || i < first || i > last) return [];
    const house = half.houseSeconds / HALF_HOUR_S;
    // Of the first and the last half hour it is not known whether the rest was silent.
    const silence = i === first || i === last ? 0 : silentSeconds(half) / HALF_HOUR_S;
    const shades: Shade[] = [
      { kind: "house", from: i + 1 - silence - house, to: i + 1 - silence },
      { kind: "silence", from: i + 1 - silence, to: i + 1 },
    ];
    return shades.filter(({ from, to }) => to - from > 0.01);
  });
}
