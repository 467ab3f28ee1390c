// The queue of a cafe: which requests are in it, and in which order they play (docs/requests.md#order).
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { songRequests } from "./schema/requests.ts";

/** The one definition of the order: the highest tip first, then the earliest request, then the lowest id. */
export const QUEUE_ORDER = sql.raw("tip_kurus desc, created_at, id");

/** The condition that a row of song_requests is in the owner's queue: approved, and its play has not begun. */
export function inQueue(ownerId: string): SQL {
  return sql`owner_id = ${ownerId} and status = 'approved'`;
}

/** What the queue shows of a request. */
export type QueuedRequest = Pick<
  typeof songRequests.$inferSelect,
  | "id"
  | "ownerId"
  | "songTitle"
  | "artist"
  | "albumArt"
  | "uri"
  | "tipKurus"
  | "status"
  | "createdAt"
>;

/** An owner's queue and the revision that it belongs to, both of one moment. */
export interface QueueSnapshot {
  revision: number;
  requests: QueuedRequest[];
}

/** Reads the owner's queue in order, with its revision. */
export async function readQueueSnapshot(db: Database, ownerId: string): Promise<QueueSnapshot> {
  // A row without a request carries the revision of an empty queue.
  const rows = await db.read.all<{ revision: number } & QueuedRequest>(sql`
    select room.revision, r.id, owner_id as ownerId, song_title as songTitle, artist,
      album_art as albumArt, uri, tip_kurus as tipKurus, status, created_at as createdAt
    from (select coalesce((select revision from rooms where owner_id = ${ownerId}), 0) as revision)
      as room
    left join song_requests r on ${inQueue(ownerId)}
    order by ${QUEUE_ORDER}`);
  return {
    revision: rows[0]!.revision,
    requests: rows.flatMap(({ revision: _, ...request }) => request.id === null ? [] : [request]),
  };
}
