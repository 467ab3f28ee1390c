// A libSQL server (Turso, sqld): a client that keeps its connections and sends each write at most once, and the server's news.
import type { ResultSet } from "@libsql/client";
import type { Asked, Port, Rows } from "./port.ts";

/** A server that takes longer to answer counts as unreachable. */
const ANSWER_TIMEOUT_MS = 10_000;
/** Connections idle for longer are closed: a proxy may have dropped them silently. */
const IDLE_TIMEOUT_MS = 30_000;

/** Opens a server by two clients, which share their connections: one for reads, one for writes. */
export async function openRemote(url: string, authToken?: string): Promise<Port> {
  const { createClient } = await import("@libsql/client/web");
  const kept = Deno.createHttpClient({ poolIdleTimeout: IDLE_TIMEOUT_MS });
  const reading = createClient({ url, authToken, fetch: fetchThrough(kept) });
  const writing = createClient({ url, authToken, fetch: fetchOnceThrough(kept) });
  return {
    async read(asked) {
      if (asked.length === 1) return [rowsOf(asked[0]!, await reading.execute(asked[0]!))];
      const results = await reading.batch(asked.slice(), "read");
      return results.map((result, i) => rowsOf(asked[i]!, result));
    },
    async write(asked) {
      const results = await writing.batch(asked.slice(), "write");
      return results.map((result, i) => rowsOf(asked[i]!, result));
    },
    async rebuild(statements) {
      await writing.migrate([...statements]);
    },
    close() {
      reading.close();
      writing.close();
      kept.close();
    },
  };
}

/** The client's rows are read by name and by place. */
function rowsOf({ args }: Asked, { rows }: ResultSet): Rows {
  return Array.isArray(args) ? rows.map((row) => Array.from(row)) : rows;
}

function fetchThrough(client: Deno.HttpClient) {
  return (request: Request) => fetch(request, bounded({ client }));
}

/**
 * Deno repeats a POST by itself if its connection breaks, although the server may have carried it out. It cannot repeat
 * a body that is a stream, unless the stream is one that Deno itself has made of a text.
 */
function fetchOnceThrough(client: Deno.HttpClient) {
  return async (request: Request) => {
    const { url, method, headers } = request;
    const body = request.body && ReadableStream.from([await request.bytes()]);
    return await fetch(url, bounded({ client, method, headers, body }));
  };
}

/** Follows no redirect: statements and the token are for the configured host alone. */
function bounded(init: RequestInit & { client: Deno.HttpClient }): RequestInit {
  return { ...init, redirect: "manual", signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) };
}

// News of a libSQL server: sqld tells of commits to a table as they happen, as server-sent events (/beta/listen).

/** sqld sends a comment after 15 seconds without news. A connection that is silent for longer is dead. */
const MAX_SILENCE_MS = 40_000;

/**
 * Yields once the server listens, and then after commits to `table`. What is yielded says nothing more: it may come a
 * moment before the commit can be read. Ends or throws if the connection ends; throws if the server has no news.
 */
export async function* listenTo(
  { url, authToken, table }: { url: string; authToken: string | undefined; table: string },
  signal: AbortSignal,
): AsyncGenerator<void> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expectWithin = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), ms);
  };
  try {
    expectWithin(ANSWER_TIMEOUT_MS);
    const response = await fetch(addressOf(url, table), {
      headers: authToken ? { authorization: `Bearer ${authToken}` } : {},
      redirect: "manual",
      signal: AbortSignal.any([signal, silence.signal]),
    });
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
    if (!response.ok || !isStream) {
      await response.body?.cancel();
      throw new Error(`The database has no news: it answered ${response.status}`);
    }
    yield;
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
      expectWithin(MAX_SILENCE_MS);
      // A line that begins with a colon is a comment.
      if (/^[^:\r\n]/m.test(text)) yield;
    }
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

function addressOf(url: string, table: string): URL {
  // As @libsql/client reads it: libsql is https, unless the address says that there is no TLS.
  const address = new URL("/beta/listen", url);
  const secure = new URL(url).searchParams.get("tls") !== "0";
  const scheme = address.protocol === "libsql:" ? (secure ? "https:" : "http:") : address.protocol;
  return new URL(`${scheme}//${new URL(url).host}/beta/listen?table=${table}`);
}
