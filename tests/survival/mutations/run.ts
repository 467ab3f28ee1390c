// Runs Deno in a tree of the project.

/** The outcome of a run: whether it ended well in time, and what it printed. */
export interface Ran {
  success: boolean;
  output: string;
}

/** Runs `deno args` in `root`, and ends it after `boundMs`, with the processes that it has started. */
export async function run(root: string, args: string[], boundMs: number): Promise<Ran> {
  // `timeout` makes a process group and ends all of it.
  const { success, stdout } = await new Deno.Command("timeout", {
    args: ["--signal=KILL", `${boundMs / 1000}`, Deno.execPath(), ...args],
    cwd: root,
    env: { __IS_WSL_TEST__: "1", NO_COLOR: "1" },
    stdout: "piped",
    stderr: "null",
  }).output();
  return { success, output: new TextDecoder().decode(stdout) };
}
