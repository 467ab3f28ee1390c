// A proxy in front of a database server that counts what the product asks of it.
import { listenOnFreePort } from "../start/free_port.ts";

/** Each request takes at least this long, so that two that are sent together overlap. */
const DELAY_MS = 20;

/** What some work cost. */
interface Trips {
  /** Requests to the database server. */
  requests: number;
  /** The most of them that followed one another. */
  inSequence: number;
  /** Connections that were not there before. */
  connections: number;
}

export interface DatabaseMeter extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, for DATABASE_URL. */
  url: string;
  /** Counts what `work` asks. Streams of news (/beta/listen) are counted as requests, not as a part of a sequence. */
  count(work: () => Promise<unknown>): Promise<Trips>;
  /** From now on answers 404 to a request for news, as a server that has none does. */
  refuseListening(): void;
}

interface Span {
  startedAt: number;
  endedAt: number;
}

/** Starts a proxy to `target`. */
export function startDatabaseMeter(target: string): DatabaseMeter {
  let spans: Span[] = [];
  let streams = 0;
  let listening = true;
  let connections = new Set<number>();
  let counted = new Set<number>();
  const stopping = new AbortController();
  // Requests to the target use a pool of their own, which ends with the meter.
  const client = Deno.createHttpClient({});

  const server = listenOnFreePort((port) =>
    Deno.serve(
      { hostname: "127.0.0.1", port, onListen() {} },
      async (request, { remoteAddr }) => {
        const { pathname, search } = new URL(request.url);
        const { port } = remoteAddr as Deno.NetAddr;
        if (!connections.has(port)) counted.add(port);
        connections.add(port);
        const init = {
          method: request.method,
          body: request.body && await request.arrayBuffer(),
          signal: stopping.signal,
          client,
        };
        if (pathname === "/beta/listen") {
          streams++;
          return listening
            ? await fetch(target + pathname + search, init)
            : new Response(null, { status: 404 });
        }
        const span = { startedAt: performance.now(), endedAt: Infinity };
        spans.push(span);
        await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
        const response = await fetch(target + pathname + search, init);
        const body = await response.arrayBuffer();
        span.endedAt = performance.now();
        return new Response(body, { status: response.status });
      },
    )
  );

  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    async count(work) {
      [spans, streams, counted] = [[], 0, new Set()];
      await work();
      return {
        requests: spans.length + streams,
        inSequence: longestSequence(spans),
        connections: counted.size,
      };
    },
    refuseListening() {
      listening = false;
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await server.shutdown();
      client.close();
      connections = new Set();
    },
  };
}

/** The most spans of which none overlaps another: the earliest to end comes first. */
function longestSequence(spans: Span[]): number {
  let count = 0;
  let freeFrom = -Infinity;
  for (const { startedAt, endedAt } of spans.toSorted((a, b) => a.endedAt - b.endedAt)) {
    if (startedAt < freeFrom) continue;
    count++;
    freeFrom = endedAt;
  }
  return count;
}
