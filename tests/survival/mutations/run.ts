// Runs Deno in a tree of the project.

/** The outcome of a run: whether it ended well in time, and what it printed. */
export interface Ran {
  success: boolean;
  output: string;
}

/** Runs `deno args` in `root`, and ends it after `boundMs`. */
export async function run(root: string, args: string[], boundMs: number): Promise<Ran> {
  const child = new Deno.Command(Deno.execPath(), {
    args,
    cwd: root,
    env: { __IS_WSL_TEST__: "1", NO_COLOR: "1" },
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const bound = setTimeout(() => child.kill("SIGKILL"), boundMs);
  const { success, stdout } = await child.output();
  clearTimeout(bound);
  return { success, output: new TextDecoder().decode(stdout) };
}
