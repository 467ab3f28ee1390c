// Pending requests that expire when the opening hours end (docs/house.md#expired-requests).
import { constantSql } from "./constant_sql.ts";

/** An SQL expression for when the hours of `owner` ended last, if that is at `now` or before; else 0. */
function endedAt(now: string, owner = "?1"): string {
  return `coalesce((
    select closes_at from house_rules where owner_id = ${owner} and closes_at <= ${now}), 0)`;
}

/** The condition that a request of `owner` has expired at `now`, whether or not that is recorded yet. */
export function isExpired(now: string, owner = "?1"): string {
  return `(expired_at is not null or (status = 'pending' and created_at < ${endedAt(now, owner)}))`;
}

// The first condition on the status is that of the index of open requests, without which SQLite walks every request.
const EXPIRE = constantSql<{ id: string }>(`
  update song_requests set status = 'rejected', decided_at = ${endedAt("?2")},
    expired_at = ${endedAt("?2")}
  where owner_id = ?1 and status in ('pending', 'approved') and status = 'pending'
    and created_at < ${endedAt("?2")}
  returning id`);

/** The statement that records which of the owner's pending requests have expired by `now` (epoch ms). */
export function expirePending(ownerId: string, now: number) {
  return EXPIRE(ownerId, now);
}
