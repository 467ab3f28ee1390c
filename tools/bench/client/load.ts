// Loads a server and tells what a call costs it.
import { strict as assert } from "node:assert";
import { cpuMs } from "../servers/process_usage.ts";
import type { Server } from "../servers/server.ts";
import type { LoadPlan, LoadResult } from "./load_plan.ts";
import { runWorker } from "./worker.ts";

export interface Sample {
  callsPerS: number;
  /** CPU time of the server's process for each call, all threads, in µs. */
  cpuUs: number;
  medianMs: number;
  p99Ms: number;
  generatorBusy: number;
}

/** Sends the calls. @throws Error if an answer has another status than `status` */
export async function load(
  server: Server,
  plan: Omit<LoadPlan, "port">,
  status = 200,
): Promise<Sample> {
  const before = cpuMs(server.pid);
  const result = await runWorker<LoadResult>("load_worker.ts", { ...plan, port: server.port });
  const usedMs = cpuMs(server.pid) - before;
  assert.deepEqual(Object.keys(result.statuses), [String(status)], `statuses of ${server.name}`);
  return {
    callsPerS: result.calls / result.seconds,
    cpuUs: usedMs * 1000 / result.calls,
    medianMs: result.medianMs,
    p99Ms: result.p99Ms,
    generatorBusy: result.generatorBusy,
  };
}
