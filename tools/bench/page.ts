// Writes docs/performance.md from the result of a run.
import { type Goal, type GoalId, GOALS, isReached } from "./goals.ts";
import { growthSection } from "./growth/growth_section.ts";
import type { Machine } from "./machine.ts";
import type { Figure, Findings } from "./measure/stage.ts";

export interface Result extends Findings {
  machine: Machine;
  minutes: number;
}

export function performancePage(
  { machine, minutes, measured, beside, figures, growth = [] }: Result,
): string {
  const { date, commit, cores, cpu, memoryGb, kernel, deno, node, loadBefore } = machine;
  const ids = Object.keys(GOALS) as GoalId[];
  const missed = ids.filter((id) => !reached(id, measured));
  return [
    "# Performance",
    "",
    "`deno task bench` wrote this page. It compares Sıradaki, as `deno task serve` runs it, with what",
    "else one would build it from, in one run on one machine.",
    "",
    `- Date: ${date}, commit ${commit}, ${minutes.toFixed(1)} minutes.`,
    `- Machine: ${cores} cores of ${cpu}, ${memoryGb} GB, Linux ${kernel}. Load average before the`,
    `  run: ${loadBefore.toFixed(1)}.${
      loadBefore > 1
        ? " **Other programs ran on the machine, which disturbs what is measured by the clock.**"
        : ""
    }`,
    `- Versions: Deno ${deno}, Node ${node}, Express, better-sqlite3 and socket.io as in`,
    "  `tools/bench/references/package.json`.",
    "",
    "## Goals",
    "",
    ...table(
      ["What", "Measured", "Goal", "Reached"],
      ids.map((id) => {
        const { what, unit, reach, better } = GOALS[id];
        const value = measured[id];
        const note = beside?.[id] ? ` (${beside[id]})` : "";
        const shown = value === undefined
          ? "not measured"
          : `${beyond(value, reach)} ${unit}${note}`;
        const goal = `at ${better === "higher" ? "least" : "most"} ${reach}`;
        return [what, shown, goal, reached(id, measured) ? "yes" : "**no**"];
      }),
    ),
    "",
    "## What limits the missed goals",
    "",
    ...(missed.length > 0 ? limits(missed) : ["Every goal is reached."]),
    "",
    "## Figures",
    "",
    "Medians of the rounds. CPU is the time of the server's process for each call, all its threads.",
    "",
    ...table(
      ["Load", "Server", "Calls/s", "CPU, µs", "Median, ms", "p99, ms", "Start, ms", "Memory, MB"],
      figures.map(figureCells),
    ),
    "",
    ...growthSection(growth),
    "## How it is measured",
    "",
    METHOD,
  ].join("\n");
}

const METHOD =
  `- The servers are measured in turn within each round, in changing order. A ratio is the median of the
  ratios within the rounds.
- Load comes from a process of its own, over connections that are kept, with the \`Accept-Encoding\` of a
  browser. It uses less than one core (\`generatorBusy\` in the results).
- Bare \`Deno.serve\` answers with the same bytes as Sıradaki, from memory. For \`POST\` it reads the body.
- The reference in \`tools/bench/references/\` is Express 5 with better-sqlite3 (WAL, \`synchronous=FULL\`,
  prepared statements, the same indexes and checks) and socket.io. It does not compress.
- Both answer a \`POST\` after its commit is on the disk. Forty cafes take the requests in turn; between rounds
  another process rejects what is pending.
- An event is timed from sending the \`POST\` to its message, in the process that does both.
- Sıradaki logs errors only, except where its log is measured; then it logs to a file.
`;

function reached(id: GoalId, measured: Findings["measured"]): boolean {
  const value = measured[id];
  return value !== undefined && isReached(GOALS[id], value);
}

function limitOf(id: GoalId): string {
  const { limit }: Goal = GOALS[id];
  return limit ?? "not known yet";
}

/** One line for each limit, with the goals that it keeps from being reached. */
function limits(missed: GoalId[]): string[] {
  const byLimit = Map.groupBy(missed, (id) => limitOf(id));
  return [...byLimit].map(([limit, ids]) =>
    `- ${[...new Set(ids.map((id) => GOALS[id].what))].join("; ")}: ${limit}.`
  );
}

function figureCells(figure: Figure): string[] {
  const { load, server, callsPerS, cpuUs, medianMs, p99Ms, startedInMs, residentMb } = figure;
  const numbers = [callsPerS, cpuUs, medianMs, p99Ms, startedInMs, residentMb];
  return [load, server, ...numbers.map((n) => n === undefined ? "" : short(n))];
}

function table(head: string[], rows: string[][]): string[] {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
}

/** As short as it can be while a goal that is just missed looks missed. */
function beyond(value: number, goal: number): string {
  const shown = short(value);
  return Number(shown) === goal ? String(Number(value.toPrecision(4))) : shown;
}

/** Three significant digits, or all in front of the point. */
function short(n: number): string {
  return n >= 100 ? String(Math.round(n)) : String(Number(n.toPrecision(n >= 10 ? 3 : 2)));
}
