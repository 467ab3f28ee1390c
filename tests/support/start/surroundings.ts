// The world around a command, as a test gives it: its own environment and a record of what was said.
import { compose } from "../../../main.ts";
import { runCommandLine } from "../../../server/commands/command_line.ts";

export interface Said {
  code: number;
  /** What went to standard output, and to standard error. */
  printed: string;
  noted: string;
}

export interface Surroundings {
  /** The time in epoch ms. */
  now?: () => number;
  /** Standard input, empty by default. */
  input?: ReadableStream<Uint8Array>;
}

/** Runs a command in this process, as main.ts would. */
export async function runCommand(
  args: string[],
  environment: Record<string, string>,
  { now = Date.now, input = ReadableStream.from([]) }: Surroundings = {},
): Promise<Said> {
  const printed: string[] = [];
  const noted: string[] = [];
  const code = await runCommandLine(args, {
    environment: { HOST: "127.0.0.1", ...environment },
    compose: (config) => compose(config, { now }),
    now,
    input: () => input,
    print: (line) => void printed.push(line),
    note: (line) => void noted.push(line),
  });
  return { code, printed: printed.join("\n"), noted: noted.join("\n") };
}
