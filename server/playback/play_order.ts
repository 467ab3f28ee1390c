// How long an order to play a song may take (docs/playback.md#unknown-outcome). Pure.

/**
 * The longest time that an order to play can take, on any instance. A song that was sent within this time may still be
 * ordered by another instance. One that was sent before is overdue: its order failed, or its server was killed.
 */
const ORDER_LIFETIME_MS = 15_000;

/** Returns the latest `sentAt` that is overdue at `nowMs` (both epoch ms). */
export function overdueBefore(nowMs: number): number {
  return nowMs - ORDER_LIFETIME_MS;
}
