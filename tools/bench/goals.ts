// What the benchmark measures, and how fast it should be.

export interface Goal {
  what: string;
  /** What the number is. */
  unit: string;
  reach: number;
  better: "higher" | "lower";
}

const BARE = "x bare `Deno.serve`";
const EXPRESS = "x Express";

export const GOALS = {
  queueToBare: goal("`GET` queue, throughput", BARE, 0.6, "higher"),
  queueToExpress: goal("`GET` queue, throughput", EXPRESS, 12, "higher"),
  queueCpu: goal("`GET` queue, CPU per call", BARE, 1.7, "lower"),
  logCpu: goal("`GET` queue with the log as shipped, CPU per call", "x without it", 1.15, "lower"),
  submitToExpress: goal("`POST` request, durable, throughput", EXPRESS, 6, "higher"),
  submitCpu: goal("`POST` request, durable, CPU per call", EXPRESS, 0.2, "lower"),
  eventMedian: goal("`POST` to event, 20 sockets, 200 a second, median", EXPRESS, 0.7, "lower"),
  eventCpu: goal(
    "`POST` to event, 20 sockets, 200 a second, CPU per request",
    EXPRESS,
    0.6,
    "lower",
  ),
  last100: goal("`POST` to the last of 100 sockets", EXPRESS, 0.7, "lower"),
  last1000: goal("`POST` to the last of 1 000 sockets", EXPRESS, 0.7, "lower"),
  last5000: goal("`POST` to the last of 5 000 sockets", EXPRESS, 0.7, "lower"),
  homeToBare: goal("`GET /`, throughput", BARE, 0.5, "higher"),
  pageCpu: goal("`GET /cafe/{id}`, 50 songs, CPU per call", BARE, 3.5, "lower"),
  pageUs: goal("`GET /cafe/{id}`, 50 songs, CPU per call in µs", "µs", 150, "lower"),
  pageToExpress: goal("`GET /cafe/{id}`, throughput", "x Express's empty shell", 2, "higher"),
  start: goal("start to first answer", EXPRESS, 0.5, "lower"),
  memory: goal("memory at rest", EXPRESS, 1, "lower"),
  loginsP99: goal("p99 of `GET` queue with 8 logins at once", "x calm", 1.5, "lower"),
  growth: goal(
    "the call or job that grows most, at a cafe with 1 000 000 played requests",
    "x one with 1 000",
    1.3,
    "lower",
  ),
} as const satisfies Record<string, Goal>;

export type GoalId = keyof typeof GOALS;

export function isReached({ reach, better }: Goal, measured: number): boolean {
  return better === "higher" ? measured >= reach : measured <= reach;
}

function goal(what: string, unit: string, reach: number, better: Goal["better"]): Goal {
  return { what, unit, reach, better };
}
