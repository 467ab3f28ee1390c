// The folder DATA_DIR/backups, in which a file has its name only when it is complete.
import { join } from "node:path";

/** What a killed run has left: an incomplete file, and its journal. */
const LEFT_OVER = /\.db\.part(-journal)?$/;

/**
 * Adds a file that only this account may read, and returns its path. `write` writes into the empty file at the path that
 * it is given; the file gets its name when it is on the disk. Calls that run at once, in any process, wait for each other.
 */
export async function addBackup(
  dataDir: string,
  name: string,
  write: (path: string) => Promise<void> | void,
): Promise<string> {
  const folder = join(dataDir, "backups");
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  using lock = await Deno.open(`${folder}.lock`, { create: true, write: true, mode: 0o600 });
  await lock.lock(true);
  await removeLeftOver(folder);
  const path = join(folder, name);
  const part = `${path}.part`;
  try {
    await Deno.writeFile(part, new Uint8Array(), { createNew: true, mode: 0o600 });
    await write(part);
    await putOnDisk(part);
    await Deno.rename(part, path);
  } catch (error) {
    await Deno.remove(part).catch(() => {});
    throw error;
  }
  return path;
}

async function removeLeftOver(folder: string): Promise<void> {
  for await (const { name } of Deno.readDir(folder)) {
    if (LEFT_OVER.test(name)) await Deno.remove(join(folder, name));
  }
}

/** Returns once what was written into the file is on the disk. */
export async function putOnDisk(path: string): Promise<void> {
  using file = await Deno.open(path, { read: true, write: true });
  await file.sync();
}
