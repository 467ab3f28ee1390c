// Takes a guest's own request back (docs/requests.md#take-back).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { isExpired } from "./expired_requests.ts";
import { HAS_SUPPORT } from "./support_tips.ts";

/** The outcome. `changed` is false if the guest has taken the request back before. */
export type Withdrawal =
  | { changed: boolean; ownerId: string; revision: number }
  | { refused: "request_not_found" | "request_expired" | "request_decided" | "request_supported" };

/** The condition that the guest `?2` may take the request `r` back at `now`. */
export function canTakeBack(now: string): string {
  return `r.guest_id = ?2 and r.status = 'pending' and not ${isExpired(now, "r.owner_id")}
    and not ${HAS_SUPPORT}`;
}

const WITHDRAW = constantSql<{ id: string }>(`
  update song_requests as r set status = 'withdrawn' where r.id = ?1 and ${canTakeBack("?3")}
  returning id`);

const FIND = constantSql<{ ownerId: string; status: string; isExpired: number; revision: number }>(`
  select r.owner_id as ownerId, r.status, ${isExpired("?3", "r.owner_id")} as isExpired,
    coalesce((select revision from rooms where owner_id = r.owner_id), 0) as revision
  from song_requests r where r.id = ?1 and r.guest_id = ?2`);

/** Marks a guest's request as withdrawn while it is pending at `nowMs` and has the tips of no other guest. */
export async function withdrawSongRequest(
  db: Database,
  { id, guestId, nowMs }: { id: string; guestId: string; nowMs: number },
): Promise<Withdrawal> {
  const { withdrawn, found } = await db.write(() => ({
    withdrawn: WITHDRAW(id, guestId, nowMs),
    found: FIND(id, guestId, nowMs),
  }));
  if (!found[0]) return { refused: "request_not_found" };
  const { status, isExpired, ...room } = found[0];
  if (status === "withdrawn") return { changed: withdrawn.length > 0, ...room };
  if (isExpired) return { refused: "request_expired" };
  return { refused: status === "pending" ? "request_supported" : "request_decided" };
}
