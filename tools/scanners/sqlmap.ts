// sqlmap, which tries to inject SQL into the parts of one call.
import { runTool } from "./debian_tool.ts";

export interface Target {
  /** Within the origin. A `*` marks what is tried within a path. */
  path: string;
  body?: unknown;
  token?: string;
  /** A call that takes long, as it hashes a password, gets fewer attempts. */
  slow?: boolean;
}

const NONE = "do not appear to be injectable";
const MAX_MS = 120_000;

/** Returns what sqlmap found, undefined if nothing. @throws Error if it did not come to an end */
export async function injection(
  origin: string,
  { path, body, token, slow }: Target,
  workDir: string,
): Promise<string | undefined> {
  const printed = await runTool("timeout", [
    ...[`${MAX_MS / 1000}`, "sqlmap", "-u", origin + path, "--batch", "--dbms=sqlite"],
    ...[
      `--level=${slow ? 1 : 2}`,
      "--risk=2",
      "--threads=4",
      "--ignore-code=*",
      "--time-sec=2",
      "--flush-session",
    ],
    ...[`--output-dir=${workDir}/sqlmap`, "--disable-coloring"],
    ...(body === undefined ? [] : [`--data=${JSON.stringify(body)}`]),
    ...["--headers", `content-type: application/json${token ? `\nx-auth-token: ${token}` : ""}`],
  ], workDir);
  return printed.includes(NONE) ? undefined : printed;
}
