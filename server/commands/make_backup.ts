// Makes consistent copies of the database in DATA_DIR/backups.
import { getLogger } from "@logtape/logtape";
import { join } from "node:path";
import { copyInto, holdsErased, writeAnew } from "../../db/connection/backup.ts";
import { pathOf } from "../../db/connection/file_url.ts";
import { type BackgroundJob, every } from "../background.ts";
import { DAY_MS, HOUR_MS } from "../contract/clock.ts";
import type { Deps } from "../deps.ts";
import { CommandError } from "./command.ts";

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

/**
 * Makes a copy that only this account may read, and returns its path. `reason` becomes part of its name.
 * @throws CommandError if the database is remote
 */
export async function makeBackup(
  { config, db, now }: Pick<Deps, "config" | "db" | "now">,
  reason = "cafe",
): Promise<string> {
  if (db.remote) {
    throw new CommandError(
      "Cannot back up: a remote database has its server's own backups (deploy/edge.md)",
    );
  }
  return await addBackup(
    config.dataDir,
    `${reason}-${stamp(now())}.db`,
    // SQLite accepts an empty file as the target.
    (path) => copyInto(pathOf(config.database.url), path),
  );
}

/** A time for file names that sort by time, to the millisecond. */
export function stamp(nowMs: number): string {
  return new Date(nowMs).toISOString().replace(/[-:]/g, "").replace(/[T.]/g, "-").replace("Z", "");
}

// What a database file needs while the product serves: no trace of erased accounts, and no copies that are too old
// (docs/running.md#erased-data).

/** As the privacy notice says (client/pages/PlainPages.tsx). */
const COPY_LIFETIME_MS = 30 * DAY_MS;
/** Copies that the product makes by itself. Those by hand, `cafe-...`, are the operator's. */
const OWN_COPY = /^(?:daily|before-[a-z]+)-(\d{8}-\d{6}-\d{3})\.db$/;
/** Hours of Istanbul, whose clocks never change, at which a cafe is closed: 06:00 to 08:59. */
const QUIET_UTC_HOURS = [3, 4, 5];

const log = getLogger(["siradaki", "serve"]);

type UpkeepDeps = Pick<Deps, "config" | "db" | "now">;

/** Looks now and every hour. A failure is logged, and the next look tries again. */
export function startFileUpkeep(deps: UpkeepDeps): BackgroundJob {
  return every(HOUR_MS, () => lookAfterFiles(deps), (error) => {
    log.error("Cannot delete old copies or write the database anew, will try again: {error}", {
      error,
    });
  });
}

/** Deletes own copies that are older than 30 days, and early in the day takes out what erased accounts have left. */
export async function lookAfterFiles({ config, db, now }: UpkeepDeps): Promise<void> {
  if (db.remote) return;
  const before = now() - COPY_LIFETIME_MS;
  await removeFrom(join(config.dataDir, "backups"), (name) => {
    const made = OWN_COPY.exec(name)?.[1];
    return made !== undefined && made < stamp(before);
  });
  const path = pathOf(config.database.url);
  for (const ending of ["-wal", "-shm", "-journal"]) {
    await removeIfOld(`${path}.damaged${ending}`, before);
  }
  await db.forgetErased(false);
  if (!QUIET_UTC_HOURS.includes(new Date(now()).getUTCHours())) return;
  if (await holdsErased(db)) await writeAnew(db, now());
}

async function removeFrom(folder: string, isOld: (name: string) => boolean): Promise<void> {
  try {
    for await (const { name, isFile } of Deno.readDir(folder)) {
      if (isFile && isOld(name)) await Deno.remove(join(folder, name));
    }
  } catch (error) {
    // There is no folder, or `backup` has deleted the same copy.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

async function removeIfOld(path: string, before: number): Promise<void> {
  const changed = (await Deno.stat(path).catch(() => undefined))?.mtime?.getTime();
  if (changed !== undefined && changed < before) await Deno.remove(path);
}
