// Which test files run which lines of the product, as one run of each test file with coverage shows.
import { join } from "node:path";
import { AS_IN_TASK, run } from "./run.ts";

export interface Reached {
  /** The test file, from the project's root. */
  path: string;
  /** How long it took alone. */
  ms: number;
  /** The lines of `server/` and `db/` that it runs, by file. */
  lines: Record<string, number[]>;
}

/** These start processes of the built product or browsers, take long, or are not about the server's code. */
const ELSEWHERE =
  /^tests\/((browser|deploy|survival(?!\/sequences)|tools|support|code_rules)\/|(code_rules|words)_test)|_long_test/;

/** Runs each test file of the tree at `root`, `jobs` at the same time, the fastest first in the answer. */
export async function findReach(root: string, jobs: number): Promise<Reached[]> {
  const waiting = [...testFiles(root, "tests")].filter((path) => !ELSEWHERE.test(path));
  const all = waiting.length;
  const found: Reached[] = [];
  await Promise.all(Array.from({ length: jobs }, async () => {
    for (let path = waiting.shift(); path; path = waiting.shift()) {
      const reached = await reachOf(root, path);
      found.push(reached);
      console.log(`${found.length}/${all} ${path}: ${reached.ms} ms`);
    }
  }));
  return found.toSorted((a, b) => a.ms - b.ms);
}

function* testFiles(root: string, folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(join(root, folder))) {
    const path = `${folder}/${name}`;
    if (isDirectory) yield* testFiles(root, path);
    else if (/_test\.tsx?$/.test(name)) yield path;
  }
}

async function reachOf(root: string, path: string): Promise<Reached> {
  const coverage = await Deno.makeTempDir({ prefix: "siradaki-reach-" });
  const began = performance.now();
  const { success } = await run(
    root,
    ["test", ...AS_IN_TASK, `--coverage=${coverage}`, path],
    240_000,
  );
  const ms = Math.round(performance.now() - began);
  const { output } = await run(root, ["coverage", "--lcov", coverage], 120_000);
  await Deno.remove(coverage, { recursive: true });
  // A file that fails without a change would seem to notice every change.
  return { path, ms, lines: success ? reachedLines(output, root) : {} };
}

/** The lines that an lcov report counts as run. */
function reachedLines(lcov: string, root: string): Record<string, number[]> {
  const lines: Record<string, number[]> = {};
  let file = "";
  for (const line of lcov.split("\n")) {
    const source = /^SF:(.*)/.exec(line)?.[1];
    if (source) file = source.replace(`${root}/`, "");
    const [, number, count] = /^DA:(\d+),(\d+)/.exec(line) ?? [];
    if (number && count !== "0" && /^(server|db)\//.test(file)) {
      (lines[file] ??= []).push(Number(number));
    }
  }
  return lines;
}
