// The requests that the owner has open: pending, queued and unplayable ones (docs/requests.md#who-sees-what).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { isExpired } from "./expired_requests.ts";
import { memberWho } from "./member_names.ts";
import { type InOrder, inOrderOf, patience, toPatientQueue } from "./patience.ts";
import type { QueuedRequest } from "./queue.ts";
import { IN_QUEUE, QUEUE_ORDER, shownRequest } from "./queue_rows.ts";
import type { SongRequestRow } from "./song_requests.ts";

/** An open request as its owner sees it. */
export type OpenRow =
  & QueuedRequest
  & Pick<SongRequestRow, "guestId" | "unplayableAt" | "tableLabel" | "receivedKurus" | "decidedBy">
  & {
    atTill: 0 | 1;
    isAside: 0 | 1;
    /** What the owner calls the member of the team who decided. */
    memberName: string | null;
  };

export interface OpenRequests {
  requests: OpenRow[];
  queue: InOrder<{ id: string }>[];
}

/**
 * The owner's pending and approved requests whose play has not begun at `now` (epoch ms), oldest first, and `queue`, those
 * that are in the queue, in order.
 */
export async function listOpenRequests(
  db: Database,
  ownerId: string,
  now: number,
): Promise<OpenRequests> {
  const { requests, queue, patient } = await db.together({
    requests: OPEN(ownerId, now),
    queue: QUEUE(ownerId),
    patient: patience(ownerId),
  });
  return { requests, queue: inOrderOf(queue, toPatientQueue(patient)) };
}

const OPEN = constantSql<OpenRow>(`
  select id, owner_id as ownerId, song_title as songTitle, artist, album_art as albumArt, uri,
    tip_kurus as tipKurus, status, created_at as createdAt, guest_id as guestId,
    unplayable_at as unplayableAt, table_label as tableLabel, at_till as atTill,
    is_aside as isAside,
    received_kurus as receivedKurus, decided_by as decidedBy,
    ${memberWho("decided_by")} as memberName
  from song_requests
  -- The index's own condition, in the same words: else SQLite walks every request of the cafe.
  where owner_id = ?1 and status in ('pending', 'approved') and not ${isExpired("?2")}
    and id is not ${shownRequest("?1")}
  order by created_at, id`);

const QUEUE = constantSql<{ id: string }>(
  `select id from song_requests where ${IN_QUEUE} order by ${QUEUE_ORDER}`,
);
