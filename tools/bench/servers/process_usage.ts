// What a process has used, from Linux's /proc (man 5 proc).

/** Clock ticks in a second: sysconf(_SC_CLK_TCK) is 100 on every Linux that Deno runs on. */
const TICK_MS = 10;

/** User and system time of all its threads, in ms. */
export function cpuMs(pid: number): number {
  const stat = procFile(`${pid}/stat`);
  // The second field is the program's name in brackets, which may have blanks in it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [userTicks, systemTicks] = fields.slice(11, 13);
  return (Number(userTicks) + Number(systemTicks)) * TICK_MS;
}

/** Resident memory, in MB. */
export function residentMb(pid: number): number {
  return statusMb(pid, "VmRSS");
}

/** The most resident memory that it ever had, in MB. */
export function peakResidentMb(pid: number): number {
  return statusMb(pid, "VmHWM");
}

function statusMb(pid: number, field: string): number {
  const line = new RegExp(`^${field}:\\s+(\\d+) kB$`, "m");
  return Number(line.exec(procFile(`${pid}/status`))![1]) / 1024;
}

/** Deno reads /proc only with all permissions, which no task of the product has. */
export function procFile(path: string): string {
  const { success, stdout, stderr } = new Deno.Command("cat", { args: [`/proc/${path}`] })
    .outputSync();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}
