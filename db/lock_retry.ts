// Retries while another process holds the database's lock, without blocking the event loop.
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseUnavailableError, unavailability } from "./errors.ts";

/** How long to wait for the lock (docs/running.md#database). */
export const LOCK_TIMEOUT_MS = 10_000;
/** The pause between two tries: each try may block the event loop, and reads need it in between. */
export const LOCK_RETRY_INTERVAL_MS = 50;

/**
 * Runs `work` again as long as another process holds the lock. A failed `work` must leave no effect behind.
 * @throws DatabaseUnavailableError
 */
export async function retryWhileLocked<T>(work: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const reason = unavailability(error);
      if (!reason) throw error;
      if (reason !== "busy" || performance.now() > giveUpAt) {
        throw new DatabaseUnavailableError(reason, { cause: error });
      }
    }
    await sleep(LOCK_RETRY_INTERVAL_MS);
  }
}
