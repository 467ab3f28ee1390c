// Compares a run with the recorded one, whose figures docs/performance.md shows.
import { type Goal, type GoalId, GOALS } from "./goals.ts";
import type { Measured } from "./measure/stage.ts";
import { short } from "./page.ts";
import { median } from "./statistics.ts";

export interface RecordedRun {
  commit: string;
  /** Round by round, or the median alone. */
  measured: Measured;
}

/**
 * A line for each figure that was measured: whether it is better or worse than recorded, by how much, and by how much of
 * the spread. The spread is how far apart the rounds of a run are, of both runs the larger; less than one of it may be
 * chance.
 */
export function comparedWith({ commit, measured: before }: RecordedRun, now: Measured): string[] {
  const lines = (Object.keys(GOALS) as GoalId[]).flatMap((id) => {
    const [is, was] = [now[id], before[id]];
    return is ? [lineOf(GOALS[id], is, was)] : [];
  });
  return [`Beside the recorded run, on commit ${commit}:`, ...lines];
}

function lineOf({ what, unit, better }: Goal, is: number[], was: number[] | undefined): string {
  const begin = `- ${what}: ${short(median(is))} ${unit}`;
  if (!was) return `${begin}, which was not recorded`;
  const difference = median(is) - median(was);
  if (difference === 0) return `${begin}, as recorded`;
  const isBetter = better === "higher" ? difference > 0 : difference < 0;
  const percent = short(Math.abs(difference) / median(was) * 100);
  const spread = Math.max(spreadOf(is), spreadOf(was));
  const ofSpread = spread > 0
    ? `${short(Math.abs(difference) / spread)} of the spread`
    : "no spread";
  return `${begin}, ${percent} % ${isBetter ? "better" : "worse"} than ${
    short(median(was))
  }, ${ofSpread}`;
}

function spreadOf(rounds: readonly number[]): number {
  return Math.max(...rounds) - Math.min(...rounds);
}
