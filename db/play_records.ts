// What the conductor records of orders: those that were accepted, and songs that could not be played
// (docs/conductor.md#orders-without-effect).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import type { SentPlay } from "./plays.ts";
import { selectRevision } from "./rooms.ts";

/** Tries without effect after which a song counts as one that cannot be played here. */
const MAX_TRIES = 3;

const ACCEPT = constantSql<{ id: string }>(`
  update plays set ordered_at = ?2, position_at = ?2 where id = ?1 and state = 'sent' and ordered_at is null
  returning id`);

/** Records when the player accepted the order. Returns the room's new revision, undefined if it is no longer sent. */
export async function acceptPlay(
  db: Database,
  play: Pick<SentPlay, "id" | "ownerId">,
  at: number,
): Promise<number | undefined> {
  const { accepted, room } = await db.write(() => ({
    accepted: ACCEPT(play.id, at),
    room: selectRevision(play.ownerId),
  }));
  return accepted.length > 0 ? room[0]?.revision : undefined;
}

const NOT_SEEN = constantSql<{ requestId: string }>(`
  update plays set state = 'released', ended_at = ?2, why_ended = ?3
  where id = ?1 and state = 'sent' returning request_id as requestId`);

const COUNT_TRY = constantSql<{ unplayableAt: number | null }>(`
  update song_requests set tries = tries + 1,
    unplayable_at = case when tries + 1 >= ${MAX_TRIES} or ?3 then ?2 end
  where changes() > 0 and status = 'approved'
    and id = (select request_id from plays where id = ?1)
  returning unplayable_at as unplayableAt`);

/**
 * Puts the song of a sent play back that had no effect, and counts the try. After the third, or at once if `forGood`, the
 * song leaves the queue as unplayable.
 */
export async function releaseTried(
  db: Database,
  play: Pick<SentPlay, "id" | "ownerId">,
  { at, forGood }: { at: number; forGood: boolean },
): Promise<{ unplayable: boolean; revision?: number }> {
  const { counted, room } = await db.write(() => ({
    released: NOT_SEEN(play.id, at, forGood ? "refused" : "not_seen"),
    counted: COUNT_TRY(play.id, at, forGood ? 1 : 0),
    room: selectRevision(play.ownerId),
  }));
  return { unplayable: counted[0]?.unplayableAt != null, revision: room[0]?.revision };
}

// The second condition is that of the index of open requests, without which SQLite walks every request of the cafe.
const RETURN = constantSql<{ id: string }>(`
  update song_requests set unplayable_at = null, tries = 0
  where id in (select id from song_requests
    where owner_id = ?1 and status = 'approved' and status in ('pending', 'approved')
      and unplayable_at is not null
    order by unplayable_at desc limit ?2)
  returning id`);

/** Puts the last `count` songs that could not be played back into the queue. Returns the room's new revision. */
export async function returnUnplayable(
  db: Database,
  ownerId: string,
  count: number,
): Promise<number | undefined> {
  const { room } = await db.write(() => ({
    returned: RETURN(ownerId, count),
    room: selectRevision(ownerId),
  }));
  return room[0]?.revision;
}
