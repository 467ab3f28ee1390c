// The support_tips table: what guests add to a request that waits or is queued (docs/requests.md#support).
import type { Database } from "../connection/client.ts";
import { statement } from "../connection/statement.ts";
import { approvedByHouse, CAN_BE_SUPPORTED } from "./house_refusal.ts";
import { deleteKeys, type NewKey } from "./requests.ts";
import { isOpenCafe } from "../people/rooms.ts";
import type { supportTips } from "../schema/requests.ts";

export type NewSupportTip = Omit<typeof supportTips.$inferSelect, "kurus"> & { tipKurus: number };

/** A request's tips in kuruş after the call: the sum, and what the guest gives of it. */
export interface Supported {
  ownerId: string;
  tipKurus: number;
  /** Of a guest who is known. */
  ownKurus: number;
  revision: number;
}

/** The outcome: the tip was added, its key stands for an earlier one, or it was refused. */
export type Support =
  | { added: boolean; bodyHash: string | null; request: Supported }
  | { refused: "request_not_found" | "not_supportable" };

/**
 * The condition that another guest than the asker gives a tip to the request `r`. A guest who is not known is another.
 */
export const HAS_SUPPORT = `exists (
  select 1 from support_tips where request_id = r.id and guest_id is not r.guest_id)`;

/** An SQL expression for what `:guest` gives of the tip of the request `r`: as its asker, and by support. */
export const OWN_KURUS =
  `(case when r.guest_id = :guest then r.tip_kurus - r.support_kurus else 0 end
  + coalesce((select sum(kurus) from support_tips where request_id = r.id and guest_id = :guest), 0))`;

/**
 * An SQL expression for what the till has not received yet of that part. The till received the tips in the order in which
 * they were given, because it has at most what the owner was shown.
 */
export const OWN_UNPAID_KURUS = `(case when r.guest_id = :guest
    then max(0, r.tip_kurus - r.support_kurus - r.received_kurus) else 0 end
  + coalesce((select sum(min(kurus, max(0, r.tip_kurus - r.support_kurus + up_to - r.received_kurus)))
    from (select guest_id, kurus, sum(kurus) over (order by rowid) as up_to
      from support_tips where request_id = r.id) where guest_id = :guest), 0))`;

const OPEN_OWNER = isOpenCafe("r.owner_id");

// A song on its way keeps the tip that its play will earn, so nothing is added then.
const ADD = statement<
  {
    id: string;
    request: string;
    guest: string | null;
    tip: number;
    now: number;
    keyGuest: string | null;
    key: string | null;
  }
>(`
  insert into support_tips (id, request_id, guest_id, kurus, created_at)
  select :id, r.id, :guest, :tip, :now from song_requests r
  where r.id = :request and ${CAN_BE_SUPPORTED} and ${OPEN_OWNER}
    and not exists (select 1 from idempotency_keys
      where owner_id = r.owner_id and guest_id = :keyGuest and key = :key)
  returning id`);

// A rule of the house approves what its tip has just lifted to the sum (docs/house.md#approval). One that was there
// before is left to the owner, who may have taken the approval back.
const APPROVE = statement<{ id: string }>(`
  update song_requests as r set status = 'approved', decided_at = s.created_at, entered_at = s.created_at
  from support_tips s, house_rules h
  where s.id = :id and r.id = s.request_id and r.status = 'pending' and h.owner_id = r.owner_id
    and ${approvedByHouse("r.tip_kurus")} and not ${approvedByHouse("r.tip_kurus - s.kurus")}`);

const KEEP_KEY = statement<{ id: string; guest: string; key: string; body: string; at: number }>(`
  insert into idempotency_keys (owner_id, guest_id, key, body_hash, request_id, created_at)
  select r.owner_id, :guest, :key, :body, r.id, :at
  from support_tips s join song_requests r on r.id = s.request_id where s.id = :id`);

const READ = statement<
  { request: string; guest: string | null; keyGuest: string | null; key: string | null },
  Supported & { bodyHash: string | null }
>(`
  select r.owner_id as ownerId, r.tip_kurus as tipKurus, ${OWN_KURUS} as ownKurus,
    coalesce((select revision from rooms where owner_id = r.owner_id), 0) as revision,
    (select body_hash from idempotency_keys
      where owner_id = r.owner_id and guest_id = :keyGuest and key = :key) as bodyHash
  from song_requests r where r.id = :request and ${OPEN_OWNER}`);

const OWNER = statement<{ id: string }, { ownerId: string }>(
  "select owner_id as ownerId from song_requests where id = :id",
);

/** Whose request this is; undefined if there is none. */
export async function findOwnerOfRequest(db: Database, id: string): Promise<string | undefined> {
  return (await db.all(OWNER({ id })))[0]?.ownerId;
}

/**
 * Adds a tip to a request that is pending or queued and not on its way to the player; one statement decides. Triggers
 * raise the request's sum and the room's revision, and a rule of the house may then approve it. If `key` stands for an earlier call, adds nothing.
 */
export async function addSupportTip(
  db: Database,
  { id, requestId, guestId, tipKurus, createdAt }: NewSupportTip,
  { keysExpiredAt, key }: {
    /** Keys kept at this moment (epoch ms) or before are deleted first. */
    keysExpiredAt: number;
    key?: Pick<NewKey, "guestId" | "key" | "bodyHash">;
  },
): Promise<Support> {
  const of = { request: requestId, guest: guestId };
  const by = { keyGuest: key?.guestId ?? null, key: key?.key ?? null };
  const { added, found } = await db.write(() => ({
    ...(key && { forgotten: deleteKeys({ before: keysExpiredAt }) }),
    added: ADD({ id, ...of, tip: tipKurus, now: createdAt, ...by }),
    approved: APPROVE({ id }),
    ...(key &&
      {
        kept: KEEP_KEY({ id, guest: key.guestId, key: key.key, body: key.bodyHash, at: createdAt }),
      }),
    found: READ({ ...of, ...by }),
  }));
  if (!found[0]) return { refused: "request_not_found" };
  const { bodyHash, ...request } = found[0];
  if (added.length === 0 && bodyHash === null) return { refused: "not_supportable" };
  return { added: added.length > 0, bodyHash, request };
}
