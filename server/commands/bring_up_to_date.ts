// Migrates the database before a command uses it.
import { getLogger } from "@logtape/logtape";
import type { Deps } from "../deps.ts";
import { CommandError } from "./command.ts";
import { makeBackup } from "./make_backup.ts";

const log = getLogger(["siradaki", "serve"]);

/**
 * Migrates a database file, after making a copy of it. A remote database is shared with instances that may have
 * another version, so only the command `migrate` migrates it (docs/running.md#remote-database).
 * @throws CommandError if a remote database is not up to date
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
