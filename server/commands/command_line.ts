// The commands that main.ts and the binary understand.
import denoJson from "../../deno.json" with { type: "json" };
import { DatabaseUnavailableError } from "../../db/connection/errors.ts";
import { backup, migrate } from "./database_commands.ts";
import { ConfigError } from "../environment.ts";
import { DataDirError } from "../stored_secret.ts";
import { type Command, type CommandContext, CommandError } from "./command.ts";
import { ledgerCheck, payoutsClose } from "./money_commands.ts";
import { letters } from "./letters.ts";
import { restore } from "./restore.ts";
import { secondFactorOff } from "./second_factor_off.ts";
import { seed } from "./seed.ts";
import { serve } from "./serve.ts";

const COMMANDS: Record<string, Command> = {
  serve,
  migrate,
  seed,
  "payouts:close": payoutsClose,
  "ledger:check": ledgerCheck,
  backup,
  restore,
  letters,
  "second-factor:off": secondFactorOff,
};

/** Errors whose message is written for the operator. Others are thrown on, with their stack. */
const OPERATOR_ERRORS = [ConfigError, DataDirError, CommandError, DatabaseUnavailableError];

/** Runs the command that `args` names, by default `serve`, and returns the exit code. */
export async function runCommandLine(args: string[], context: CommandContext): Promise<number> {
  const { print, note } = context;
  const [name = "serve", ...rest] = args;
  if (name === "--help" || name === "-h" || name === "help") return show(print, help());
  if (name === "--version" || name === "-V") return show(print, `siradaki ${denoJson.version}`);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    note(`Cannot run '${name}': no such command.\n\n${help()}`);
    return 2;
  }
  try {
    return await command.run(context, rest);
  } catch (error) {
    if (!OPERATOR_ERRORS.some((kind) => error instanceof kind)) throw error;
    note((error as Error).message);
    return 1;
  }
}

function show(print: CommandContext["print"], text: string): number {
  print(text);
  return 0;
}

function help(): string {
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) =>
    `  ${name.padEnd(18)} ${summary}`
  );
  return [
    "Sıradaki: kafelerde bahşişli müzik isteği. Song requests with tips, for cafes.",
    "",
    "Commands (default: serve):",
    ...lines,
    "",
    "Options: --help, --version. Everything else is set by environment variables: see README.md.",
  ].join("\n");
}
