// Which test files are run for a mutant: those that reach it, its own room first.
import type { Mutant } from "./mutant.ts";
import type { Reached } from "./reach.ts";

/** All files that are chosen for one mutant take about this long together. */
const BUDGET_MS = 60_000;

/** The files that import each file. */
export type Importers = Map<string, string[]>;

/** The test files for a mutant, in the order in which they are tried. */
export function chosenTests(mutant: Mutant, reach: Reached[], importers: Importers): Reached[] {
  const reaching = reach.filter((test) => test.lines[mutant.path]?.includes(mutant.line));
  const candidates = isAtLoading(reaching, reach)
    ? reach.filter((test) =>
      callers(mutant.path, importers).some((path) => calls(test, path, reach))
    )
    : reaching;
  const rooms = roomsOf(mutant.path, importers);
  const isOwn = ({ path }: Reached) => rooms.has(path.split("/")[1]!);
  let ms = 0;
  return [...candidates.filter(isOwn), ...candidates.filter((test) => !isOwn(test))]
    .filter((test) => (ms += test.ms) <= BUDGET_MS);
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

/** The folders of tests that are about the file: that of its own name, and for `db/` those of its callers. */
function roomsOf(path: string, importers: Importers): Set<string> {
  const users = path.startsWith("db/")
    ? callers(path, importers).flatMap((file) => importers.get(file) ?? [])
    : [path];
  return new Set(["db", ...users.flatMap((file) => /^server\/(\w+)\//.exec(file)?.[1] ?? [])]);
}
