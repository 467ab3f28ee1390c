// A computer as a cafe has it: a fresh Debian whose own systemd runs, without a network. Needs root and mmdebstrap.
import { join } from "node:path";
import { until } from "../../support/time/until.ts";

const HERE = import.meta.dirname!;
/** What every Debian has beyond the smallest. */
const PACKAGES = "systemd,systemd-sysv,dbus,adduser,debconf";

export interface Ran {
  code: number;
  /** Standard output and standard error, without spaces around them. */
  printed: string;
  noted: string;
}

export interface Box extends AsyncDisposable {
  /** The folder of its root directory, seen from outside. */
  root: string;
  /** Runs a command in it as root, in the folder /, and returns what it said. `input` goes to its standard input. */
  run(command: string[], input?: string): Promise<Ran>;
  /** As `run`. @throws Error with what the command said if its exit code is not 0 */
  mustRun(command: string[], input?: string): Promise<string>;
  /** Runs a program from outside in its network. @throws Error as `mustRun` does */
  inItsNetwork(command: string[]): Promise<string>;
}

/** Why this machine cannot have a box, or undefined. */
export async function noBox(): Promise<string | undefined> {
  if (await release() === undefined) return "this is not Debian";
  if (Deno.uid() !== 0) return "only root may do that";
  const { success } = await outputOf(["sh", "-c", "command -v mmdebstrap"]);
  if (!success) return "mmdebstrap is not installed";
}

/** Makes a box from Debian's packages and boots it. The caller disposes of it. */
export async function startBox(): Promise<Box> {
  const folder = await Deno.makeTempDir({ prefix: "siradaki-box-" });
  const root = join(folder, "root");
  await must([
    "mmdebstrap",
    "--quiet",
    "--variant=minbase",
    `--include=${PACKAGES}`,
    (await release())!,
    root,
  ]);
  const child = new Deno.Command("unshare", {
    args: ["--mount", join(HERE, "boot.sh"), root, join(folder, "control_groups")],
    stdout: "null",
    stderr: "null",
  }).spawn();
  const first = await firstProcess(child.pid);
  const enter = (...namespaces: string[]) => ["nsenter", `--target=${first}`, ...namespaces];
  const box: Box = {
    root,
    async run(command, input) {
      const { code, stdout, stderr } = await outputOf(
        [
          ...enter("--mount", "--pid", "--net", "--uts", "--ipc", "--cgroup", "--wdns=/"),
          ...["env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LC_ALL=C.UTF-8"],
          ...["DEBIAN_FRONTEND=noninteractive", ...command],
        ],
        input,
      );
      return { code, printed: stdout, noted: stderr };
    },
    async mustRun(command, input) {
      const { code, printed, noted } = await box.run(command, input);
      if (code !== 0) throw new Error(`Cannot ${command.join(" ")}: ${code}\n${printed}\n${noted}`);
      return printed;
    },
    inItsNetwork: (command) => must([...enter("--net"), ...command]),
    async [Symbol.asyncDispose]() {
      Deno.kill(first, "SIGKILL");
      await child.status;
      await Deno.remove(folder, { recursive: true });
    },
  };
  await until(async () =>
    /^(running|degraded)$/.test((await box.run(["systemctl", "is-system-running"])).printed)
  );
  return box;
}

/** The box's first process, as the machine outside numbers it: the only child of `unshare`. */
async function firstProcess(unshare: number): Promise<number> {
  let first = 0;
  await until(async () => {
    const children = await Deno.readTextFile(`/proc/${unshare}/task/${unshare}/children`);
    first = Number(children.trim().split(" ").at(-1));
    // Before that, its children are short programs, which may have ended by now.
    const name = await Deno.readTextFile(`/proc/${first}/comm`).catch(() => "");
    return name.trim() === "systemd";
  });
  return first;
}

/** The name of this machine's Debian, which the box gets too: its keys are here. */
async function release(): Promise<string | undefined> {
  const text = await Deno.readTextFile("/etc/os-release").catch(() => "");
  return /^ID=debian$/m.test(text) ? /^VERSION_CODENAME=(\w+)$/m.exec(text)?.[1] : undefined;
}

async function must(command: string[]): Promise<string> {
  const { success, code, stdout, stderr } = await outputOf(command);
  if (!success) throw new Error(`Cannot ${command.join(" ")}: ${code}\n${stdout}\n${stderr}`);
  return stdout;
}

async function outputOf([program, ...args]: string[], input?: string) {
  const child = new Deno.Command(program!, {
    args,
    stdin: input === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  if (input !== undefined) await new Response(input).body!.pipeTo(child.stdin);
  const { stdout, stderr, ...status } = await child.output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
  return { ...status, stdout: text(stdout), stderr: text(stderr) };
}
