// What a database file needs while the product serves: no trace of erased accounts, and no copies that are too old
// (docs/running.md#erased-data).
import { join } from "node:path";
import { getLogger } from "@logtape/logtape";
import { holdsErased, writeAnew } from "../../db/erased_bytes.ts";
import { pathOf } from "../../db/file_url.ts";
import { type BackgroundJob, every } from "../background.ts";
import type { Deps } from "../deps.ts";
import { stamp } from "./make_backup.ts";

const HOUR_MS = 60 * 60 * 1000;
/** As the privacy notice says (client/pages/PrivacyPage.tsx). */
const COPY_LIFETIME_MS = 30 * 24 * HOUR_MS;
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
