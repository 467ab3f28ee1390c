// Starts a flood in a process of its own.
import { join } from "node:path";
import { linesOf } from "../../support/net/lines.ts";
import { inTime } from "../../support/time/until.ts";
import type { Counts, Flood } from "./floods.ts";

export interface StartedFlood extends AsyncDisposable {
  /** Ends the flood, closes its connections and returns what it has counted. */
  end(): Promise<Counts>;
}

/** Allows as many open files as the system does. */
export const MANY_FILES = 'ulimit -n "$(ulimit -H -n)";';

/** Resolves once the server on `port` is being flooded. @throws Error if it cannot be */
export async function startFlood(port: number, flood: Flood): Promise<StartedFlood> {
  const child = new Deno.Command("sh", {
    args: [
      ...["-c", `${MANY_FILES} exec "$0" "$@"`, Deno.execPath(), "run", "-A", "--no-check"],
      join(import.meta.dirname!, "flood_worker.ts"),
    ],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const lines = linesOf(child.stdout);
  const nextLine = async (what: string) => {
    const { value } = await inTime(lines.next(), what);
    if (value === undefined) throw new Error("Cannot flood: the process has ended");
    return value;
  };
  const input = child.stdin.getWriter();
  let ended = false;
  const flooding = {
    async end() {
      ended = true;
      await input.close();
      const counts: Counts = JSON.parse(await nextLine("the counts of the flood"));
      await inTime(child.status, "the flood to end");
      await lines.next();
      return counts;
    },
    async [Symbol.asyncDispose]() {
      if (ended) return;
      child.kill("SIGKILL");
      await child.status;
      await lines.return(undefined);
      await input.abort().catch(() => {});
    },
  };
  try {
    await input.write(new TextEncoder().encode(JSON.stringify({ port, flood }) + "\n"));
    await nextLine("the flood to begin");
  } catch (error) {
    await flooding[Symbol.asyncDispose]();
    throw error;
  }
  return flooding;
}
