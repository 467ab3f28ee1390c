// What a cafe's public page shows, read in one round trip.
import { type PublicColumns, selectPublicCafe } from "./cafes.ts";
import type { Database } from "./client.ts";
import { type GuestFilter, type GuestRequest, listOfCafe, withPlaces } from "./guest_requests.ts";
import { nowOfCafe, type NowRow } from "./now_playing.ts";
import { patienceOfCafe, toPatientQueue } from "./patience.ts";
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
  const { cafe, queue, now, patient, mine } = await db.together({
    cafe: selectPublicCafe(cafeId, tableCode),
    queue: snapshotOfCafe(cafeId, known ?? null),
    now: nowOfCafe(cafeId),
    patient: patienceOfCafe(cafeId),
    ...(guest && { mine: mineOf(cafeId, guest) }),
  });
  const order = toPatientQueue(patient);
  const own = (mine ?? []) as GuestRequest[];
  const snapshot = toSnapshot(queue, order);
  return cafe[0] && snapshot && {
    cafe: cafe[0],
    queue: snapshot,
    now: now[0],
    mine: guest ? withPlaces(own, order, guest.unknownDurationMs) : [],
  };
}

function mineOf(
  cafeId: string,
  { guestId, sinceMs, max, unknownDurationMs, nowMs }: GuestFilter,
) {
  return listOfCafe(cafeId, guestId, sinceMs, max, unknownDurationMs, nowMs);
}
