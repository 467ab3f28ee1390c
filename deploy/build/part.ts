// A part of the product that is built into a folder of its own, and whether that folder is up to date.
import { createHash } from "node:crypto";
import { join, relative } from "node:path";

export const ROOT = join(import.meta.dirname!, "../..");

export interface Part {
  name: "client" | "server";
  /** The folder that the build empties and then writes. */
  folder: string;
  /** What it is built from: files and folders below ROOT. */
  sources: string[];
  build(): Promise<void>;
}

/** Whether the part was built from the sources as they are now. */
export function isUpToDate(part: Part): boolean {
  return readStamp(part) === fingerprintOf(part);
}

/** Builds the part, whether or not it is up to date. */
export async function buildPart(part: Part): Promise<void> {
  await remove(part.folder);
  await part.build();
  // Computed now, since the client's build writes the route tree. An interrupted build has no stamp and counts as none.
  Deno.writeTextFileSync(stampOf(part), fingerprintOf(part));
}

function stampOf({ folder }: Part): string {
  return join(folder, ".built_from");
}

function readStamp(part: Part): string | undefined {
  try {
    return Deno.readTextFileSync(stampOf(part));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
}

function fingerprintOf({ sources }: Part): string {
  const hash = createHash("sha256");
  for (const path of sources.flatMap((p) => [...filesUnder(join(ROOT, p))]).sort()) {
    hash.update(relative(ROOT, path)).update(Deno.readFileSync(path));
  }
  return hash.digest("hex");
}

function* filesUnder(path: string): Generator<string> {
  if (Deno.statSync(path).isFile) return yield path;
  for (const { name } of Deno.readDirSync(path)) {
    if (name !== "dist") yield* filesUnder(join(path, name));
  }
}

async function remove(path: string): Promise<void> {
  try {
    await Deno.remove(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
