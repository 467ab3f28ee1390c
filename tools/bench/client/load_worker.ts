// The load generator: sends the calls of the plan on standard input and prints the result.
import { setTimeout as sleep } from "node:timers/promises";
import { cpuMs } from "../servers/process_usage.ts";
import { quantile } from "../statistics.ts";
import { encodeCall } from "./calls.ts";
import { connectHttp, type HttpConnection } from "./http_connection.ts";
import type { LoadPlan, LoadResult } from "./load_plan.ts";

const plan: LoadPlan = await new Response(Deno.stdin.readable).json();
const requests = plan.calls.map(encodeCall);
const connections = await Promise.all(
  Array.from({ length: plan.connections }, () => connectHttp(plan.port)),
);
const latenciesMs: number[] = [];
const statuses: Record<string, number> = {};
const cpuBeforeMs = cpuMs(Deno.pid);
const startedAt = performance.now();
let sent = 0;

await Promise.all(connections.map(plan.callsPerS ? sendAtRate : sendOnAnswer));

const seconds = (performance.now() - startedAt) / 1000;
for (const connection of connections) connection.close();
const result: LoadResult = {
  calls: latenciesMs.length,
  seconds,
  statuses,
  medianMs: quantile(latenciesMs, 0.5),
  p95Ms: quantile(latenciesMs, 0.95),
  p99Ms: quantile(latenciesMs, 0.99),
  generatorBusy: (cpuMs(Deno.pid) - cpuBeforeMs) / 1000 / seconds,
};
console.log(JSON.stringify(result));

async function sendOnAnswer(connection: HttpConnection): Promise<void> {
  while (isDue(performance.now())) await sendNext(connection, performance.now());
}

/** Every connection takes the next call that is due. If all of them wait for answers, calls become late. */
async function sendAtRate(connection: HttpConnection): Promise<void> {
  for (;;) {
    const dueAt = startedAt + sent * 1000 / plan.callsPerS!;
    if (!isDue(dueAt)) return;
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) await sleep(Math.max(1, waitMs));
    else await sendNext(connection, dueAt);
  }
}

function isDue(atMs: number): boolean {
  return atMs < startedAt + plan.ms && sent < (plan.maxCalls ?? Infinity);
}

async function sendNext(connection: HttpConnection, dueAt: number): Promise<void> {
  const status = await connection.send(requests[sent++ % requests.length]!);
  latenciesMs.push(performance.now() - dueAt);
  statuses[status] = (statuses[status] ?? 0) + 1;
}
