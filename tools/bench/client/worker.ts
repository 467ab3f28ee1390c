// Runs a client in a process of its own, so that it does not share the event loop with what measures.
import { join } from "node:path";

/** Gives `plan` to the module of this folder as JSON on standard input; returns what it prints, parsed. */
export async function runWorker<Result>(module: string, plan: unknown): Promise<Result> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", join(import.meta.dirname!, module)],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const input = child.stdin.getWriter();
  await input.write(new TextEncoder().encode(JSON.stringify(plan)));
  await input.close();
  const { success, stdout } = await child.output();
  if (!success) throw new Error(`Cannot measure: ${module} failed`);
  return JSON.parse(new TextDecoder().decode(stdout));
}
