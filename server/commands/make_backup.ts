// A consistent copy of the database, beside it in DATA_DIR/backups.
import { join } from "node:path";
import { copyInto } from "../../db/backup.ts";
import type { Deps } from "../deps.ts";
import { CommandError } from "./command.ts";

/** Makes a copy that only this account may read and returns its path. `reason` becomes part of its name. */
export async function makeBackup(
  { config, db, now }: Pick<Deps, "config" | "db" | "now">,
  reason = "cafe",
): Promise<string> {
  if (db.remote) {
    throw new CommandError(
      "Cannot back up: the database is a server's, which keeps its own backups (deploy/edge.md)",
    );
  }
  const folder = join(config.dataDir, "backups");
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${reason}-${stamp(now())}.db`);
  // SQLite writes into an empty file as into none, and this one is private from the start.
  await Deno.writeFile(path, new Uint8Array(), { createNew: true, mode: 0o600 });
  await copyInto(db, path);
  return path;
}

/** A time that sorts as a file's name, to the millisecond. */
export function stamp(nowMs: number): string {
  return new Date(nowMs).toISOString().replace(/[-:]/g, "").replace(/[T.]/g, "-").replace("Z", "");
}
