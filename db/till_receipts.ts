// The till_receipts table: what a cafe took at its own till for a request, or gave back (docs/money.md#till).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { isExpired } from "./expired_requests.ts";
import { CUT_SHORT } from "./reversals.ts";
import type { tillReceipts } from "./schema/till.ts";

/**
 * The condition that the till should have the tip of the request `r` at `now`: it waits, is queued, or was played. For
 * statements whose other tables have no `status`, `created_at` and `expired_at`.
 */
export function isDue(now: string): string {
  return `(r.at_till = 1 and r.status in ('pending', 'approved', 'played')
    and r.unplayable_at is null and not ${isExpired(now, "r.owner_id")} and not ${CUT_SHORT})`;
}

/**
 * The condition that a tip of the request `r` which was paid at the till is to be given back at `now`: it was rejected, has
 * expired or was cut short, and no receipt says that the till has given back all it had.
 */
export function isToGiveBack(now: string): string {
  return `(r.at_till = 1
    and (r.status = 'rejected' or ${isExpired(now, "r.owner_id")} or ${CUT_SHORT})
    and (r.received_kurus > 0 or not exists (select 1 from till_receipts where request_id = r.id)))`;
}

/** The owner's tick, or its removal, on one request. */
export interface NewTick extends Omit<typeof tillReceipts.$inferSelect, "kurus"> {
  received: boolean;
  /** The tip that the owner was shown, null for the present one. Guests may have added to it since. In kuruş. */
  seenKurus: number | null;
}

/** What the till has of a request's tip afterwards, in kuruş. */
export interface TillTip {
  tipKurus: number;
  receivedKurus: number;
  revision: number;
}

/** The outcome. `changed` is false if the till already had, or did not have, the money. */
export type Ticked =
  | ({ changed: boolean } & TillTip)
  | { refused: "request_not_found" | "not_at_till" | "no_tip_due" };

// Of what the owner saw, the till can have the whole tip at most.
const TARGET = "iif(?4, min(r.tip_kurus, coalesce(?5, r.tip_kurus)), 0)";

const TICK = constantSql<{ id: string }>(`
  insert into till_receipts (id, owner_id, request_id, kurus, created_at)
  select ?1, r.owner_id, r.id, ${TARGET} - r.received_kurus, ?6
  from song_requests r
  where r.id = ?3 and r.owner_id = ?2 and r.at_till = 1
    and iif(?4, ${TARGET} > r.received_kurus and ${isDue("?6")}, r.received_kurus > 0)
  returning id`);

const FIND = constantSql<TillTip & { atTill: number; isDue: number }>(`
  select r.at_till as atTill, ${isDue("?3")} and r.tip_kurus > 0 as isDue, r.tip_kurus as tipKurus,
    r.received_kurus as receivedKurus,
    coalesce((select revision from rooms where owner_id = r.owner_id), 0) as revision
  from song_requests r where r.id = ?2 and r.owner_id = ?1`);

/**
 * Enters what the till is now to have of a request's tip: the tip, or nothing. One statement decides; a trigger adds the
 * receipt to the request and raises the room's revision.
 */
export async function tickReceived(
  db: Database,
  { id, ownerId, requestId, received, seenKurus, createdAt }: NewTick,
): Promise<Ticked> {
  const { entered, found } = await db.write(() => ({
    entered: TICK(id, ownerId, requestId, received ? 1 : 0, seenKurus, createdAt),
    found: FIND(ownerId, requestId, createdAt),
  }));
  if (!found[0]) return { refused: "request_not_found" };
  const { atTill, isDue, ...tip } = found[0];
  if (!atTill) return { refused: "not_at_till" };
  if (received && !isDue) return { refused: "no_tip_due" };
  return { changed: entered.length > 0, ...tip };
}
