// Writes docs/performance.md from the result of a run.
import { type GoalId, GOALS, isReached } from "./goals.ts";
import type { Machine } from "./machine.ts";
import type { Findings } from "./measure/stage.ts";
import { median } from "./statistics.ts";

export interface Result extends Findings {
  machine: Machine;
  minutes: number;
}

export function performancePage({ machine, minutes, measured, beside }: Result): string {
  const { date, commit, cores, cpu, memoryGb, kernel, deno, node, loadBefore } = machine;
  return [
    HEAD,
    `- Run of ${date} on commit ${commit}, ${
      minutes.toFixed(1)
    } minutes, with Deno ${deno} and Node ${node}.`,
    `- Machine: ${cores} cores of ${cpu}, ${memoryGb} GB, Linux ${kernel}. Load average before the`,
    `  run: ${loadBefore.toFixed(1)}.${
      loadBefore > 1
        ? " **Other programs ran on the machine, which disturbs what is measured by the clock.**"
        : ""
    }`,
    "",
    "| What | Figure | Goal |",
    "| --- | --- | --- |",
    ...(Object.keys(GOALS) as GoalId[]).map((id) =>
      `| ${row(id, measured[id], beside?.[id]).join(" | ")} |`
    ),
    "",
  ].join("\n");
}

const HEAD = `# Performance

\`deno task bench\` wrote this page. It compares Sıradaki, as \`deno task serve\` runs it, with Express 5,
better-sqlite3 and socket.io (\`tools/bench/references/\`), which keep what they answer as durably, and with bare
\`Deno.serve\`, which answers with the same bytes from memory. The servers are measured in turn within each round;
a ratio is the median of the rounds. CPU is the time of the server's process, all its threads. What else a run
measures, such as calls a second and the growth of each call, is in the file that it names at its end.
`;

function row(id: GoalId, rounds: number[] | undefined, beside?: string): string[] {
  const { what, unit, reach, better } = GOALS[id];
  const goal = `at ${better === "higher" ? "least" : "most"} ${reach}`;
  if (rounds === undefined) return [what, "not measured", goal];
  const measured = median(rounds);
  const note = beside ? ` (${beside})` : "";
  const missed = isReached(GOALS[id], measured) ? "" : ": **missed**";
  return [what, `${beyond(measured, reach)} ${unit}${note}`, goal + missed];
}

/** As short as it can be while a goal that is just missed looks missed. */
function beyond(value: number, goal: number): string {
  const shown = short(value);
  return Number(shown) === goal ? String(Number(value.toPrecision(4))) : shown;
}

/** Three significant digits, or all in front of the point. */
export function short(n: number): string {
  return n >= 100 ? String(Math.round(n)) : String(Number(n.toPrecision(n >= 10 ? 3 : 2)));
}
