// Speaks HTTP/2 without TLS by hand, for what a correct client does not do: asking for much and taking nothing.
import { concat } from "../music/audio_files.ts";

const PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const DATA = 0;
const HEADERS = 1;
const SETTINGS = 4;
const PING = 6;
const ACK = 1;
const END_STREAM_AND_HEADERS = 5;
const HEAD_BYTES = 9;
/** SETTINGS_INITIAL_WINDOW_SIZE (RFC 9113, 6.5.2). */
const INITIAL_WINDOW = Uint8Array.of(0, 4, 0, 0, 0, 0);
/** In the static table of RFC 7541: GET, http. */
const GET = 0x82;
const HTTP = 0x86;
/** The status 200 in the same table, which is the first field of an answer that has it. */
const OK = 0x88;

const encoder = new TextEncoder();

/** Disposing closes it: a server waits for open connections before it stops. */
interface UnreadStreams extends Disposable {
  /** How many answers were 200. */
  accepted: number;
  /** How many answers had another status. */
  refused: number;
  /** How many bytes of bodies came. */
  bytes: number;
  /** Resolves when so many answers have begun. */
  answered(count: number): Promise<void>;
  close(): void;
}

/** Opens a connection with a window of 0 and asks for `paths`, each on a stream of its own. */
export async function askUnread(
  port: number,
  paths: string[],
  headers: Record<string, string> = {},
): Promise<UnreadStreams> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const waiting: { count: number; resolve: () => void }[] = [];
  let isOpen = true;
  const streams: UnreadStreams = {
    accepted: 0,
    refused: 0,
    bytes: 0,
    answered: (count) =>
      new Promise((resolve) => answers() >= count ? resolve() : waiting.push({ count, resolve })),
    close() {
      if (isOpen) connection.close();
      isOpen = false;
    },
    [Symbol.dispose]: () => streams.close(),
  };
  const answers = () => streams.accepted + streams.refused;
  void readFrames();
  const asked = paths.map((path, i) =>
    frame(HEADERS, END_STREAM_AND_HEADERS, 2 * i + 1, requestHead(port, path, headers))
  );
  await write(concat(encoder.encode(PREFACE), frame(SETTINGS, 0, 0, INITIAL_WINDOW), ...asked));
  return streams;

  async function readFrames(): Promise<void> {
    const buffer = new Uint8Array(64 * 1024);
    let rest = new Uint8Array();
    for (;;) {
      const count = await connection.read(buffer).catch(() => null);
      if (count === null) return;
      rest = concat(rest, buffer.subarray(0, count));
      for (let end; (end = frameEnd(rest)) !== undefined; rest = rest.slice(end)) {
        await take(rest.subarray(0, end));
      }
    }
  }

  async function take(bytes: Uint8Array): Promise<void> {
    const [type, flags = 0, body] = [bytes[3], bytes[4], bytes.slice(HEAD_BYTES)];
    if (type === SETTINGS && !(flags & ACK)) await write(frame(SETTINGS, ACK, 0));
    if (type === PING && !(flags & ACK)) await write(frame(PING, ACK, 0, body));
    if (type === DATA) streams.bytes += body.length;
    if (type !== HEADERS) return;
    if (body[0] === OK) streams.accepted++;
    else streams.refused++;
    for (const { count, resolve } of waiting) if (answers() >= count) resolve();
  }

  async function write(bytes: Uint8Array): Promise<void> {
    for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
  }
}

function frameEnd(bytes: Uint8Array): number | undefined {
  if (bytes.length < HEAD_BYTES) return;
  const end = HEAD_BYTES + (bytes[0]! << 16 | bytes[1]! << 8 | bytes[2]!);
  return bytes.length >= end ? end : undefined;
}

function frame(
  type: number,
  flags: number,
  stream: number,
  body: Uint8Array = new Uint8Array(),
): Uint8Array {
  const head = new DataView(new ArrayBuffer(HEAD_BYTES));
  head.setUint32(0, body.length << 8 | type);
  head.setUint8(4, flags);
  head.setUint32(5, stream);
  return concat(new Uint8Array(head.buffer), body);
}

/** Fields that are in no table (RFC 7541, 6.2.2), but for what is the same in all. */
function requestHead(port: number, path: string, headers: Record<string, string>): Uint8Array {
  const all = { ":path": path, ":authority": `127.0.0.1:${port}`, ...headers };
  return concat(
    Uint8Array.of(GET, HTTP),
    ...Object.entries(all).map(([name, value]) =>
      concat(Uint8Array.of(0), text(name), text(value))
    ),
  );
}

/** Shorter than 127 bytes. */
function text(value: string): Uint8Array {
  const bytes = encoder.encode(value);
  return concat(Uint8Array.of(bytes.length), bytes);
}
