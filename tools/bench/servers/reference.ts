// The reference server's packages. They are no dependencies of the product, and are installed on first use.
import { join } from "node:path";

export const REFERENCES = join(import.meta.dirname!, "../references");

/** Installs what the lock file says, unless it is there. better-sqlite3 may be built, which takes minutes. */
export async function installReference(): Promise<void> {
  try {
    await Deno.stat(join(REFERENCES, "node_modules/.package-lock.json"));
  } catch {
    await run("npm", ["ci", "--no-audit", "--no-fund"]);
  }
}

/** Makes the reference's database from the facts in the file. */
export async function fillReference(database: string, facts: string): Promise<void> {
  await installReference();
  await run("node", ["fill.js", database, facts]);
}

async function run(command: string, args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(command, { args, cwd: REFERENCES }).output();
  if (!success) {
    throw new Error(
      `Cannot run ${command} ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`,
    );
  }
}
