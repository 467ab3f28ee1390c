// Keeps what has ended for good beside the database file, outside of the file that `restore` replaces
// (docs/running.md#restore).
import { getLogger } from "@logtape/logtape";
import { z } from "zod";
import { addEndings, type Endings, readEndings } from "../../db/people/erasure.ts";
import { pathOf } from "../../db/connection/file_url.ts";
import { type BackgroundJob, every } from "../background.ts";
import { HOUR_MS } from "../contract/clock.ts";
import type { Deps } from "../deps.ts";

const CHECK_INTERVAL_MS = HOUR_MS;
export const NOTHING_ENDED: Endings = { erased: [], memberships: [], passwords: [] };

const log = getLogger(["siradaki", "account"]);

type KeepDeps = Pick<Deps, "config" | "db">;

/** The file that belongs to the database file at `path`. */
export function endingsPath(path: string): string {
  return `${path}.ended`;
}

const Kept = z.object({
  erased: z.array(z.string()),
  memberships: z.array(z.tuple([z.string(), z.string(), z.number()])),
  passwords: z.array(z.tuple([z.string(), z.string()])),
});

/** What was kept for the database file at `path`. Undefined if there is no such file, or it is no longer what was written. */
export async function readKeptEndings(path: string): Promise<Endings | undefined> {
  try {
    return Kept.parse(JSON.parse(await Deno.readTextFile(endingsPath(path))));
  } catch {
    return undefined;
  }
}

/**
 * Writes what has ended by now, in place of what was kept. To be called after each commit that ends an account, a membership
 * or a password. A failure is logged, and the next call writes it; a server has its own backups.
 */
export async function keepEndings({ config, db }: KeepDeps): Promise<void> {
  if (db.remote) return;
  const path = pathOf(config.database.url);
  try {
    const kept = await readKeptEndings(path) ?? NOTHING_ENDED;
    write(endingsPath(path), addEndings(kept, await readEndings(db)));
  } catch (error) {
    log.error("Cannot keep what has ended for a later restore, will try again: {error}", { error });
  }
}

/** Writes it now and every hour, because retention ends accounts too. */
export function startKeepingEndings(deps: KeepDeps): BackgroundJob {
  return every(CHECK_INTERVAL_MS, () => keepEndings(deps), () => {});
}

/** Synchronous, so that of two calls at once the later one, which has read more, writes last. */
function write(path: string, endings: Endings): void {
  const part = `${path}.part`;
  Deno.writeTextFileSync(part, JSON.stringify(endings), { mode: 0o600 });
  const file = Deno.openSync(part, { write: true });
  file.syncSync();
  file.close();
  Deno.renameSync(part, path);
}
