// Makes consistent copies of the database in DATA_DIR/backups.
import { join } from "node:path";
import { copyInto } from "../../db/backup.ts";
import type { Deps } from "../deps.ts";
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
  const folder = join(config.dataDir, "backups");
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${reason}-${stamp(now())}.db`);
  // SQLite accepts an empty file as the target. Made here, the file is private from the start.
  await Deno.writeFile(path, new Uint8Array(), { createNew: true, mode: 0o600 });
  await copyInto(db, path);
  return path;
}

/** A time for file names that sort by time, to the millisecond. */
export function stamp(nowMs: number): string {
  return new Date(nowMs).toISOString().replace(/[-:]/g, "").replace(/[T.]/g, "-").replace("Z", "");
}
