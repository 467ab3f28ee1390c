// What this machine does not allow to be tried: the report names it.
import { report } from "./figures.ts";

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
