// The product without its doors: what a command works on that is not serving.
import { type Config, readConfig } from "../config.ts";
import type { Deps } from "../deps.ts";
import { configureLogging } from "../logging.ts";
import { bringUpToDate } from "./bring_up_to_date.ts";
import type { Surroundings } from "./command.ts";

/** Composes, prepares the database, hands over, and closes it whatever came of it. @throws CommandError */
export async function withProduct(
  { environment, compose }: Surroundings,
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

/** The configuration, with a log that speaks up only where something is wrong: standard output is the command's. */
export async function quietConfig(environment: Surroundings["environment"]): Promise<Config> {
  const config = readConfig(environment);
  await configureLogging(config.logLevel === "error" ? "error" : "warn");
  return config;
}
