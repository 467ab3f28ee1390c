// `deno task survival [PART ...]`: the long form of these tests, within 40 minutes. Writes docs/survival.md.
import { join } from "node:path";
import { type Outcome, reported, reportText } from "./report_text.ts";

const ROOT = join(import.meta.dirname!, "../..");
const REPORT = join(ROOT, "docs/survival.md");
const BOUND_MS = 40 * 60_000;

/** Each is a folder beside this file, and runs alone, since it measures or loads the machine. */
const PARTS = [
  "nonsense",
  "sequences",
  "month",
  "kills",
  "faults",
  "floods",
  "scanners",
];

const seed = Number(Deno.env.get("SURVIVAL_SEED") ?? Math.floor(Math.random() * 2 ** 31));
const parts = Deno.args.length > 0 ? Deno.args : PARTS;
const figuresFile = await Deno.makeTempFile({ prefix: "siradaki-figures-" });
// A part that fails alone writes no report.
console.log(`Seed ${seed}`);
const startedAt = performance.now();
const outcomes: Outcome[] = [];
for (const part of parts) outcomes.push(await run(part));

// The report is that of a run of all parts.
if (Deno.args.length === 0) {
  const figures = await reported(figuresFile);
  const minutes = (performance.now() - startedAt) / 60_000;
  await Deno.writeTextFile(
    REPORT,
    reportText({ date: new Date(), seed, minutes, outcomes, figures }),
  );
  await new Deno.Command(Deno.execPath(), { args: ["fmt", "-q", REPORT] }).spawn().status;
}
await Deno.remove(figuresFile);
for (const { part, passed } of outcomes) console.log(`${passed ? "ok    " : "FAILED"} ${part}`);
Deno.exit(outcomes.every(({ passed }) => passed) ? 0 : 1);

/** Runs the tests of one part, and ends them when the time for all parts is over. */
async function run(part: string): Promise<Outcome> {
  const began = performance.now();
  const left = Math.max(0, BOUND_MS - (began - startedAt));
  const child = new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", "--no-check", "--sanitize-ops", "--sanitize-resources", ...files(part)],
    cwd: ROOT,
    env: {
      __IS_WSL_TEST__: "1",
      SURVIVAL: "1",
      SURVIVAL_SEED: String(seed),
      SURVIVAL_FIGURES: figuresFile,
    },
  }).spawn();
  const bound = setTimeout(() => child.kill(), left);
  const { success } = await child.status;
  clearTimeout(bound);
  return { part, passed: success, seconds: Math.round((performance.now() - began) / 1000) };
}

/** The test files of a part. */
function files(part: string): string[] {
  return [...Deno.readDirSync(join(import.meta.dirname!, part))]
    .filter(({ name }) => name.endsWith("_test.ts"))
    .map(({ name }) => join("tests/survival", part, name)).sort();
}
