// Readers that never read: connections that ask without end and take no answer, and sockets in a room that changes.
import { encodeCall } from "../../../tools/bench/client/calls.ts";
import { connectHttp, write } from "../../../tools/bench/client/http_connection.ts";
import { rawSocket } from "../../support/net/raw_socket.ts";
import { passed } from "../../support/time/until.ts";
import type { Counts, Running, UnreadFlood } from "./flood_plan.ts";

const CHANGE_MS = 20;
const REQUESTS_IN_WRITE = 500;
/** Once a write has waited for this long, the server takes no more from the connection. */
const FULL_MS = 1_000;

export async function floodUnread(port: number, flood: UnreadFlood): Promise<Running> {
  const counts: Counts = { asked: 0, full: 0, changes: 0 };
  const room = `/api/realtime?ownerId=${flood.ownerId}`;
  for (let i = 0; i < flood.sockets; i++) await rawSocket(`http://127.0.0.1:${port}`, room);
  const requests = flood.calls.map((call) => repeated(encodeCall(call)));
  for (let i = 0; i < flood.connections; i++) {
    void ask(port, requests[i % requests.length]!, counts);
  }
  void change(port, flood, counts);
  return { end: () => Promise.resolve(counts) };
}

/** Asks until the server takes no more. */
async function ask(port: number, requests: Uint8Array, counts: Counts): Promise<void> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  for (;;) {
    const full = setTimeout(() => counts.full!++, FULL_MS);
    await write(connection, requests);
    clearTimeout(full);
    counts.asked! += REQUESTS_IN_WRITE;
  }
}

function repeated(request: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(request.length * REQUESTS_IN_WRITE);
  for (let at = 0; at < bytes.length; at += request.length) bytes.set(request, at);
  return bytes;
}

async function change(port: number, { changes }: UnreadFlood, counts: Counts): Promise<void> {
  const connection = await connectHttp(port);
  for (const call of changes) {
    const status = await connection.send(encodeCall(call));
    if (status === 201) counts.changes!++;
    await passed(CHANGE_MS);
  }
}
