// Programs that Debian has, for the long form. One that is missing is installed if that is possible.

/** Whether the program can be run now. Says in capitals if not. */
export async function hasTool(name: string): Promise<boolean> {
  const found = await runs("sh", "-c", `command -v ${name}`) ||
    (Deno.uid() === 0 && await runs("apt-get", "install", "-y", "-q", name));
  if (!found) console.log(`${name.toUpperCase()} IS MISSING AND WAS NOT TRIED`);
  return found;
}

/** Runs a tool in `cwd` and returns what it printed. @throws Error if it ends with a failure */
export async function runTool(name: string, args: string[], cwd: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(name, {
    args,
    cwd,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const text = new TextDecoder();
  const printed = text.decode(stdout) + text.decode(stderr);
  if (!success) throw new Error(`${name} has failed: ${printed}`);
  return printed;
}

async function runs(command: string, ...args: string[]): Promise<boolean> {
  const child = new Deno.Command(command, { args, stdin: "null", stdout: "null", stderr: "null" });
  return await child.output().then(({ success }) => success, () => false);
}
