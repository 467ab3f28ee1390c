// Requests that another guest can support instead of asking for the same song again (docs/requests.md#support).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { isExpired } from "./expired_requests.ts";

/** The condition that a guest can add a tip to the request `r` at `now`. For a statement in which nothing else has a status. */
export function canBeSupported(now: string): string {
  return `(r.status in ('pending', 'approved') and r.unplayable_at is null
    and not ${isExpired(now, "r.owner_id")}
    and not exists (select 1 from plays
      where owner_id = r.owner_id and ended_at is null and state = 'sent' and request_id = r.id))`;
}

/** Of several requests for one song the one that plays first: one of the queue, then the highest tip, then the oldest. */
export const FIRST_OF_SONG = "r.status, r.tip_kurus desc, r.created_at, r.id";

// The first condition on the status is that of the index of open requests.
const WAITING = constantSql<{ uri: string; id: string }>(`
  select r.uri, r.id from song_requests r
  where r.owner_id = ?1 and r.status in ('pending', 'approved') and ${canBeSupported("?3")}
    and r.uri in (select value from json_each(?2))
  order by ${FIRST_OF_SONG}`);

/** Which of the songs with these uris wait at the owner's at `nowMs` (epoch), and in which request. */
export async function findWaitingSongs(
  db: Database,
  ownerId: string,
  uris: readonly string[],
  nowMs: number,
): Promise<Map<string, string>> {
  const waiting = new Map<string, string>();
  for (const { uri, id } of await db.all(WAITING(ownerId, JSON.stringify(uris), nowMs))) {
    if (!waiting.has(uri)) waiting.set(uri, id);
  }
  return waiting;
}
