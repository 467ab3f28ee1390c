// Runs Deno in a tree of the project.

/** The outcome of a run: whether it ended well, whether it had to be ended, and what it printed. */
export interface Ran {
  success: boolean;
  outOfTime: boolean;
  output: string;
}

/** Options of \`deno test\`, as in the task \`test\`. The sanitizers notice a promise that is not awaited. */
export const AS_IN_TASK = ["-A", "--no-check", "--sanitize-ops", "--sanitize-resources"];

const SIGKILL = 9;

/** Runs `deno args` in `root`, and ends it after `boundMs`, with the processes that it has started. */
export async function run(root: string, args: string[], boundMs: number): Promise<Ran> {
  // `timeout` makes a process group and ends all of it.
  const { success, code, stdout } = await new Deno.Command("timeout", {
    args: ["--signal=KILL", `${boundMs / 1000}`, Deno.execPath(), ...args],
    cwd: root,
    env: { __IS_WSL_TEST__: "1", NO_COLOR: "1" },
    stdout: "piped",
    stderr: "null",
  }).output();
  return { success, outOfTime: code === 128 + SIGKILL, output: new TextDecoder().decode(stdout) };
}
