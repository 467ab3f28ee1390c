// Waiting for another process's lock without freezing anything.
import { DatabaseUnavailableError, unavailability } from "./errors.ts";

/** How long to wait for the lock in all (contract: 10 s, then 503). */
export const PATIENCE_MS = 10_000;
/** Between two tries: each may hold the event loop for a moment, and reads need the rest. */
export const PAUSE_MS = 50;

/**
 * Does `work`, again while another process holds the lock; only for work that leaves nothing behind
 * where it fails. @throws DatabaseUnavailableError
 */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const impatientAt = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const reason = unavailability(error);
      if (!reason) throw error;
      if (reason !== "busy" || performance.now() > impatientAt) {
        throw new DatabaseUnavailableError(reason, { cause: error });
      }
    }
    await pause(PAUSE_MS);
  }
}

/** Lets `ms` pass. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
