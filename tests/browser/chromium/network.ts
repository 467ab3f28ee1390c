// The way between a browser and the server, which a test can cut without closing either end.
import { listenOnFreePort } from "../../support/start/free_port.ts";
import { inTime } from "../../support/time/until.ts";

export interface Network extends AsyncDisposable {
  /** Where the browser goes instead of to the server. */
  origin: string;
  /** Cuts every connection and lets no new one through. */
  drop(): void;
  /** Resolves once so many connections were turned away since the drop. */
  turnedAway(count: number): Promise<void>;
  restore(): void;
}

/** Stands between a browser and `serverOrigin`. */
export function networkTo(serverOrigin: string): Network {
  const { hostname, port } = new URL(serverOrigin);
  const listener = listenOnFreePort((port) => Deno.listen({ hostname: "127.0.0.1", port }));
  const open = new Set<Deno.TcpConn>();
  const carrying: Promise<void>[] = [];
  let cut = false;
  let refused = 0;
  let onRefused = () => {};
  const accepting = (async () => {
    for await (const near of listener) {
      if (!cut) {
        carrying.push(carry(near));
        continue;
      }
      near.close();
      refused += 1;
      onRefused();
    }
  })();

  async function carry(near: Deno.TcpConn): Promise<void> {
    open.add(near);
    const far = await Deno.connect({ hostname, port: Number(port) });
    // Cut on its way to the server.
    if (!open.has(near)) return far.close();
    open.add(far);
    const both = [near, far];
    // Either end ends both.
    await Promise.allSettled([
      near.readable.pipeTo(far.writable),
      far.readable.pipeTo(near.writable),
    ]);
    for (const connection of both) open.delete(connection);
  }

  function drop() {
    cut = true;
    refused = 0;
    for (const connection of open) {
      try {
        connection.close();
      } catch {
        // closed by its own stream a moment ago
      }
    }
    open.clear();
  }

  return {
    origin: `http://127.0.0.1:${listener.addr.port}`,
    drop,
    turnedAway: (count) =>
      inTime(
        new Promise((resolve) => {
          onRefused = () => refused >= count && resolve();
          onRefused();
        }),
        `${count} connections to be turned away`,
      ),
    restore: () => void (cut = false),
    async [Symbol.asyncDispose]() {
      listener.close();
      drop();
      await accepting.catch(() => {});
      await Promise.all(carrying);
    },
  };
}
