// Refuses commands on a database that is not there, which opening it would make.
import { pathOf } from "../../db/file_url.ts";
import { readDatabaseUrl } from "../config.ts";
import { type CommandContext, CommandError } from "./command.ts";

/**
 * To be called before the configuration is read, because that generates secrets in a folder without any.
 * @throws CommandError if the database is a file that does not exist
 */
export async function assertDatabaseExists(
  environment: CommandContext["environment"],
): Promise<void> {
  const url = readDatabaseUrl(environment);
  if (!url.startsWith("file:")) return;
  const path = pathOf(url);
  try {
    await Deno.stat(path);
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    throw new CommandError(
      `Cannot use the database: there is none at ${path}. Set DATA_DIR to the folder that the product serves from`,
      { cause },
    );
  }
}
