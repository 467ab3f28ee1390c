// Sends bytes to a server and reads what it answers, until it closes the connection.
import { isDoneWithin, waitAtMost } from "../../../server/timer.ts";

/** After this much silence the sender's half is closed: the server may be waiting for the rest of a request. */
const SILENCE_MS = 150;
/** Then the server has to answer what it has, and close. */
const CLOSING_MS = 5_000;

export interface Exchanged {
  /** Of each answer, in order. */
  statuses: number[];
  /** How long the server took from the last byte that was sent, or from the close of the sender's half. */
  ms: number;
}

/** One character of `text` is one byte. @throws Error if the server does not close in time */
export async function exchange(origin: string, text: string): Promise<Exchanged> {
  const { hostname, port } = new URL(origin);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  const reading = readAll(connection);
  await writeAll(connection, Uint8Array.from(text, (char) => char.charCodeAt(0)));
  const { ms, received } = await ended(connection, reading);
  const statuses = [...received.matchAll(/^HTTP\/1\.[01] (\d{3}) /gm)].map(([, status]) =>
    Number(status)
  );
  return { statuses, ms };
}

/** Resolves once the server has closed the connection. @throws Error if it does not in time */
export async function closed(connection: Deno.TcpConn): Promise<void> {
  await ended(connection, readAll(connection));
}

/** Writes everything, unless the server closes meanwhile. */
export async function writeAll(connection: Deno.TcpConn, bytes: Uint8Array): Promise<void> {
  while (bytes.length > 0) {
    const count = await connection.write(bytes).catch(nullIfClosed);
    if (count === null) return;
    bytes = bytes.subarray(count);
  }
}

async function ended(connection: Deno.TcpConn, reading: Promise<string>) {
  let startedAt = performance.now();
  if (!await isDoneWithin(SILENCE_MS, reading)) {
    startedAt = performance.now();
    await connection.closeWrite().catch(nullIfClosed);
  }
  const tooLate = () => new Error("The server does not close the connection");
  const received = await waitAtMost(CLOSING_MS, reading, tooLate);
  return { received, ms: performance.now() - startedAt };
}

/** Everything until the end, as Latin-1. */
async function readAll(connection: Deno.TcpConn): Promise<string> {
  const decoder = new TextDecoder("latin1");
  const buffer = new Uint8Array(65_536);
  let received = "";
  for (;;) {
    const count = await connection.read(buffer).catch(nullIfClosed);
    if (count === null) return received;
    received += decoder.decode(buffer.subarray(0, count));
  }
}

/** The server may close while it is still being sent to. */
function nullIfClosed(error: unknown): null {
  const { ConnectionReset, BrokenPipe, NotConnected, ConnectionAborted } = Deno.errors;
  const types = [ConnectionReset, BrokenPipe, NotConnected, ConnectionAborted];
  if (types.some((type) => error instanceof type)) return null;
  throw error;
}
