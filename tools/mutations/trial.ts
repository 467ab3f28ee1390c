// Tries a mutant in a tree of the project: does a test fail, or the type check?
import { join } from "node:path";
import { type Mutant, mutated } from "./mutant.ts";
import type { Reached } from "./reach.ts";
import { AS_IN_TASK, run } from "./run.ts";

/** "out of time" is a kill too, unless the tests take that long without the change. */
export type Fate = "killed" | "out of time" | "survived" | "unreached";

/** Test files that are run by one process. */
const AT_ONCE = 6;
/** A test that waits for something that the change prevents counts as failed after this. */
const SLOWEST_MS = 90_000;

/** Puts the change into the tree, runs the tests until one fails, and takes the change back. */
export async function tried(root: string, mutant: Mutant, tests: Reached[]): Promise<Fate> {
  const path = join(root, mutant.path);
  const text = await Deno.readTextFile(path);
  await Deno.writeTextFile(path, mutated(text, mutant));
  try {
    for (let i = 0; i < tests.length; i += AT_ONCE) {
      const files = tests.slice(i, i + AT_ONCE).map((test) => test.path);
      const args = ["test", ...AS_IN_TASK, "--parallel", "--fail-fast", ...files];
      const { success, outOfTime } = await run(root, args, SLOWEST_MS);
      if (!success) return outOfTime ? "out of time" : "killed";
    }
    if (!(await run(root, ["check", mutant.path], SLOWEST_MS)).success) return "killed";
    return tests.length > 0 ? "survived" : "unreached";
  } finally {
    await Deno.writeTextFile(path, text);
  }
}
