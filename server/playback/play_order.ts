// How long an order to play a song may take (docs/playback.md#unknown-outcome). Pure.

/**
 * No order to play takes longer than this, in ms, on any instance. A song that was sent later may still be another
 * instance's work; one that was sent earlier is overdue: its order failed, or its server was killed.
 */
const ORDER_LIFETIME_MS = 15_000;

/** A song is overdue at `nowMs` if it was sent at this moment (epoch ms) or before. */
export function overdueBefore(nowMs: number): number {
  return nowMs - ORDER_LIFETIME_MS;
}
