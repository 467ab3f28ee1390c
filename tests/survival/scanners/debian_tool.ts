// Programs that Debian has, for the long form. One that is missing is installed if that is possible.
import { succeeds } from "../not_tried.ts";

/** Whether the program can be run now. */
export async function hasTool(name: string): Promise<boolean> {
  return await succeeds("sh", "-c", `command -v ${name}`) ||
    (Deno.uid() === 0 && await succeeds("apt-get", "install", "-y", "-q", name));
}

/** Runs a tool in `cwd` and returns what it printed. @throws Error if it ends with a failure */
export async function runTool(name: string, args: string[], cwd: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(name, {
    args,
    cwd,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const text = new TextDecoder();
  const printed = text.decode(stdout) + text.decode(stderr);
  if (!success) throw new Error(`${name} has failed: ${printed}`);
  return printed;
}
