// Makes consistent copies of the database in DATA_DIR/backups.
import { copyInto } from "../../db/backup.ts";
import type { Deps } from "../deps.ts";
import { addBackup } from "./backup_folder.ts";
import { CommandError } from "./command.ts";

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
    (path) => copyInto(db, path),
  );
}

/** A time for file names that sort by time, to the millisecond. */
export function stamp(nowMs: number): string {
  return new Date(nowMs).toISOString().replace(/[-:]/g, "").replace(/[T.]/g, "-").replace("Z", "");
}
