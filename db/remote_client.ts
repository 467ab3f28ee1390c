// A libSQL client for a server (Turso, sqld) that keeps its connections and sends each write at most once.
import type { Client, TransactionMode } from "@libsql/client";

/** A server that takes longer to answer counts as unreachable. */
const ANSWER_TIMEOUT_MS = 10_000;
/** Connections idle for longer are closed: a proxy may have dropped them silently. */
const IDLE_TIMEOUT_MS = 30_000;

/** Opens two clients of one server, which share their connections: one for reads, one for writes. */
export async function openRemote(url: string, authToken?: string): Promise<Client> {
  const { createClient } = await import("@libsql/client/web");
  const kept = Deno.createHttpClient({ poolIdleTimeout: IDLE_TIMEOUT_MS });
  const reading = createClient({ url, authToken, fetch: fetchThrough(kept) });
  const writing = createClient({ url, authToken, fetch: fetchOnceThrough(kept) });
  return {
    execute: (...args: Parameters<Client["execute"]>) => reading.execute(...args),
    batch: (statements, mode?: TransactionMode) =>
      (mode === "read" ? reading : writing).batch(statements, mode),
    migrate: (statements) => writing.migrate(statements),
    executeMultiple: (sql) => writing.executeMultiple(sql),
    transaction: (mode?: TransactionMode) => writing.transaction(mode),
    sync: () => writing.sync(),
    async reconnect() {
      await Promise.all([reading.reconnect(), writing.reconnect()]);
    },
    close() {
      reading.close();
      writing.close();
      kept.close();
    },
    get closed() {
      return writing.closed;
    },
    protocol: writing.protocol,
  };
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
