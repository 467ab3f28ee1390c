// HTTP/1.1 over a TCP socket, written by hand so that a test can break a connection at any point.
import { type AddressInfo, createServer, Socket } from "node:net";
import { once } from "node:events";
import { readHeaders } from "../net/raw_socket.ts";
import { concat } from "./audio_files.ts";

/** Deno 2.5 cannot reset a connection. There the connection ends, and the answer is lost as well. */
const RESETS = "resetAndDestroy" in Socket.prototype;

const CRLF = "\r\n";
const HEAD_END = new TextEncoder().encode(CRLF + CRLF);

/** The requests of one connection, one after the other (keep-alive). */
export class Wire {
  #unread = new Uint8Array();
  readonly #chunks: AsyncIterator<Uint8Array>;

  constructor(readonly socket: Socket) {
    this.#chunks = socket[Symbol.asyncIterator]();
  }

  /** The next request, its URL made on `origin`; undefined when the client has gone. */
  async readRequest(origin: string): Promise<Request | undefined> {
    let end: number;
    while ((end = indexOf(this.#unread, HEAD_END)) < 0) if (!await this.#more()) return undefined;
    const head = new TextDecoder().decode(this.#unread.slice(0, end));
    this.#unread = this.#unread.slice(end + HEAD_END.length);
    const [method = "", target = ""] = head.split(" ");
    const headers = readHeaders(head);
    const length = Number(headers.get("content-length") ?? 0);
    while (this.#unread.length < length) if (!await this.#more()) return undefined;
    const body = this.#unread.slice(0, length);
    this.#unread = this.#unread.slice(length);
    return new Request(new URL(target, origin), {
      method,
      headers,
      body: /^(GET|HEAD)$/.test(method) ? undefined : body,
    });
  }

  /** Waits until the client closes the connection, and ignores what it sends. */
  async untilGone(): Promise<void> {
    while (await this.#more());
  }

  async write(bytes: Uint8Array): Promise<void> {
    await new Promise<void>((done) => this.socket.write(bytes, () => done()));
  }

  /** Resets the connection, or ends it if it cannot be reset. */
  reset(): void {
    if (RESETS) this.socket.resetAndDestroy();
    else this.socket.destroy();
  }

  async #more(): Promise<boolean> {
    try {
      const { done, value } = await this.#chunks.next();
      if (done) return false;
      this.#unread = concat(this.#unread, value);
      return true;
    } catch {
      return false; // the client reset the connection, or the test ended it
    }
  }
}

/** A response as it stands on the wire. */
export async function encodeResponse(response: Response): Promise<Uint8Array> {
  const body = new Uint8Array(await response.arrayBuffer());
  const lines = [`HTTP/1.1 ${response.status} ${response.statusText}`];
  for (const [name, value] of response.headers) lines.push(`${name}: ${value}`);
  if (response.status !== 204) lines.push(`content-length: ${body.length}`);
  return concat(new TextEncoder().encode(lines.join(CRLF) + CRLF + CRLF), body);
}

function indexOf(bytes: Uint8Array, wanted: Uint8Array): number {
  for (let i = 0; i + wanted.length <= bytes.length; i++) {
    if (wanted.every((byte, j) => bytes[i + j] === byte)) return i;
  }
  return -1;
}

/** More than any test has: under Deno 2.5 a server accepts no more connections in all than may wait for it. */
const MAX_WAITING = 1_000_000;

interface WireServer extends AsyncDisposable {
  origin: string;
  /** Ends every connection and refuses new ones. */
  refuse(): Promise<void>;
  /** Accepts connections again, at the same origin. */
  accept(): Promise<void>;
}

/** `answer` owns the wire until it returns. Closing destroys every connection and waits for all answers. */
export async function listenOnWire(
  answer: (wire: Wire, request: Request) => Promise<void>,
): Promise<WireServer> {
  const sockets = new Set<Socket>();
  const underWay = new Set<Promise<void>>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}); // clients that give up reset the connection
    const served = serve(socket).finally(() => {
      socket.destroy();
      sockets.delete(socket);
      underWay.delete(served);
    });
    underWay.add(served);
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1", MAX_WAITING);
    await once(server, "listening");
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;

  async function serve(socket: Socket): Promise<void> {
    const wire = new Wire(socket);
    while (!socket.destroyed) {
      const request = await wire.readRequest(origin);
      if (!request) return;
      await answer(wire, request);
    }
  }

  const refuse = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await Promise.all(underWay);
    // Deno 2.5 ends a server in a later turn of the event loop, and does not always emit its event.
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { origin, refuse, accept: () => listen(port), [Symbol.asyncDispose]: refuse };
}
