// A WebSocket's opening by hand, for what no well-behaved client does: odd headers, and never reading.

export interface RawSocket {
  status: number;
  /** Open where the status is 101. */
  connection: Deno.TcpConn;
}

/** Asks `origin` for an upgrade at `path` and reads the answer's head; closes where it is refused. */
export async function rawSocket(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<RawSocket> {
  const { hostname, port, host } = new URL(origin);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  const head = {
    Host: host,
    Upgrade: "websocket",
    Connection: "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", // RFC 6455, 1.3
    ...headers,
  };
  // A header given as '' is left out.
  const lines = Object.entries(head).filter(([, value]) => value !== "").map(([name, value]) =>
    `${name}: ${value}`
  );
  const request = `GET ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
  await connection.write(new TextEncoder().encode(request));
  const buffer = new Uint8Array(1024);
  const read = await connection.read(buffer) ?? 0;
  const status = Number(new TextDecoder().decode(buffer.subarray(0, read)).split(" ")[1]);
  if (status !== 101) connection.close();
  return { status, connection };
}
