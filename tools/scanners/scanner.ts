// Runs a scanner from npm in a process of its own, pinned by a lock file of its own, so that starting the product does
// not download it. Of `recheck` the lock names only the part that is JavaScript, and none of its programs.
import { join } from "node:path";

const LOCK = join(import.meta.dirname!, "scanners.lock");

/**
 * Runs the module of this folder with `packageName`, gives it `input` as JSON, and returns what it prints, parsed.
 * @throws Error if it cannot be run, since a missing finding must not pass
 */
export async function runScanner<Finding>(
  module: string,
  packageName: string,
  input: unknown,
): Promise<Finding> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--no-check", "--no-config", "--node-modules-dir=none"],
      ...[`--lock=${LOCK}`, "--frozen", join(import.meta.dirname!, module), packageName],
    ],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const output = child.output();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(input)));
  await writer.close();
  const { success, stdout, stderr } = await output;
  const text = new TextDecoder();
  if (!success) throw new Error(`Cannot run ${packageName}: ${text.decode(stderr)}`);
  return JSON.parse(text.decode(stdout));
}
