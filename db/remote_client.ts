// A libSQL client for a server (Turso, sqld) that sends each write at most once.
import type { Client, TransactionMode } from "@libsql/client";

/** A server that takes longer to answer counts as unreachable. */
const ANSWER_TIMEOUT_MS = 10_000;

/** Opens two clients of one server: reads share connections, each write opens its own. */
export async function openRemote(url: string, authToken?: string): Promise<Client> {
  const { createClient } = await import("@libsql/client/web");
  const reading = createClient({ url, authToken, fetch: fetchThrough() });
  // Deno repeats a POST by itself if a pooled connection turns out to be closed, so writes must not use a pool.
  const fresh = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  const writing = createClient({ url, authToken, fetch: fetchThrough(fresh) });
  return {
    execute: (...args: Parameters<Client["execute"]>) => reading.execute(...args),
    batch: (...args: Parameters<Client["batch"]>) => writing.batch(...args),
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
      fresh.close();
    },
    get closed() {
      return writing.closed;
    },
    protocol: writing.protocol,
  };
}

function fetchThrough(client?: Deno.HttpClient) {
  return (request: Request) => {
    const init: RequestInit & { client?: Deno.HttpClient } = {
      client,
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    };
    return fetch(request, init);
  };
}
