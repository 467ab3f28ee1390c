// Bars over time, with a scale, and the same figures as a table for screen readers and for who wants them exactly.
import type { ReactNode } from "react";

interface ChartShape {
  /** What is at the top of the scale: a round number that no bar exceeds. */
  top: number;
  /** The height of each bar, from 0 to 1. */
  heights: number[];
}

/** The leading digits of a scale's top. */
const STEPS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/**
 * The chart of `values`, none negative. Without any it has a scale too: its top is `least` at least, since a smaller scale
 * would show fractions.
 */
export function chartShape(values: number[], least = 10): ChartShape {
  const top = roundUp(Math.max(...values, 0), least);
  return { top, heights: values.map((value) => value / top) };
}

function roundUp(value: number, least: number): number {
  if (value <= least) return least;
  const size = 10 ** Math.floor(Math.log10(value));
  const step = STEPS.find((step) => step * size >= value) ?? 10;
  return step * size;
}

interface Bar {
  key: string;
  value: number;
  /** What a mouse over it shows. */
  title: string;
}

/** A stretch behind the bars, in bars from the left. */
export interface Shade {
  from: number;
  to: number;
  kind: "house" | "silence";
}

interface BarChartProps {
  bars: Bar[];
  shades?: Shade[];
  caption: ReactNode;
  /** What a screen reader says in place of the picture. */
  label: string;
  /** Written at the scale's top and middle: '10 TL'. */
  scale: (value: number) => string;
  least?: number;
  /** Written below the bars, from the first to the last. */
  ticks: string[];
  /** The figures as a table. */
  children?: ReactNode;
}

/** The width of a bar, as a share of its place. */
const BAR = 0.72;

export function BarChart(
  { bars, shades = [], caption, label, scale, least, ticks, children }: BarChartProps,
) {
  const { top, heights } = chartShape(bars.map(({ value }) => value), least);
  return (
    <figure className="chart">
      <figcaption>{caption}</figcaption>
      <div className="chart-plot">
        <p className="chart-scale" aria-hidden="true">
          <span>{scale(top)}</span>
          <span>{scale(top / 2)}</span>
          <span>0</span>
        </p>
        <svg
          className="chart-bars"
          viewBox={`0 0 ${bars.length} 1`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
        >
          {shades.map(({ from, to, kind }) => (
            <rect
              key={`${kind} ${from}`}
              className={`chart-shade-${kind}`}
              x={from}
              y={0}
              width={to - from}
              height={1}
            />
          ))}
          {[0, 0.5, 1].map((y) => (
            <path key={y} className="chart-line" d={`M0 ${y}H${bars.length}`} />
          ))}
          {bars.map(({ key, title }, i) => (
            <rect
              key={key}
              className="chart-bar"
              x={i + (1 - BAR) / 2}
              y={1 - heights[i]!}
              width={BAR}
              height={heights[i]}
            >
              <title>{title}</title>
            </rect>
          ))}
        </svg>
        <p className="chart-days" aria-hidden="true">
          {ticks.map((tick, i) => <span key={i}>{tick}</span>)}
        </p>
      </div>
      {children && (
        <details className="chart-figures">
          <summary>Rakamları tablo olarak göster</summary>
          {children}
        </details>
      )}
    </figure>
  );
}

// Bars from the left, one for each row of a list.

interface BarRow {
  key: string;
  /** What the row is about, with a link to it. */
  what: ReactNode;
  value: number;
  /** A second part of the bar, behind the first. */
  rest?: number;
  /** The figures in words. */
  text: ReactNode;
}

/** The longest bar is as wide as the list. */
export function BarList({ rows, label }: { rows: BarRow[]; label: string }) {
  const most = Math.max(...rows.map(({ value, rest = 0 }) => value + rest), 0) || 1;
  return (
    <ol className="bar-list" aria-label={label}>
      {rows.map(({ key, what, value, rest = 0, text }) => (
        <li key={key}>
          <span className="bar-list-what">{what}</span>
          <span className="bar-list-text">{text}</span>
          <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
            <rect className="chart-bar" width={value / most} height={1} />
            <rect className="chart-rest" x={value / most} width={rest / most} height={1} />
          </svg>
        </li>
      ))}
    </ol>
  );
}
