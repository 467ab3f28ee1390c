// Runs a command on the product's parts without serving.
import { getLogger } from "@logtape/logtape";
import { holdsErased, writeAnew } from "../../db/connection/backup.ts";
import { pathOf } from "../../db/connection/file_url.ts";
import { endingsPath, readKeptEndings } from "../account/kept_endings.ts";
import { type Config, readConfig } from "../config.ts";
import type { Deps } from "../deps.ts";
import { configureLogging } from "../logging.ts";
import { type CommandContext, CommandError } from "./command.ts";
import { makeBackup } from "./make_backup.ts";

const log = getLogger(["siradaki", "serve"]);

/**
 * Migrates a database file, unless it has lost its content, after making a copy of it, and writes it anew where something was deleted in it. A remote database is shared with instances that may have
 * another version, so only the command `migrate` migrates it (docs/running.md#remote-database).
 * @throws CommandError if a remote database is not up to date, or a file was emptied
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
  const { url } = deps.config.database;
  const kept = state === "empty" && await readKeptEndings(pathOf(url));
  // Nothing tells a new installation from one whose file was lost but what is kept beside it.
  if (kept && kept.passwords.length + kept.erased.length > 0) {
    throw new CommandError(
      `Cannot use the database: ${
        pathOf(url)
      } is empty, though accounts were in it. Restore a copy ` +
        `(docs/running.md#restore). To begin anew without them, delete ${endingsPath(pathOf(url))}`,
    );
  }
  if (state === "behind") {
    log.info("Copied the database before bringing it up to date: {path}", {
      path: await makeBackup(deps, "before-update"),
    });
  }
  await deps.db.migrate();
}

/**
 * Constructs the parts, prepares the database, runs `work`, and closes the database in any case.
 * @throws CommandError if the database cannot be prepared
 */
export async function withProduct(
  { environment, compose }: CommandContext,
  work: (deps: Deps) => Promise<number>,
  prepare: (deps: Deps) => Promise<void> = bringUpToDate,
): Promise<number> {
  const deps = await compose(await quietConfig(environment));
  try {
    await prepare(deps);
    return await work(deps);
  } finally {
    await deps.outbox.idle();
    await deps.db.close();
  }
}

/** Reads the configuration and logs only warnings and errors: standard output is for the command's result. */
export async function quietConfig(environment: CommandContext["environment"]): Promise<Config> {
  const config = readConfig(environment);
  await configureLogging(config.logLevel === "error" ? "error" : "warn");
  return config;
}
