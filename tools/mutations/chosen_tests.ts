// Which test files are run for a mutant: those that reach it, its own room first.
import type { Mutant } from "./mutant.ts";
import type { Reached } from "./reach.ts";

/** All files that are chosen for one mutant take about this long together. */
const BUDGET_MS = 120_000;

/** The files that import each file. */
export type Importers = Map<string, string[]>;

/** The test files for a mutant, in the order in which they are tried. */
export function chosenTests(mutant: Mutant, reach: Reached[], importers: Importers): Reached[] {
  const reaching = reachingTests(mutant, reach);
  const candidates = isAtLoading(reaching, reach)
    ? callingTests(mutant.path, reach, importers)
    : reaching;
  const rooms = roomsOf(mutant.path, importers);
  const isOwn = ({ path }: Reached) => rooms.some((room) => path.split("/")[1]!.startsWith(room));
  // Those that run the most of what uses the line, for the time that they take, are about it.
  const used = callers(mutant.path, importers);
  const worth = ({ lines, ms }: Reached) =>
    used.reduce((sum, path) => sum + (lines[path] ?? []).length, 0) / ms;
  const ordered = candidates.toSorted((a, b) => worth(b) - worth(a));
  let leftMs = BUDGET_MS;
  const inBudget = ({ ms }: Reached) => {
    if (ms > leftMs) return false;
    leftMs -= ms;
    return true;
  };
  return [...ordered.filter(isOwn), ...ordered.filter((test) => !isOwn(test))].filter(inBudget);
}

/** The tests that run the mutant's line, or the last line before it that any test runs: not every line is reported. */
function reachingTests({ path, line }: Mutant, reach: Reached[]): Reached[] {
  const lines = reach.flatMap((test) => test.lines[path] ?? []).filter((one) => one <= line);
  const nearest = lines.reduce((most, one) => Math.max(most, one), 0);
  return reach.filter((test) => test.lines[path]?.includes(nearest));
}

/** The tests that call the file or what uses it in `db/`. If there are none, those that call any file that imports it. */
function callingTests(path: string, reach: Reached[], importers: Importers): Reached[] {
  const calling = (files: string[]) =>
    reach.filter((test) => files.some((file) => calls(test, file, reach)));
  const found = calling(callers(path, importers));
  return found.length > 0 ? found : calling(importers.get(path) ?? []);
}

/** A line that runs while its file is loaded is reached by every test that imports the app. */
function isAtLoading(reaching: Reached[], reach: Reached[]): boolean {
  return reaching.length > reach.length / 3;
}

/** Whether the test runs a line of the file that does not run at loading. */
function calls({ lines }: Reached, path: string, reach: Reached[]): boolean {
  return (lines[path] ?? []).some((line) =>
    !isAtLoading(reach.filter((other) => other.lines[path]?.includes(line)), reach)
  );
}

/** The file, and the files of `db/` that use it. */
function callers(path: string, importers: Importers): string[] {
  const found = new Set([path]);
  for (const file of found) {
    for (const by of importers.get(file) ?? []) if (by.startsWith("db/")) found.add(by);
  }
  return [...found];
}

/** The rooms of the file, by which folders of tests begin: its own, and for `db/` and the contract those that use it. */
function roomsOf(path: string, importers: Importers): string[] {
  const isShared = /^(db|server\/contract)\//.test(path);
  const users = isShared
    ? callers(path, importers).flatMap((file) => importers.get(file) ?? [])
    : [path];
  const rooms = users.flatMap((file) => /^server\/(\w+)\//.exec(file)?.[1] ?? []);
  return path.startsWith("db/") ? ["db", ...rooms] : rooms;
}
