// What a cafe's public page shows, read in one round trip.
import { type PublicColumns, selectPublicCafe } from "./cafes.ts";
import type { Database } from "./client.ts";
import { type GuestFilter, type GuestRequest, listOfCafe } from "./guest_requests.ts";
import { nowOfCafe, type NowRow } from "./now_playing.ts";
import { type QueueSnapshot, snapshotOfCafe, toSnapshot } from "./queue.ts";

/** A cafe, its queue, what plays, and what one guest sent there, all of one moment. */
export interface CafePageRows {
  cafe: PublicColumns;
  queue: QueueSnapshot;
  now: NowRow | undefined;
  mine: GuestRequest[];
}

/**
 * Reads the page of a cafe whose owner is verified, else undefined. The queue has no requests if its revision is still
 * `known`.
 */
export async function readCafePage(
  db: Database,
  cafeId: string,
  known: number | undefined,
  guest: GuestFilter | undefined,
  tableCode: string | null,
): Promise<CafePageRows | undefined> {
  const { cafe, queue, now, mine } = await db.together({
    cafe: selectPublicCafe(cafeId, tableCode),
    queue: snapshotOfCafe(cafeId, known ?? null),
    now: nowOfCafe(cafeId),
    ...(guest && {
      mine: listOfCafe(
        cafeId,
        guest.guestId,
        guest.sinceMs,
        guest.max,
        guest.unknownDurationMs,
        guest.nowMs,
      ),
    }),
  });
  const snapshot = toSnapshot(queue);
  return cafe[0] && snapshot &&
    { cafe: cafe[0], queue: snapshot, now: now[0], mine: mine ?? [] };
}
