// Listens on a free port, and passes on each request with the connection that it came on.
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { Wire } from "./http_wire.ts";

/** More than any test has: under Deno 2.5 a server accepts no more connections in all than may wait for it. */
const MAX_WAITING = 1_000_000;

export interface WireServer extends AsyncDisposable {
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
