// Builds the client into client/dist, with a brotli and a gzip copy of each file that can be compressed, since the server
// does not compress. With `--if-stale` it builds only if a source has changed.
import { createHash } from "node:crypto";
import { join, relative } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const ROOT = join(import.meta.dirname!, "..");
const DIST = join(ROOT, "client/dist");
/** A fingerprint of the build's sources. It is written last, so that an interrupted build counts as none. */
const STAMP = join(DIST, ".built_from");
const LOCK = join(ROOT, "node_modules/.client_build.lock");
const SOURCES = ["client", "server/contract", "vite.config.ts", "deno.json", "deno.lock"];
const COMPRESSIBLE = /\.(js|css|svg|json|txt|webmanifest)$/;

if (import.meta.main) {
  await buildClient({ ifStale: Deno.args.includes("--if-stale") });
}

/** Builds into client/dist. Concurrent builds wait for each other. */
export async function buildClient({ ifStale = false } = {}): Promise<void> {
  using lock = await Deno.open(LOCK, { create: true, write: true });
  await lock.lock(true);
  if (ifStale && clientIsUpToDate()) return console.log("The client is up to date.");
  const started = performance.now();
  console.log("Building the client...");
  // Vite reads /proc/sys to detect WSL, which Deno only allows with -A. This variable makes it skip that.
  Deno.env.set("__IS_WSL_TEST__", "1");
  const { build } = await import("vite");
  await remove(DIST);
  for (const mode of ["islands", "panel"]) {
    await build({ configFile: join(ROOT, "vite.config.ts"), mode, logLevel: "warn" });
  }
  const files = compressAll(DIST);
  // Computed again, since the build writes the route tree.
  Deno.writeTextFileSync(STAMP, fingerprintOf(SOURCES));
  // `deno task dev` watches this file. It cannot watch the folder, which every build empties.
  Deno.writeTextFileSync(LOCK, new Date().toISOString());
  console.log(
    `Built ${files} files in ${((performance.now() - started) / 1000).toFixed(1)} s.`,
  );
}

/** Whether client/dist was built from the sources as they are now. */
export function clientIsUpToDate(): boolean {
  return readStamp() === fingerprintOf(SOURCES);
}

function fingerprintOf(paths: string[]): string {
  const hash = createHash("sha256");
  for (const path of paths.flatMap((p) => [...filesUnder(join(ROOT, p))]).sort()) {
    hash.update(relative(ROOT, path)).update(Deno.readFileSync(path));
  }
  return hash.digest("hex");
}

function* filesUnder(path: string): Generator<string> {
  if (path === DIST) return;
  if (Deno.statSync(path).isFile) return yield path;
  for (const entry of Deno.readDirSync(path)) yield* filesUnder(join(path, entry.name));
}

function readStamp(): string | undefined {
  try {
    return Deno.readTextFileSync(STAMP);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
}

async function remove(path: string): Promise<void> {
  try {
    await Deno.remove(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

function compressAll(folder: string): number {
  const paths = [...Deno.readDirSync(folder)].map((entry) => join(folder, entry.name));
  return paths.map((path) => {
    if (Deno.statSync(path).isDirectory) return compressAll(path);
    if (COMPRESSIBLE.test(path)) compress(path);
    return 1;
  }).reduce((sum, n) => sum + n, 0);
}

function compress(path: string): void {
  const body = Deno.readFileSync(path);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  Deno.writeFileSync(`${path}.br`, brotliCompressSync(body, { params: quality }));
  Deno.writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
}
