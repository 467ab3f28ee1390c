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
