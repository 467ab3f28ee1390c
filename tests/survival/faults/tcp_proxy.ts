// A TCP proxy in front of a server, which delays, cuts or half-opens connections on command.
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { type Seeded } from "../../support/random.ts";
import { listenOnFreePort } from "../../support/start/free_port.ts";
import { passed } from "../../support/time/until.ts";

/**
 * `delay`: bytes arrive up to 0.4 s later. `cut`: a part of the next bytes arrives, and then the connection is reset.
 * `half-open`: the connection stays open, and nothing arrives any more.
 */
export const LINE_FAULTS = ["delay", "cut", "half-open"] as const;
export type LineFault = typeof LINE_FAULTS[number];

export interface TcpProxy extends AsyncDisposable {
  port: number;
  /** How many pieces of traffic have met a fault. */
  readonly met: number;
  /** From now on, new and open connections have this fault. */
  fail(fault: LineFault): void;
  /** From now on bytes arrive again. A connection that was half-opened stays so. */
  heal(): void;
  /** Resets the connections that were half-opened, as a network does that notices. */
  hangUp(): void;
}

interface Line {
  ends: [Socket, Socket];
  halfOpen: boolean;
}

const MAX_DELAY_MS = 400;

/** Starts the proxy in front of a port of this machine. What it does at random follows from `random`. */
export async function tcpProxy(targetPort: number, random: Seeded): Promise<TcpProxy> {
  const lines = new Set<Line>();
  const underWay = new Set<Promise<void>>();
  let fault: LineFault | undefined;
  let met = 0;
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const target = connect({ port: targetPort, host: "127.0.0.1", allowHalfOpen: true });
    const line: Line = { ends: [client, target], halfOpen: false };
    lines.add(line);
    pass(line, client, target);
    pass(line, target, client);
  });

  /** Passes on what comes from one end, piece after piece. */
  function pass(line: Line, from: Socket, to: Socket): void {
    let last = Promise.resolve();
    const then = (work: () => void | Promise<void>) => {
      const done = last.then(work).finally(() => underWay.delete(done));
      underWay.add(done);
      last = done;
    };
    from.on("data", (bytes: Uint8Array) => then(() => forward(line, to, bytes)));
    from.on("end", () => then(() => void (line.halfOpen || to.end())));
    from.on("error", () => {});
    from.on("close", () => then(() => line.halfOpen || to.destroyed ? undefined : end(line)));
  }

  async function forward(line: Line, to: Socket, bytes: Uint8Array): Promise<void> {
    if (line.halfOpen) return;
    if (fault) met++;
    if (fault === "half-open") return void (line.halfOpen = true);
    if (fault === "cut") {
      to.write(bytes.subarray(0, random.upTo(bytes.length)));
      return end(line);
    }
    if (fault === "delay") await passed(random.upTo(MAX_DELAY_MS));
    to.write(bytes);
  }

  function end(line: Line): void {
    lines.delete(line);
    for (const socket of line.ends) socket.destroy();
  }

  const port = listenOnFreePort((port) => {
    Deno.listen({ hostname: "127.0.0.1", port }).close();
    server.listen(port, "127.0.0.1");
    return port;
  });
  await once(server, "listening");
  return {
    port,
    get met() {
      return met;
    },
    fail: (next) => void (fault = next),
    heal: () => void (fault = undefined),
    hangUp() {
      for (const line of lines) if (line.halfOpen) end(line);
    },
    async [Symbol.asyncDispose]() {
      server.close();
      for (const line of lines) end(line);
      await Promise.all(underWay);
      // Deno 2.5 ends a server in a later turn of the event loop, and does not always emit its event.
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}
