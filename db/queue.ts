// The queue of a cafe: which requests are in it, and in which order they play (docs/requests.md#order).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import type { songRequests } from "./schema/requests.ts";

/** The one definition of the order: the highest tip first, then the earliest request, then the lowest id. */
export const QUEUE_ORDER = "tip_kurus desc, created_at, id";

/** The condition that a row of song_requests is in the queue of the owner `?1`. */
export const IN_QUEUE = "owner_id = ?1 and status = 'approved'";

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

// The first row carries the revision, so that it is of the same moment as the queue, even an empty one.
const SNAPSHOT = constantSql<QueuedRequest & { revision: number | null }>(`
  select coalesce((select revision from rooms where owner_id = ?1), 0) as revision, null as id,
    null as ownerId, null as songTitle, null as artist, null as albumArt, null as uri,
    null as tipKurus, null as status, null as createdAt
  union all
  select * from (
    select null, id, owner_id, song_title, artist, album_art, uri, tip_kurus, status, created_at
    from song_requests where ${IN_QUEUE} order by ${QUEUE_ORDER})`);

/** Reads the owner's queue in order, with its revision. */
export async function readQueueSnapshot(db: Database, ownerId: string): Promise<QueueSnapshot> {
  const [first, ...requests] = await db.all(SNAPSHOT(ownerId));
  return { revision: first!.revision ?? 0, requests };
}
