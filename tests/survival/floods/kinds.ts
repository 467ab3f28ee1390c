// The kinds of floods: calls, covers, connections that say nothing or little, and answers that no client reads.
import { encodeCall } from "../../../tools/bench/client/calls.ts";
import { connectHttp, write } from "../../../tools/bench/client/http_connection.ts";
import type {
  CallFlood,
  Counts,
  IdleFlood,
  Running,
  SilentFlood,
  SlowFlood,
  StreamFlood,
  UnreadFlood,
} from "./floods.ts";
import { join } from "node:path";
import { mp3, png } from "../../support/music/audio_files.ts";
import { passed, until } from "../../support/time/until.ts";
import { joinRoom } from "../../../tools/bench/client/room_socket.ts";
import { askUnread } from "../../support/net/h2c.ts";
import { rawSocket } from "../../support/net/raw_socket.ts";

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

// A folder of songs with the largest covers that there may be.

/** Each song has one of its own. */
export const COVERS = 40;
const COVER_BYTES = 5_000_000;

/** Makes the folder, as old as a folder whose files are read at once. The caller removes it. */
export async function prepareCovers(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "siradaki-covers-" });
  const song = mp3({ id3: { pictures: [[3, png(COVER_BYTES)]] } });
  for (let i = 1; i <= COVERS; i++) {
    const file = join(folder, `${i}.mp3`);
    await Deno.writeFile(file, song);
    await Deno.utime(file, 1_700_000_000, 1_700_000_000);
  }
  return folder;
}

/** Resolves when the server has read the folder. */
export async function coversAreRead(origin: string): Promise<void> {
  await until(async () => {
    const { status, body } = await fetch(`${origin}/api/library/covers/${COVERS}`);
    await body?.cancel();
    return status === 200;
  });
}

// Sockets that listen in rooms in which nothing happens. At the end each room changes once, and each socket has to hear.

/** How many are being opened at a time. */
const OPENING = 50;

export async function floodIdle(
  port: number,
  { rooms, socketsInRoom }: IdleFlood,
): Promise<Running> {
  const counts: Counts = { sockets: 0, heard: 0 };
  const all = rooms.length * socketsInRoom;
  await Promise.all(Array.from({ length: OPENING }, async (_, i) => {
    for (let n = i; n < all; n += OPENING) {
      const room = n % rooms.length;
      // The guests of a cafe share one address.
      const address = `198.18.1.${room + 1}`;
      await joinRoom("siradaki", port, rooms[room]!.ownerId, () => counts.heard!++, address);
      counts.sockets!++;
    }
  }));
  return {
    async end() {
      const connection = await connectHttp(port);
      for (const { submit } of rooms) await connection.send(encodeCall(submit));
      await until(() => counts.heard === all);
      return counts;
    },
  };
}

// Connections that send a byte of a request now and then: half of them never end its head, the others never end its
// body. One that the server closes is opened anew.

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

// Readers that ask for large answers and take none: over HTTP/2 without TLS on many streams of a connection, or over
// HTTP/1.1 once on each.

export async function floodStreams(
  port: number,
  { paths, connections, streams, addresses }: StreamFlood,
): Promise<Running> {
  const counts: Counts = { asked: 0, accepted: 0, refused: 0, bytes: 0 };
  const open = await Promise.all(
    Array.from({ length: connections }, (_, i) => {
      counts.asked! += streams;
      return askUnread(
        port,
        Array.from({ length: streams }, (_, n) => paths[(i + n) % paths.length]!),
        { "x-forwarded-for": `198.18.2.${1 + i % addresses}` },
      );
    }),
  );
  return {
    end() {
      for (const { accepted, refused, bytes } of open) {
        counts.accepted! += accepted;
        counts.refused! += refused;
        counts.bytes! += bytes;
      }
      return Promise.resolve(counts);
    },
  };
}

export async function floodSilently(
  port: number,
  { paths, connections }: SilentFlood,
): Promise<Running> {
  const counts: Counts = { asked: 0 };
  await Promise.all(
    Array.from({ length: connections }, async (_, i) => {
      const connection = await Deno.connect({ hostname: "127.0.0.1", port });
      const head = `GET ${paths[i % paths.length]} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`;
      await write(connection, new TextEncoder().encode(head));
      counts.asked!++;
    }),
  );
  return { end: () => Promise.resolve(counts) };
}

// Readers that never read: connections that ask without end and take no answer, and sockets in a room that changes.

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

// Counts the statuses in a stream of answers that follow one another.

const STATUS = /HTTP\/1\.1 (\d{3})/g;
const STATUS_LENGTH = "HTTP/1.1 200".length;
const latin1 = new TextDecoder("latin1");

/** Returns what adds the statuses in the next bytes to `counts` and returns their number. One may be in two pieces. */
export function statusCounter(counts: Counts): (bytes: Uint8Array) => number {
  let rest = "";
  return (bytes) => {
    const text = rest + latin1.decode(bytes);
    let from = 0;
    let found = 0;
    for (const match of text.matchAll(STATUS)) {
      const name = match[1]!;
      found++;
      counts[name] = (counts[name] ?? 0) + 1;
      from = match.index + STATUS_LENGTH;
    }
    rest = text.slice(Math.max(from, text.length - STATUS_LENGTH + 1));
    return found;
  };
}
