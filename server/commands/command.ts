// What a command is, and what it is given.
import type { Config } from "../config.ts";
import type { Deps } from "../deps.ts";

/** The world around a command: main.ts hands over the real one, tests their own. */
export interface Surroundings {
  environment: Record<string, string | undefined>;
  /** Constructs the server's parts; the command that asked closes the database again. */
  compose: (config: Config) => Promise<Deps>;
  /** The time in epoch ms. */
  now: () => number;
  /** What the command was asked for, for standard output. */
  print: (line: string) => void;
  /** What a person should know besides, for standard error. */
  note: (line: string) => void;
}

/** Something that an operator can ask for by name. */
export interface Command {
  /** One line for `--help`. */
  summary: string;
  /** Does it and returns the process's exit code. `args` is what followed the name. */
  run: (surroundings: Surroundings, args: string[]) => Promise<number>;
}

/** Why a command cannot do what it was asked, in words for the operator. */
export class CommandError extends Error {
  override name = "CommandError";
}
