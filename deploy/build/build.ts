// `deno task build [client|server]`: builds that part, or both. With `--if-stale` it builds only if a source has changed.
import { join } from "node:path";
import { buildPart, client, isUpToDate, ROOT, server } from "./part.ts";

/** The server comes last: its sources include what the client's build writes. */
const PARTS = [client, server];
/** `deno task dev` watches this file. It cannot watch the folders, which every build empties. */
const LOCK = join(ROOT, "node_modules/.build.lock");

const ifStale = Deno.args.includes("--if-stale");
const named = PARTS.filter(({ name }) => Deno.args.includes(name));

// Concurrent builds wait for each other.
using lock = await Deno.open(LOCK, { create: true, write: true });
await lock.lock(true);
for (const part of named.length > 0 ? named : PARTS) {
  if (ifStale && isUpToDate(part)) continue;
  const started = performance.now();
  // On standard error, because a command that builds first has its result on standard output.
  console.error(`Building the ${part.name}...`);
  // Vite reads /proc/sys to detect WSL, which Deno only allows with -A. This variable makes it skip that.
  Deno.env.set("__IS_WSL_TEST__", "1");
  await buildPart(part);
  if (part === server) await analyse();
  Deno.writeTextFileSync(LOCK, new Date().toISOString());
  console.error(`Built it in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}

/**
 * Lets Deno read the built server's modules and keep what they import. Else the first start does it, which takes twice the
 * time and 60 MB that are not given back.
 */
async function analyse(): Promise<void> {
  const args = ["cache", "--quiet", "--frozen", join(ROOT, "server/dist/main.js")];
  try {
    await new Deno.Command("deno", { args, cwd: ROOT, stdout: "null", stderr: "null" }).output();
  } catch {
    // There is no such program on the path, or it may not be run: the first start does it.
  }
}
