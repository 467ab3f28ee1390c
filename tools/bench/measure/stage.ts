// The servers of one run, and what every measurement returns.
import type { Sample } from "../client/load.ts";
import type { GoalId } from "../goals.ts";
import type { Rounds } from "../rounds.ts";
import type { Cafes } from "../servers/cafes.ts";
import type { Evening } from "../servers/evening.ts";
import { median } from "../statistics.ts";

export const ROUNDS = 5;
export const ROUND_MS = 1_500;

export interface Stage {
  cafes: Cafes;
  product: Evening;
  express: Evening;
  bare: Evening;
}

/** What a server did under a load, for the results of the run. */
export interface Figure extends Partial<Sample> {
  load: string;
  server: string;
  startedInMs?: number;
  residentMb?: number;
}

/** What was measured, round by round. */
export type Measured = Partial<Record<GoalId, number[]>>;

export interface Findings {
  measured: Measured;
  /** What stands beside a number for comparison. */
  beside?: Partial<Record<GoalId, string>>;
  figures: Figure[];
  growth?: Growth[];
}

/** How long a call or a job takes at cafes that have played `size` requests each, the smallest first. */
export interface Growth {
  what: string;
  ms: { size: number; medianMs: number }[];
  /** The largest to the smallest: the median of the ratios within the rounds. */
  ratio: number;
}

export type Measurement = (stage: Stage) => Promise<Findings>;

/** The numbers of one field, round by round. */
export function field<T, K extends keyof T>(samples: readonly T[], name: K): T[K][] {
  return samples.map((sample) => sample[name]);
}

/** For each server, the median of each field over its rounds. */
export function figures<Name extends string, T extends object>(
  load: string,
  names: Record<Name, string>,
  rounds: Rounds<Name, T>,
): Figure[] {
  return (Object.keys(names) as Name[]).map((name) => {
    const samples = rounds[name];
    const fields = Object.keys(samples[0]!) as (keyof T)[];
    const medians = fields.map((f) => [f, median(samples.map((s) => Number(s[f])))]);
    return { load, server: names[name], ...Object.fromEntries(medians) };
  });
}
