// Programs that Debian has, for the long form. One that is missing is installed if that is possible.
import { succeeds } from "../../tests/survival/report.ts";

/** Whether the program can be run now. Some are in a component of Debian that few machines have switched on. */
export async function hasTool(name: string, component?: "non-free"): Promise<boolean> {
  if (await succeeds("sh", "-c", `command -v ${name}`)) return true;
  if (Deno.uid() !== 0) return false;
  return component ? await installFrom(component, name) : await install(name);
}

async function install(name: string, ...options: string[]): Promise<boolean> {
  return await succeeds("apt-get", ...options, "install", "-y", "-q", name);
}

/** Installs the program without a change to the machine's own list of sources. */
async function installFrom(component: string, name: string): Promise<boolean> {
  const release = await Deno.readTextFile("/etc/os-release").catch(() => "");
  const [, suite] = /^VERSION_CODENAME=(\w+)$/m.exec(release) ?? [];
  if (!suite) return false;
  const folder = await Deno.makeTempDir({ prefix: "siradaki-apt-" });
  // apt reads it with an account of its own.
  await Deno.chmod(folder, 0o755);
  await Deno.mkdir(`${folder}/lists/partial`, { recursive: true });
  const list = `${folder}/sources.list`;
  await Deno.writeTextFile(list, `deb http://deb.debian.org/debian ${suite} main ${component}\n`);
  const options = [`Dir::Etc::sourcelist=${list}`, "Dir::Etc::sourceparts=/dev/null"]
    .concat(`Dir::State::lists=${folder}/lists`).flatMap((option) => ["-o", option]);
  try {
    return await succeeds("apt-get", ...options, "update", "-q") &&
      await install(name, ...options);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
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
