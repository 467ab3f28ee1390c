// HTTP by hand, for what a correct client does not do: unusual heads, and WebSockets that are never read.

import { inTime } from "../time/until.ts";

export interface RawSocket {
  status: number;
  /** The answer's headers. */
  headers: Headers;
  /** Open if the status is 101. */
  connection: Deno.TcpConn;
  /** The bytes that come next, null at the end. The server's frames are small and come in one piece. */
  next(): Promise<Uint8Array | null>;
}

/** Requests an upgrade at `path` and reads the answer's head. Closes the connection if the status is not 101. */
export async function rawSocket(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<RawSocket> {
  const { hostname, port, host } = new URL(origin);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  const allHeaders = {
    Host: host,
    Upgrade: "websocket",
    Connection: "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", // RFC 6455, 1.3
    ...headers,
  };
  // A header that is given as '' is left out.
  const lines = Object.entries(allHeaders).filter(([, value]) => value !== "").map((
    [name, value],
  ) => `${name}: ${value}`);
  const request = `GET ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
  await connection.write(new TextEncoder().encode(request));
  let rest = await read(connection) ?? new Uint8Array();
  const head = new TextDecoder("latin1").decode(rest);
  const status = Number(head.split(" ")[1]);
  if (status !== 101) connection.close();
  rest = rest.subarray(head.indexOf("\r\n\r\n") + 4);
  return {
    status,
    headers: readHeaders(head),
    connection,
    async next() {
      if (rest.length === 0) return await read(connection);
      const early = rest;
      rest = new Uint8Array();
      return early;
    },
  };
}

/** The headers of a request or an answer that begins with `head`. */
export function readHeaders(head: string): Headers {
  const [, ...lines] = head.split("\r\n\r\n")[0]!.split("\r\n");
  return new Headers(lines.map((line) => line.split(/:\s*(.*)/, 2) as [string, string]));
}

/** Sends the text on a connection of its own and returns everything that comes until the server closes it. */
export async function answersTo(origin: string, text: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  await connection.write(new TextEncoder().encode(text));
  return await inTime(new Response(connection.readable).text(), "the connection's end");
}

async function read(connection: Deno.TcpConn): Promise<Uint8Array | null> {
  const buffer = new Uint8Array(1024);
  const count = await inTime(connection.read(buffer), "bytes on the socket");
  return count === null ? null : buffer.subarray(0, count);
}
