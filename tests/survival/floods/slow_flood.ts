// Connections that send a byte of a request now and then: half of them never end its head, the others never end its
// body. One that the server closes is opened anew.
import { write } from "../../../tools/bench/client/http_connection.ts";
import { passed } from "../../support/time/until.ts";
import type { Counts, Running, SlowFlood } from "./flood_plan.ts";
import { statusCounter } from "./status_counter.ts";

const PAUSE_MS = 250;
const HEAD = "GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ";
const BODY =
  "POST /api/requests HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n" +
  "content-length: 16000\r\n\r\n{";

const encoder = new TextEncoder();

export async function floodSlow(port: number, { connections }: SlowFlood): Promise<Running> {
  const counts: Counts = { opened: 0, open: 0 };
  await Promise.all(Array.from({ length: connections }, async (_, i) => {
    const begin = () => connect(port, i % 2 === 0 ? HEAD : BODY, counts);
    const first = await begin();
    void (async () => {
      for (let ended = first;; ended = await begin()) await ended.closed;
    })();
  }));
  return { end: () => Promise.resolve(counts) };
}

/** Resolves once the connection is open. */
async function connect(port: number, start: string, counts: Counts) {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  counts.opened!++;
  counts.open!++;
  await write(connection, encoder.encode(start));
  const reading = readAll(connection, counts).finally(() => counts.open!--);
  void trickle(connection);
  return { closed: reading };
}

async function trickle(connection: Deno.TcpConn): Promise<void> {
  try {
    for (;;) {
      await passed(PAUSE_MS);
      await write(connection, encoder.encode("a"));
    }
  } catch {
    connection.close();
  }
}

async function readAll(connection: Deno.TcpConn, counts: Counts): Promise<void> {
  const count = statusCounter(counts);
  const buffer = new Uint8Array(4096);
  try {
    for (let length; (length = await connection.read(buffer)) !== null;) {
      count(buffer.subarray(0, length));
    }
  } catch {
    // The server reset it.
  }
}
