// Measures a server that is being flooded, as a guest sees it who asks for the public queue.
import { strict as assert } from "node:assert";
import { type Call, encodeCall } from "../../../tools/bench/client/calls.ts";
import { connectHttp } from "../../../tools/bench/client/http_connection.ts";
import type { LoadResult } from "../../../tools/bench/client/load_plan.ts";
import { runWorker } from "../../../tools/bench/client/worker.ts";
import { peakResidentMb } from "../../../tools/bench/servers/process_usage.ts";
import { inTime, passed } from "../../support/time/until.ts";
import type { ServerProcess } from "../../support/start/server_process.ts";
import type { Counts, Flood } from "./floods.ts";
import { startFlood } from "./start_flood.ts";

/** How long each flood is measured. */
const FLOOD_MS = 20_000;
const CALM_MS = 2_000;
const PROBES_PER_S = 50;
/** Enough that a probe never waits for the answer of an earlier one, if that comes within 2 s. */
const PROBE_CONNECTIONS = 100;
/** The server is normal again with the first of so many answers in a row that all come within NORMAL_MS. */
const NORMAL_ANSWERS = 20;
const NORMAL_MS = 25;
const PAUSE_MS = 20;

export interface Measured {
  /** 95 of 100 answers came within this, before and during the flood. */
  calmP95Ms: number;
  p95Ms: number;
  /** The most resident memory of the server, until it was normal again. */
  peakMb: number;
  /** From the end of the flood. */
  normalAfterMs: number;
  counts: Counts;
}

/** Floods the server and asks for `queue` before, during and after. @throws Error if an answer is not 200 */
export async function measureUnder(
  flood: Flood,
  { origin, pid }: ServerProcess,
  queue: Call,
): Promise<Measured> {
  const port = Number(new URL(origin).port);
  const calm = await probe(port, queue, CALM_MS);
  await using flooding = await startFlood(port, flood);
  const flooded = await probe(port, queue, FLOOD_MS);
  const counts = await flooding.end();
  const normalAfterMs = await inTime(timeToNormal(port, queue), "the server to be normal again");
  return {
    calmP95Ms: calm.p95Ms,
    p95Ms: flooded.p95Ms,
    peakMb: peakResidentMb(pid),
    normalAfterMs,
    counts,
  };
}

async function probe(port: number, queue: Call, ms: number): Promise<LoadResult> {
  const plan = {
    port,
    calls: [queue],
    connections: PROBE_CONNECTIONS,
    ms,
    callsPerS: PROBES_PER_S,
  };
  const result = await inTime(
    runWorker<LoadResult>("load_worker.ts", plan),
    "the answers under the flood",
  );
  assert.deepEqual(result.statuses, { 200: result.calls });
  return result;
}

/** Every answer is that of a guest who has just come. */
async function timeToNormal(port: number, queue: Call): Promise<number> {
  const request = encodeCall(queue);
  const endedAt = performance.now();
  let normalSince = endedAt;
  for (let inRow = 0; inRow < NORMAL_ANSWERS; inRow++) {
    const askedAt = performance.now();
    const connection = await connectHttp(port);
    const status = await connection.send(request);
    connection.close();
    if (status !== 200 || performance.now() - askedAt > NORMAL_MS) {
      inRow = -1;
      normalSince = performance.now();
    }
    await passed(PAUSE_MS);
  }
  return normalSince - endedAt;
}
