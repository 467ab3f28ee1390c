// What a command is, and what it is given.
import { pathOf } from "../../db/connection/file_url.ts";
import { type Config, readDatabaseUrl } from "../config.ts";
import type { Deps } from "../deps.ts";

/** What a command works with. main.ts passes the process's own, tests pass theirs. */
export interface CommandContext {
  environment: Record<string, string | undefined>;
  /** Constructs the server's parts. The command that calls it closes the database. */
  compose: (config: Config) => Promise<Deps>;
  /** What `deno task dev` puts around the product, which then needs no built client. */
  around?: (product: Deno.ServeHandler<Deno.NetAddr>) => Deno.ServeHandler<Deno.NetAddr>;
  /** The time in epoch ms. */
  now: () => number;
  input: () => ReadableStream<Uint8Array>;
  /** Writes a line of the command's result to standard output. */
  print: (line: string) => void;
  /** Writes a line for the person at the terminal to standard error. */
  note: (line: string) => void;
}

/** A command that an operator can run by its name. */
export interface Command {
  /** One line for `--help`. */
  summary: string;
  /** Runs the command and returns the process's exit code. `args` are the arguments after the name. */
  run: (context: CommandContext, args: string[]) => Promise<number>;
}

/** Why a command cannot do its work, in words for the operator. */
export class CommandError extends Error {
  override name = "CommandError";
}

// Refuses commands on a database that is not there, which opening it would make.

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
