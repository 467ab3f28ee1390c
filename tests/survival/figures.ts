// The figures that a run of the long form reports (docs/survival.md).

/** One line of the report: what was tried or measured, and the outcome. */
export interface Figure {
  part: string;
  what: string;
  value: string;
}

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
