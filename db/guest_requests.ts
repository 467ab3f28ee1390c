// What a guest sees of the songs that they asked for (docs/requests.md#own-requests).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { IN_QUEUE, QUEUE_ORDER } from "./queue.ts";
import { OWNER_OF_CAFE } from "./rooms.ts";
import type { SongRequestRow } from "./song_requests.ts";

/** A guest's own request, with its place in the queue (from 1) and when its play began (epoch ms), or null. */
export interface GuestRequest
  extends Pick<SongRequestRow, "id" | "songTitle" | "artist" | "albumArt" | "tipKurus" | "status"> {
  place: number | null;
  playedAt: number | null;
}

const LIST_SQL = `
  with queue as (
    select id, row_number() over (order by ${QUEUE_ORDER}) as place
    from song_requests where ${IN_QUEUE})
  select r.id, r.song_title as songTitle, r.artist, r.album_art as albumArt,
    r.tip_kurus as tipKurus, r.status, queue.place, p.started_at as playedAt
  from song_requests r
  left join queue on queue.id = r.id
  left join plays p on p.request_id = r.id and p.started_at is not null
  where r.owner_id = ?1 and r.guest_id = ?2 and r.created_at > ?3
  order by r.created_at desc, r.id desc limit ?4`;
const LIST = constantSql<GuestRequest>(LIST_SQL);

/** The statement of a guest's list, keyed by the cafe's id. */
export const listOfCafe = constantSql<GuestRequest>(LIST_SQL.replaceAll("?1", OWNER_OF_CAFE));

/** What a guest sent after `sinceMs` (epoch), newest first, `max` at most. */
export interface GuestFilter {
  guestId: string;
  sinceMs: number;
  max: number;
}

/** What a guest sent to an owner. */
export async function listGuestRequests(
  db: Database,
  { ownerId, guestId, sinceMs, max }: GuestFilter & { ownerId: string },
): Promise<GuestRequest[]> {
  return await db.all(LIST(ownerId, guestId, sinceMs, max));
}
