// What a guest sees of the songs that they asked for (docs/requests.md#own-requests).
import { and, eq, gt, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { QUEUE_ORDER } from "./queue.ts";
import { plays, songRequests } from "./schema/requests.ts";
import type { SongRequestRow } from "./song_requests.ts";

/** A guest's own request, with its place in the queue (from 1) and when its play began (epoch ms), or null. */
export interface GuestRequest {
  request: SongRequestRow;
  place: number | null;
  playedAt: number | null;
}

/** What a guest sent to an owner after `sinceMs` (epoch), newest first, `max` at most. */
export async function listGuestRequests(
  db: Database,
  { ownerId, guestId, sinceMs, max }: {
    ownerId: string;
    guestId: string;
    sinceMs: number;
    max: number;
  },
): Promise<GuestRequest[]> {
  const queue = db.read.select({
    id: songRequests.id,
    place: sql<number>`row_number() over (order by ${QUEUE_ORDER})`.as("place"),
  }).from(songRequests)
    .where(and(eq(songRequests.ownerId, ownerId), eq(songRequests.status, "approved"))).as("queue");
  return await db.read
    .select({ request: songRequests, place: queue.place, playedAt: plays.startedAt })
    .from(songRequests)
    .leftJoin(queue, eq(queue.id, songRequests.id))
    .leftJoin(plays, and(eq(plays.requestId, songRequests.id), sql`${plays.startedAt} is not null`))
    .where(and(
      eq(songRequests.ownerId, ownerId),
      eq(songRequests.guestId, guestId),
      gt(songRequests.createdAt, sinceMs),
    ))
    .orderBy(sql`${songRequests.createdAt} desc, ${songRequests.id} desc`)
    .limit(max);
}
