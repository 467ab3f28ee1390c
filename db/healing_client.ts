// A libSQL client for a file that recovers from another process's lock and from a full disk. After one
// SQLITE_BUSY the native connection reports writes that it never commits, so it is replaced before
// anything else uses it.
import type { Client, TransactionMode } from "@libsql/client";
import { unavailability } from "./errors.ts";

/** The native wait freezes the event loop, so it is short; patience.ts and the write queue do the waiting. */
export const NATIVE_WAIT_MS = 10;
/** Per connection, and lost with it. */
const PRAGMAS = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON";

/** Wraps a `file:` client of one connection: it fails as that one does, but is sound again afterwards. */
export function healingClient(client: Client): Client {
  /** Which connection this is; raised with each replacement. */
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
        // Another call has replaced the connection that this one was about to use: nothing was done.
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
