// Describes the machine and the versions of a run.
import { procFile } from "./servers/process_usage.ts";

export interface Machine {
  date: string;
  /** The last one that changed the product. */
  commit: string;
  cores: number;
  cpu: string;
  memoryGb: number;
  kernel: string;
  deno: string;
  node: string;
  /** Load average at the start: what else ran. */
  loadBefore: number;
}

/** What has to change for the product to become faster or slower. */
const PRODUCT = ["client", "db", "server", "main.ts", "deploy/build", "deno.lock"];

export async function describeMachine(): Promise<Machine> {
  const cpu = /^model name\s*: (.+)$/m.exec(procFile("cpuinfo"))?.[1];
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: await output("git", "log", "-1", "--format=%h", "--", ...PRODUCT),
    cores: navigator.hardwareConcurrency,
    cpu: cpu ?? "unknown",
    memoryGb: Math.round(Deno.systemMemoryInfo().total / 2 ** 30),
    kernel: Deno.osRelease(),
    deno: Deno.version.deno,
    node: await output("node", "--version"),
    loadBefore: Deno.loadavg()[0]!,
  };
}

async function output(command: string, ...args: string[]): Promise<string> {
  const { stdout } = await new Deno.Command(command, { args }).output();
  return new TextDecoder().decode(stdout).trim();
}
