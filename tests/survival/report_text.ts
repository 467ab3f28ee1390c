// The text of docs/survival.md.

/** How the tests of one part ended. */
export interface Outcome {
  part: string;
  passed: boolean;
  seconds: number;
}

export interface Run {
  date: Date;
  seed: number;
  minutes: number;
  outcomes: Outcome[];
  figures: Figure[];
}

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

/** The page for one run of all parts. */
export function reportText({ date, seed, minutes, outcomes, figures }: Run): string {
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

// The figures that a run of the long form reports (docs/survival.md).

/** What was tried or measured, and the outcome. */
export interface Figure {
  part: string;
  what: string;
  value: string;
  /** What the test asks of it. A figure without one is printed, and is no line of the page. */
  goal?: string;
}

/** What `assertNothingLost` holds. */
export const NOTHING_LOST = "nothing lost that was answered";

/** Prints a figure. In the long form it is kept for the report too. */
export async function report(figure: Figure): Promise<void> {
  console.log(`${figure.part}: ${figure.what}: ${figure.value}`);
  const file = Deno.env.get("SURVIVAL_FIGURES");
  if (file) await Deno.writeTextFile(file, JSON.stringify(figure) + "\n", { append: true });
}

/** The figures that were reported into `file`, in order. */
export async function reported(file: string): Promise<Figure[]> {
  const text = await Deno.readTextFile(file);
  return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
}

// What a list of times comes to, for a figure.

/** The middle and the longest of these times in ms. */
export function summary(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)]!;
  return `${Math.round(middle)} ms in the middle, ${Math.round(sorted.at(-1)!)} ms at most`;
}

// What this machine does not allow to be tried: the report names it.

/** Reports that `what` of a part could not be tried, and why. */
export async function notTried(part: string, what: string, why: string): Promise<void> {
  await report({ part, what, value: `**NOT TRIED**: ${why}`, goal: "to be tried" });
}

/** Whether a program runs with these arguments and succeeds. */
export async function succeeds(program: string, ...args: string[]): Promise<boolean> {
  try {
    const { success } = await new Deno.Command(program, { args, stdout: "null", stderr: "null" })
      .output();
    return success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
