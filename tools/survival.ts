// `deno task survival [PART ...]`: the long form of tests/survival/, within 40 minutes. Writes docs/survival.md.
import { join } from "node:path";
import { MINUTE_MS } from "../server/contract/clock.ts";
import { longSeed } from "../tests/support/random.ts";
import { type Figure, reported } from "../tests/survival/report.ts";

const ROOT = join(import.meta.dirname!, "..");
const REPORT = join(ROOT, "docs/survival.md");
const BOUND_MS = 40 * MINUTE_MS;

/** Each is a folder of these tests, and runs alone, since it measures or loads the machine. */
const PARTS = [
  "nonsense",
  "sequences",
  "month",
  "kills",
  "faults",
  "floods",
  "scanners",
];

const HEAD = `# Survival

What the tests of \`tests/survival/\` tried in their long form, which \`deno task survival\` runs. It
writes this page. \`SURVIVAL_SEED=N deno task survival\` repeats a run with its random choices, and
\`deno task survival PART\` runs one part.
`;

/** What a run cannot try. */
const NOT_TRIED =
  `A flood's figures are those of the public queue meanwhile: how long it takes, the server's memory, and
the time from the flood's end to the first of 20 answers in a row without delay.

The tests run on a closed network. Not tried: databases of known vulnerabilities, graders that judge a site from the
internet, wapiti's modules that need it (wapp, nikto, ssrf, xxe), floods from many machines or below HTTP, and
Spotify's real service under any load.
`;

const seed = longSeed();
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
  const minutes = (performance.now() - startedAt) / MINUTE_MS;
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
  const left = Math.max(0, BOUND_MS - (performance.now() - startedAt));
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
  return { part, passed: success };
}

/** The test files of a part. */
function files(part: string): string[] {
  const folder = join("tests/survival", part);
  return [...Deno.readDirSync(join(ROOT, folder))]
    .filter(({ name }) => name.endsWith("_test.ts"))
    .map(({ name }) => join(folder, name)).sort();
}

/** How the tests of one part ended. */
interface Outcome {
  part: string;
  passed: boolean;
}

interface Run {
  date: Date;
  seed: number;
  minutes: number;
  outcomes: Outcome[];
  figures: Figure[];
}

/** The page for one run of all parts. */
function reportText({ date, seed, minutes, outcomes, figures }: Run): string {
  const when = date.toISOString().slice(0, 10);
  const failed = outcomes.filter(({ passed }) => !passed).map(({ part }) => part);
  const ended = failed.length > 0 ? `**Failed: ${failed.join(", ")}.**` : "All parts passed.";
  return [
    HEAD,
    `Run of ${when}, seed ${seed}, ${Math.round(minutes)} minutes. ${ended}\n`,
    "| What | Figure | Goal |",
    "| --- | --- | --- |",
    ...figures.filter(({ goal }) => goal)
      .map(({ part, what, value, goal }) => `| ${part}: ${what} | ${value} | ${goal} |`),
    "",
    NOT_TRIED,
  ].join("\n");
}
