// Opens sockets in rooms, sends requests there, and measures when the sockets hear of them. One process does both,
// so that all times come from one clock.
import { setTimeout as sleep } from "node:timers/promises";
import { waitAtMost } from "../../../server/timer.ts";
import { cpuMs } from "../servers/process_usage.ts";
import { median } from "../statistics.ts";
import { encodeCall } from "./calls.ts";
import type { EventPlan, EventResult } from "./event_plan.ts";
import { connectHttp } from "./http_connection.ts";
import { joinRoom } from "./room_socket.ts";

const CREATED = 201;
/** How many sockets are being opened at a time. */
const OPENING = 50;
const EVENTS_TIMEOUT_MS = 30_000;
/** Between two requests that do not follow a rate. */
const PAUSE_MS = 20;

const plan: EventPlan = await new Response(Deno.stdin.readable).json();

/** When each request of the room was sent, and how many sockets have heard of it. */
interface Sent {
  atMs: number;
  missing: number;
  heard: PromiseWithResolvers<void>;
}
const delaysMs: number[] = [];
const lastMs: number[] = [];

const rooms = await Promise.all(plan.rooms.map(async ({ ownerId, sockets, submit }) => {
  const sent: Sent[] = [];
  const open: { close(): void }[] = [];
  const opening = Array.from({ length: OPENING }, async (_, i) => {
    for (let n = i; n < sockets; n += OPENING) {
      // Events are told in order: a socket's first is of the first request, and so on.
      let next = 0;
      open.push(
        await joinRoom(plan.protocol, plan.port, ownerId, () => hear(sent[next++]!)),
      );
    }
  });
  await Promise.all(opening);
  return {
    sockets,
    request: encodeCall(submit),
    sent,
    close: () => open.forEach((s) => s.close()),
  };
}));
/** The connections that wait for no answer. */
const idle = [await connectHttp(plan.port)];

const usedMs = cpuMs(plan.pid);
const startedAt = performance.now();
const heard: Promise<void>[] = [];
for (let i = 0; i < plan.requests; i++) {
  if (plan.requestsPerS) {
    const waitMs = startedAt + i * 1000 / plan.requestsPerS - performance.now();
    if (waitMs > 0) await sleep(waitMs);
  }
  const event = send(i);
  heard.push(event);
  if (!plan.requestsPerS) {
    await event;
    await sleep(PAUSE_MS);
  }
}
const late = () => new Error("Cannot measure: some sockets have not heard of every request");
await waitAtMost(EVENTS_TIMEOUT_MS, Promise.all(heard), late);

const result: EventResult = {
  medianMs: median(delaysMs),
  lastMs: median(lastMs),
  cpuUs: (cpuMs(plan.pid) - usedMs) * 1000 / plan.requests,
};
console.log(JSON.stringify(result));
for (const { close } of rooms) close();
Deno.exit();

async function send(i: number): Promise<void> {
  const { request, sent, sockets } = rooms[i % rooms.length]!;
  const heard = Promise.withResolvers<void>();
  sent.push({ atMs: performance.now(), missing: sockets, heard });
  const connection = idle.pop() ?? await connectHttp(plan.port);
  const status = await connection.send(request);
  idle.push(connection);
  if (status !== CREATED) throw new Error(`Cannot measure: a request was answered ${status}`);
  await heard.promise;
}

function hear(sent: Sent): void {
  const delayMs = performance.now() - sent.atMs;
  delaysMs.push(delayMs);
  if (--sent.missing > 0) return;
  lastMs.push(delayMs);
  sent.heard.resolve();
}
