// Calls at a rate. What the server does not take in waits in the connections; while none is free, no more are sent.
import { encodeCall } from "../../../tools/bench/client/calls.ts";
import { write } from "../../../tools/bench/client/http_connection.ts";
import type { CallFlood, Counts, Running } from "./flood_plan.ts";
import { statusCounter } from "./status_counter.ts";

const TICK_MS = 2;
/** So many calls go into one write, if they are sent without waiting for answers. */
const CALLS_IN_WRITE = 8;

export async function floodCalls(
  port: number,
  { calls, callsPerS, connections, waits }: CallFlood,
): Promise<Running> {
  const counts: Counts = { due: 0, sent: 0 };
  const requests = calls.map(encodeCall);
  const free: Deno.TcpConn[] = [];
  const startedAt = performance.now();
  const timer = setInterval(sendDue, TICK_MS);
  await Promise.all(Array.from({ length: connections }, async () => {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port });
    connection.setNoDelay();
    free.push(connection);
    void readAll(connection);
  }));
  return {
    end() {
      clearInterval(timer);
      return Promise.resolve(counts);
    },
  };

  function sendDue() {
    counts.due = Math.floor((performance.now() - startedAt) * callsPerS / 1000);
    while (counts.sent! < counts.due && free.length > 0) void send(free.shift()!);
  }

  async function send(connection: Deno.TcpConn): Promise<void> {
    const first = counts.sent!;
    const count = waits ? 1 : Math.min(counts.due! - first, CALLS_IN_WRITE);
    counts.sent! += count;
    const batch = Array.from({ length: count }, (_, i) => requests[(first + i) % calls.length]!);
    await write(connection, joined(batch));
    // The server has taken them in, or the system's buffers have.
    if (!waits) free.push(connection);
  }

  /** A connection that the server closes ends the process with an error: every call has to be answered. */
  async function readAll(connection: Deno.TcpConn): Promise<void> {
    const count = statusCounter(counts);
    const buffer = new Uint8Array(64 * 1024);
    for (;;) {
      const length = await connection.read(buffer);
      if (length === null) throw new Error("The server closed a connection that was kept");
      if (count(buffer.subarray(0, length)) === 0 || !waits) continue;
      free.push(connection);
      sendDue();
    }
  }
}

function joined(parts: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
