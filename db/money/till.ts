// What a cafe's till took and gave back, and what it should have (docs/money.md#till).
import type { Database } from "../connection/client.ts";
import { type NoParameters, statement } from "../connection/statement.ts";
import { isExpired } from "../requests/house.ts";
import { CUT_SHORT } from "./ledger.ts";
import type { SongRequestRow } from "../requests/requests.ts";
import { columnsOf } from "../schema/columns.ts";
import type { tillReceipts } from "../schema/money.ts";
import { songRequests } from "../schema/requests.ts";

// The till_receipts table: what a cafe took at its own till for a request, or gave back (docs/money.md#till).

/**
 * The condition that the till should have the tip of the request `r` at `:now`: it waits, is queued, or was played. For
 * statements whose other tables have no `status`, `created_at` and `expired_at`.
 */
export const IS_DUE = `(r.at_till = 1 and r.status in ('pending', 'approved', 'played')
    and r.unplayable_at is null and not ${isExpired("r.owner_id")} and not ${CUT_SHORT})`;

/**
 * The condition that a tip of the request `r` which was paid at the till is to be given back at `:now`: it was rejected, has
 * expired, was cut short or cannot be played, and no receipt says that the till has given back all it had.
 */
export const IS_TO_GIVE_BACK = `(r.at_till = 1
    and (r.status = 'rejected' or r.unplayable_at is not null or ${isExpired("r.owner_id")}
      or ${CUT_SHORT})
    and (r.received_kurus > 0 or not exists (select 1 from till_receipts where request_id = r.id)))`;

/** The owner's tick, or its removal, on one request. */
interface NewTick extends Omit<typeof tillReceipts.$inferSelect, "kurus"> {
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
type Ticked =
  | ({ changed: boolean } & TillTip)
  | { refused: "request_not_found" | "not_at_till" | "no_tip_due" };

// Of what the owner saw, the till can have the whole tip at most.
const TARGET = "iif(:received, min(r.tip_kurus, coalesce(:seen, r.tip_kurus)), 0)";

const TICK = statement<
  { id: string; owner: string; request: string; received: number; seen: number | null; now: number }
>(`
  insert into till_receipts (id, owner_id, request_id, kurus, created_at)
  select :id, r.owner_id, r.id, ${TARGET} - r.received_kurus, :now
  from song_requests r
  where r.id = :request and r.owner_id = :owner and r.at_till = 1
    and iif(:received, ${TARGET} > r.received_kurus and ${IS_DUE}, r.received_kurus > 0)
  returning id`);

const FIND = statement<
  { owner: string; request: string; now: number },
  TillTip & { atTill: number; isDue: number }
>(`
  select r.at_till as atTill, ${IS_DUE} and r.tip_kurus > 0 as isDue, r.tip_kurus as tipKurus,
    r.received_kurus as receivedKurus,
    coalesce((select revision from rooms where owner_id = r.owner_id), 0) as revision
  from song_requests r where r.id = :request and r.owner_id = :owner`);

/**
 * Enters what the till is now to have of a request's tip: the tip, or nothing. One statement decides; a trigger adds the
 * receipt to the request and raises the room's revision.
 */
export async function tickReceived(
  db: Database,
  { id, ownerId, requestId, received, seenKurus, createdAt }: NewTick,
): Promise<Ticked> {
  const { entered, found } = await db.write(() => ({
    entered: TICK({
      id,
      owner: ownerId,
      request: requestId,
      received: received ? 1 : 0,
      seen: seenKurus,
      now: createdAt,
    }),
    found: FIND({ owner: ownerId, request: requestId, now: createdAt }),
  }));
  if (!found[0]) return { refused: "request_not_found" };
  const { atTill, isDue, ...tip } = found[0];
  if (!atTill) return { refused: "not_at_till" };
  if (received && !isDue) return { refused: "no_tip_due" };
  return { changed: entered.length > 0, ...tip };
}

const TILL_FIELDS = ["id", "songTitle", "artist", "receivedKurus"] as const;
/** A song whose tip the till should have, or has. Amounts are in kuruş. */
interface TillSong extends Pick<SongRequestRow, typeof TILL_FIELDS[number]> {
  /** 0 if the song was not played in the end. */
  dueKurus: number;
  /** When its play began, or, without one, when it was filed (epoch ms). */
  at: number;
}

// What is settled is shown since `:recent`, and what is not since `:since`, which is longer ago.
const SONGS = statement<
  { owner: string; since: number; recent: number; max: number; now: number },
  TillSong
>(`
  select id, songTitle, artist, receivedKurus, dueKurus, at from (
    select ${columnsOf(songRequests, TILL_FIELDS, "r")},
      iif(${IS_DUE}, r.tip_kurus, 0) as dueKurus, coalesce(p.started_at, r.created_at) as at
    from song_requests r
    left join plays p on p.request_id = r.id and p.started_at is not null
    where r.owner_id = :owner and r.at_till = 1 and r.created_at >= :since and r.tip_kurus > 0
      and (r.status = 'played' or not ${IS_DUE}))
  where dueKurus <> receivedKurus or (at >= :recent and dueKurus > 0)
  order by at desc, id desc limit :max`);

/**
 * The played songs whose tips the till should have, and the unplayed ones whose tips it has, newest first, `max` at
 * most: all since `recentMs` (epoch), and before it, since `sinceMs`, those that are not settled.
 */
export async function listTillSongs(
  db: Database,
  ownerId: string,
  { sinceMs, recentMs, nowMs, max }: {
    sinceMs: number;
    recentMs: number;
    nowMs: number;
    max: number;
  },
): Promise<TillSong[]> {
  return await db.all(SONGS({ owner: ownerId, since: sinceMs, recent: recentMs, max, now: nowMs }));
}

const SUM_AT_TILLS = statement<NoParameters, { kurus: number }>(
  "select coalesce(sum(kurus), 0) as kurus from till_receipts",
);

/** What all cafes have received at their own tills, in kuruş. It is in no balance. */
export async function sumAtTills(db: Database): Promise<number> {
  return (await db.all(SUM_AT_TILLS()))[0]!.kurus;
}

const HAS_TILL = statement<{ owner: string }, { has: number }>(`
  select exists (select 1 from house_rules where owner_id = :owner and tips = 'till')
    or exists (select 1 from song_requests where owner_id = :owner and at_till = 1) as has`);

/** Whether the cafe's guests pay at the till, or did before. */
export async function hasTill(db: Database, ownerId: string): Promise<boolean> {
  return (await db.all(HAS_TILL({ owner: ownerId })))[0]?.has === 1;
}
