// Calls at a rate, over connections on which they are sent without waiting for answers (HTTP pipelining). What the
// server does not take in waits in the connections; while one is full, the others are used.
import { encodeCall } from "../../bench/client/calls.ts";
import { write } from "../../bench/client/http_connection.ts";
import type { CallFlood, Counts, Running } from "./flood_plan.ts";
import { statusCounter } from "./status_counter.ts";

const TICK_MS = 10;
/** So many calls go into one write. */
const CALLS_IN_WRITE = 8;

export async function floodCalls(
  port: number,
  { calls, callsPerS, connections }: CallFlood,
): Promise<Running> {
  const counts: Counts = { due: 0, sent: 0 };
  const requests = calls.map(encodeCall);
  const open = await Promise.all(Array.from({ length: connections }, () => connect(port, counts)));
  const startedAt = performance.now();
  let turn = 0;
  const timer = setInterval(() => {
    const due = Math.floor((performance.now() - startedAt) * callsPerS / 1000);
    let rest = due - counts.due!;
    counts.due = due;
    for (let tries = 0; rest > 0 && tries < open.length; tries++) {
      const connection = open[turn++ % open.length]!;
      if (connection.isFull) continue;
      const count = Math.min(rest, CALLS_IN_WRITE);
      rest -= count;
      const first = counts.sent!;
      counts.sent! += count;
      const batch = Array.from({ length: count }, (_, i) => requests[(first + i) % calls.length]!);
      void connection.send(joined(batch));
    }
  }, TICK_MS);
  return {
    end() {
      clearInterval(timer);
      return Promise.resolve(counts);
    },
  };
}

async function connect(port: number, counts: Counts) {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  connection.setNoDelay();
  void readAll(connection, counts);
  return {
    /** Whether a write waits until the server has read more. */
    isFull: false,
    async send(bytes: Uint8Array) {
      this.isFull = true;
      await write(connection, bytes);
      this.isFull = false;
    },
  };
}

/** A connection that the server closes ends the process with an error: every call has to be answered. */
async function readAll(connection: Deno.TcpConn, counts: Counts): Promise<void> {
  const count = statusCounter(counts);
  const buffer = new Uint8Array(64 * 1024);
  for (;;) {
    const length = await connection.read(buffer);
    if (length === null) throw new Error("The server closed a connection that was kept");
    count(buffer.subarray(0, length));
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
