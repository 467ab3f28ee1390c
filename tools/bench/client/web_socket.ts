// A WebSocket client with as little work for each message as possible (RFC 6455): thousands of them share one process.
import { write } from "./http_connection.ts";

const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

export interface ListeningSocket {
  send(text: string): Promise<void>;
  close(): void;
}

/** Opens a socket, from `address` as a proxy would tell it; `onText` gets each message. It answers pings. */
export async function openWebSocket(
  port: number,
  path: string,
  onText: (text: string, socket: ListeningSocket) => void,
  address?: string,
): Promise<ListeningSocket> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  connection.setNoDelay();
  const handshake = [
    `GET ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    "upgrade: websocket",
    "connection: Upgrade",
    "sec-websocket-version: 13",
    "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
    ...(address === undefined ? [] : [`x-forwarded-for: ${address}`]),
  ];
  await write(connection, new TextEncoder().encode(`${handshake.join("\r\n")}\r\n\r\n`));
  const opened = Promise.withResolvers<void>();
  const socket: ListeningSocket = {
    send: (text) => write(connection, frame(TEXT, text)),
    close: () => connection.close(),
  };
  listen().catch(opened.reject);
  await opened.promise;
  return socket;

  async function listen() {
    let buffer = new Uint8Array(4096);
    let length = 0;
    let headRead = false;
    for (;;) {
      const count = await connection.read(buffer.subarray(length)).catch(() => null);
      if (count === null) return opened.reject(new Error("Cannot listen: the socket was closed"));
      length += count;
      let from = 0;
      if (!headRead) {
        const head = new TextDecoder().decode(buffer.subarray(0, length));
        const end = head.indexOf("\r\n\r\n");
        if (end < 0) continue;
        if (!head.startsWith("HTTP/1.1 101")) throw new Error(`Cannot open a socket: ${head}`);
        headRead = true;
        from = end + 4;
        opened.resolve();
      }
      for (let next; (next = readFrame(buffer.subarray(from, length))); from += next.size) {
        if (next.opcode === TEXT) onText(next.text, socket);
        if (next.opcode === PING) await write(connection, frame(PONG, ""));
        if (next.opcode === CLOSE) return connection.close();
      }
      buffer.copyWithin(0, from, length);
      length -= from;
      if (length === buffer.length) buffer = new Uint8Array(buffer.length * 2);
    }
  }
}

const decoder = new TextDecoder();

/** The first frame of what has arrived, or undefined if it is not complete. Servers do not mask. */
function readFrame(bytes: Uint8Array) {
  if (bytes.length < 2) return undefined;
  const extended = bytes[1] === 126;
  if (extended && bytes.length < 4) return undefined;
  const textLength = extended ? bytes[2]! * 256 + bytes[3]! : bytes[1]!;
  const size = (extended ? 4 : 2) + textLength;
  if (bytes.length < size) return undefined;
  const text = decoder.decode(bytes.subarray(size - textLength, size));
  return { opcode: bytes[0]! & 15, text, size };
}

/** A short frame with a mask of zeros, which leaves the text as it is. */
function frame(opcode: number, text: string): Uint8Array {
  const content = new TextEncoder().encode(text);
  const bytes = new Uint8Array(6 + content.length);
  bytes[0] = 0x80 | opcode;
  bytes[1] = 0x80 | content.length;
  bytes.set(content, 6);
  return bytes;
}
