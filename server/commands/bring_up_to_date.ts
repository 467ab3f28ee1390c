// The database as this version of the product needs it, before anything is done with it.
import { getLogger } from "@logtape/logtape";
import type { Deps } from "../deps.ts";
import { CommandError } from "./command.ts";
import { makeBackup } from "./make_backup.ts";

const log = getLogger(["siradaki", "serve"]);

/**
 * Migrates a file, after a copy of what it was. A server's database is shared with instances that may be of
 * another version, so it is migrated by the step that is for it alone (deploy/edge.md).
 * @throws CommandError where that step is missing
 */
export async function bringUpToDate(deps: Pick<Deps, "config" | "db" | "now">): Promise<void> {
  const state = await deps.db.schemaState();
  if (state === "current") return;
  if (deps.db.remote) {
    const what = state === "empty" ? "has no tables yet" : "is older than this version";
    throw new CommandError(
      `Cannot use the database: it ${what}. Bring it up to date: deno task migrate`,
    );
  }
  if (state === "behind") {
    log.info("Copied the database before bringing it up to date: {path}", {
      path: await makeBackup(deps, "before-update"),
    });
  }
  await deps.db.migrate();
}
