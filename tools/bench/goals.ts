// What the benchmark measures, how fast it should be, and what limits it until it is. The page shows a limit only
// while its goal is missed.

export interface Goal {
  what: string;
  /** What the number is. */
  unit: string;
  reach: number;
  better: "higher" | "lower";
  /** Only what a profile or the code shows. */
  limit?: string;
}

const BARE = "x bare `Deno.serve`";
const EXPRESS = "x Express";

const ANSWER =
  "Hono's routing takes a tenth of the server's time, the security headers of each answer another tenth";
const SOCKETS = "the client that receives the events shares the machine with the server";

export const GOALS = {
  queueToBare: goal("`GET` queue, throughput", BARE, 0.5, "higher", ANSWER),
  queueToExpress: goal("`GET` queue, throughput", EXPRESS, 8, "higher"),
  queueCpu: goal("`GET` queue, CPU per call", BARE, 2, "lower", ANSWER),
  logCpu: goal(
    "`GET` queue with the log as shipped, CPU per call",
    "x without it",
    1.2,
    "lower",
    "making a line and handing it through logtape takes a seventh of the server's time, and collecting what that leaves in memory a tenth",
  ),
  submitToExpress: goal(
    "`POST` request, durable, throughput",
    EXPRESS,
    6,
    "higher",
    "one thread does everything, and for a quarter of its time waits until a commit is on the disk",
  ),
  submitCpu: goal("`POST` request, durable, CPU per call", EXPRESS, 0.25, "lower"),
  eventMedian: goal(
    "`POST` to event, 20 sockets, 200 a second, median",
    EXPRESS,
    1,
    "lower",
  ),
  eventCpu: goal(
    "`POST` to event, 20 sockets, 200 a second, CPU per request",
    EXPRESS,
    0.85,
    "lower",
  ),
  last100: goal("`POST` to the last of 100 sockets", EXPRESS, 0.9, "lower"),
  last1000: goal("`POST` to the last of 1 000 sockets", EXPRESS, 0.9, "lower", SOCKETS),
  last5000: goal("`POST` to the last of 5 000 sockets", EXPRESS, 0.9, "lower", SOCKETS),
  homeToBare: goal(
    "`GET /`, throughput",
    BARE,
    0.4,
    "higher",
  ),
  pageCpu: goal(
    "`GET /cafe/{id}`, 50 songs, CPU per call",
    BARE,
    7,
    "lower",
  ),
  pageUs: goal(
    "`GET /cafe/{id}`, 50 songs, CPU per call in µs",
    "µs",
    150,
    "lower",
  ),
  pageToExpress: goal(
    "`GET /cafe/{id}`, throughput",
    "x Express's empty shell",
    2,
    "higher",
  ),
  start: goal(
    "start to first answer",
    EXPRESS,
    0.75,
    "lower",
    "Deno evaluates the bundle and loads the native database driver before the first answer",
  ),
  memory: goal(
    "memory at rest",
    EXPRESS,
    1.2,
    "lower",
    "the runtime and the native database driver take most of it",
  ),
  loginsP99: goal(
    "p99 of `GET` queue with 8 logins at once",
    "x calm",
    2.5,
    "lower",
    "the passwords that are being hashed take the cores that the queue needs",
  ),
} as const satisfies Record<string, Goal>;

export type GoalId = keyof typeof GOALS;

export function isReached({ reach, better }: Goal, measured: number): boolean {
  return better === "higher" ? measured >= reach : measured <= reach;
}

function goal(
  what: string,
  unit: string,
  reach: number,
  better: Goal["better"],
  limit?: string,
): Goal {
  return { what, unit, reach, better, limit };
}
