// Migrates the database before a command uses it.
import { getLogger } from "@logtape/logtape";
import { holdsErased, writeAnew } from "../../db/erased_bytes.ts";
import type { Deps } from "../deps.ts";
import { CommandError } from "./command.ts";
import { makeBackup } from "./make_backup.ts";

const log = getLogger(["siradaki", "serve"]);

/**
 * Migrates a database file, after making a copy of it, and writes it anew where something was deleted in it. A remote database is shared with instances that may have
 * another version, so only the command `migrate` migrates it (docs/running.md#remote-database).
 * @throws CommandError if a remote database is not up to date
 */
export async function bringUpToDate(deps: Pick<Deps, "config" | "db" | "now">): Promise<void> {
  const state = await deps.db.schemaState();
  if (state !== "current") await migrate(deps, state);
  // A computer that is switched off at night has no quiet hour.
  if (!deps.db.remote && (state === "behind" || await holdsErased(deps.db))) {
    await writeAnew(deps.db, deps.now()).catch((error) => {
      log.warn("Cannot write the database anew, will try again: {error}", { error });
    });
  }
}

async function migrate(
  deps: Pick<Deps, "config" | "db" | "now">,
  state: "empty" | "behind",
): Promise<void> {
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
