// `deno task mutations [COUNT [PATH ...]]`: changes the committed server one place at a time, and runs the tests that reach
// it. Each change that no test notices has to be explained in explained.ts. `REACH=FILE` keeps what the tests reach there.
import { SEED } from "../../tests/support/random.ts";
import { chosenTests } from "./chosen_tests.ts";
import { mutantsOf } from "./code_mutants.ts";
import { EXPLAINED, explains } from "./explained.ts";
import { described, type Mutant } from "./mutant.ts";
import { findReach, type Reached } from "./reach.ts";
import { shuffled } from "./shuffled.ts";
import { importersOf, readSources } from "./sources.ts";
import { makeTree } from "./tree.ts";
import { type Fate, tried } from "./trial.ts";

const JOBS = Number(Deno.env.get("JOBS") ?? 2);
const UNNOTICED: Fate[] = ["survived", "unreached"];
const [first = "300", ...paths] = Deno.args;
const count = Number(first);
if (!Number.isSafeInteger(count) || count < 1) {
  console.error(`COUNT has to be a whole number from 1, not '${first}'`);
  Deno.exit(2);
}
const trees = await Promise.all(Array.from({ length: JOBS }, makeTree));
const fates: Record<Fate, number> = { killed: 0, "out of time": 0, survived: 0, unreached: 0 };
const unexplained: string[] = [];
try {
  const root = trees[0]!.root;
  const sources = readSources(root);
  const isMeant = (path: string) =>
    paths.length === 0 || paths.some((meant) => path.startsWith(meant));
  const all = [...sources].filter(([path]) => isMeant(path))
    .flatMap(([path, text]) => mutantsOf(path, text));
  if (all.length === 0) throw new Error(`No mutants in ${paths.join(", ")}`);
  const importers = importersOf(sources);
  const reach = await keptReach(root);
  const waiting = shuffled(all, SEED).slice(0, count);
  console.log(`${waiting.length} of ${all.length} mutants, seed ${SEED}`);
  await Promise.all(trees.map(async (tree) => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const fate = await tried(tree.root, mutant, chosenTests(mutant, reach, importers));
      note(mutant, fate, sources.get(mutant.path)!);
    }
  }));
} finally {
  for (const tree of trees) await tree.remove();
}
console.log(Object.entries(fates).map(([fate, count]) => `${count} ${fate}`).join(", "));
console.log(`${unexplained.length} not explained`);
for (const line of unexplained) console.log(line);
Deno.exit(unexplained.length === 0 ? 0 : 1);

function note(mutant: Mutant, fate: Fate, text: string): void {
  const line = described(text, mutant);
  fates[fate]++;
  console.log(`${fate} ${line}`);
  const isExplained = EXPLAINED.some((one) => explains(one, mutant, text));
  if (UNNOTICED.includes(fate) && !isExplained) unexplained.push(line);
}

/** What the tests reach: as kept in the file, else found out, which takes some minutes. */
async function keptReach(root: string): Promise<Reached[]> {
  const file = Deno.env.get("REACH");
  const kept = file && await Deno.readTextFile(file).catch(() => undefined);
  if (kept) return JSON.parse(kept);
  const reach = await findReach(root, JOBS);
  if (file) await Deno.writeTextFile(file, JSON.stringify(reach));
  return reach;
}
