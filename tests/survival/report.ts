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

/** The middle and the longest of these times in ms. */
export function summary(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)]!;
  return `${Math.round(middle)} ms in the middle, ${Math.round(sorted.at(-1)!)} ms at most`;
}

/** A test of `part`, and why this machine cannot run it, if it cannot. */
export interface Attempt {
  part: string;
  /** As the report names it. */
  what: string;
  missing: string | undefined;
  name: string;
  fn: () => Promise<void>;
}

/** Registers a test, while its file is loaded. It counts as ignored if something is missing, and its name and the report say what. */
export async function attempt({ part, what, missing, name, fn }: Attempt): Promise<void> {
  const why = missing && `SKIPPED: ${name}, since ${missing}`;
  Deno.test({ name: why ?? name, ignore: why !== undefined, fn });
  if (why) await report({ part, what, value: `**NOT TRIED**: ${missing}`, goal: "to be tried" });
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
