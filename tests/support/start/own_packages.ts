// Packages that tests alone need and that are large. Their folder has a deno.json and a lock of its own, so that neither
// running the product nor packing it downloads them: the first test that asks installs them.
import { join } from "node:path";

/**
 * Returns what `find` returns. If it throws, installs the packages of `folder`, lets `prepare` make files of them, and asks
 * again. One process or thread does that while the others wait: a program that runs cannot be written anew.
 */
export async function installed(
  folder: string,
  find: () => string,
  prepare: () => Promise<void> = async () => {},
): Promise<string> {
  try {
    return find();
  } catch {
    // The system takes the lock back if the process is killed.
    using lock = await Deno.open(join(folder, ".install.lock"), { create: true, write: true });
    await lock.lock(true);
    try {
      return find();
    } catch {
      await runDeno(folder, ["install", "--frozen", "--config", join(folder, "deno.json")]);
      await prepare();
      return find();
    }
  }
}

/** Runs Deno in `folder`. @throws Error with what it printed if it fails */
export async function runDeno(
  folder: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: folder,
    // A network may have a certificate authority of its own, which the system knows and Deno 2.5 does not.
    env: { DENO_TLS_CA_STORE: "system,mozilla", ...env },
  }).output();
  const said = () => new TextDecoder().decode(stderr);
  if (!success) throw new Error(`Cannot run deno ${args[0]} in ${folder}: ${said()}`);
}
