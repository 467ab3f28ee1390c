// What the load generator is told, and what it answers. It runs as a process of its own (load_worker.ts).
import type { Call } from "./calls.ts";

export interface LoadPlan {
  port: number;
  /** Sent in turn, over and over. */
  calls: Call[];
  connections: number;
  /** The longest duration, in ms. */
  ms: number;
  /** The most calls. */
  maxCalls?: number;
  /** Sends at this rate, also while answers are late. Without it, each connection sends when it has its answer. */
  callsPerS?: number;
}

export interface LoadResult {
  calls: number;
  seconds: number;
  /** How often each status was answered. */
  statuses: Record<string, number>;
  /** With a rate, from the moment at which the call was due. */
  medianMs: number;
  p95Ms: number;
  p99Ms: number;
  /** The share of one core that the generator used. Close to 1, it measures itself. */
  generatorBusy: number;
}
