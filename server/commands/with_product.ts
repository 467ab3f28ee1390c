// Runs a command on the product's parts without serving.
import { type Config, readConfig } from "../config.ts";
import type { Deps } from "../deps.ts";
import { configureLogging } from "../logging.ts";
import { bringUpToDate } from "./bring_up_to_date.ts";
import type { CommandContext } from "./command.ts";

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
