// A libSQL client for a file that recovers from another process's lock and from a full disk. After one
// SQLITE_BUSY the native connection reports writes as done that it never commits, so it is replaced before it is
// used again.
import type { Client, TransactionMode } from "@libsql/client";
import { unavailability } from "./errors.ts";

/** The native wait blocks the event loop, so it is short: lock_retry.ts and the write queue wait instead. */
export const NATIVE_LOCK_TIMEOUT_MS = 10;
/** Set for each connection, and lost with it. */
const PRAGMAS = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON";

/** Wraps a `file:` client of one connection. It fails as that client does, and works again afterwards. */
export function healingClient(client: Client): Client {
  /** The number of the present connection, raised with each replacement. */
  let connection = 1;
  let configured = 0;

  return {
    execute: (...args: Parameters<Client["execute"]>) => heal(() => client.execute(...args)),
    batch: (...args: Parameters<Client["batch"]>) => heal(() => client.batch(...args)),
    migrate: (...args: Parameters<Client["migrate"]>) => heal(() => client.migrate(...args)),
    executeMultiple: (sql) => heal(() => client.executeMultiple(sql)),
    transaction: (mode?: TransactionMode) => heal(() => client.transaction(mode)),
    sync: () => client.sync(),
    reconnect: replace,
    close: () => client.close(),
    get closed() {
      return client.closed;
    },
    protocol: client.protocol,
  };

  async function heal<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        await configure();
        return await work();
      } catch (error) {
        // Another call replaced the connection before this one used it, so nothing was executed.
        if (wasReplaced(error) && !client.closed) continue;
        if (unavailability(error)) await replace();
        throw error;
      }
    }
  }

  async function configure() {
    const current = connection;
    if (configured === current) return;
    await client.executeMultiple(PRAGMAS);
    configured = current;
  }

  async function replace() {
    connection += 1;
    await client.reconnect();
  }
}

function wasReplaced(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "CLIENT_CLOSED";
}
