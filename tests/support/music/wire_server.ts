// Listens on a free port and hands over each request together with the wire it came on.
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { Wire } from "./http_wire.ts";

export interface WireServer extends AsyncDisposable {
  origin: string;
}

/** `answer` owns the wire until it returns. Closing destroys every connection and waits for all answers. */
export async function listenOnWire(
  answer: (wire: Wire, request: Request) => Promise<void>,
): Promise<WireServer> {
  const sockets = new Set<Socket>();
  const underWay = new Set<Promise<void>>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}); // a client that gives up is what many tests are about
    const served = serve(socket).finally(() => {
      socket.destroy();
      sockets.delete(socket);
      underWay.delete(served);
    });
    underWay.add(served);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function serve(socket: Socket): Promise<void> {
    const wire = new Wire(socket);
    while (!socket.destroyed) {
      const request = await wire.readRequest(origin);
      if (!request) return;
      await answer(wire, request);
    }
  }

  return {
    origin,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await Promise.all(underWay);
      // The edge's Deno (2.5) ends a server in a turn of its own, and does not always say so.
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}
