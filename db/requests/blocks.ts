// Guests whose requests are refused until the cafe's day ends (docs/house.md#blocks). house_refusal.ts refuses them.
import type { Database } from "../connection/client.ts";
import { type Chosen, chosen, decide, holds } from "./decisions.ts";
import { beginHouse, expirePending } from "./house.ts";
import { selectRevision } from "../people/rooms.ts";
import { columnsOf } from "../schema/columns.ts";
import { guestBlocks } from "../schema/house.ts";
import {
  IS_TEAM_LOGIN,
  type LoginClaim,
  type TeamLogin,
  teamLogin,
} from "../people/login_claims.ts";
import { statement } from "../connection/statement.ts";

/** The guest of the chosen request; null without a cookie. The plus keeps SQLite from searching by owner. */
const GUEST = `(select guest_id from song_requests
    where id in (select value from json_each(:ids)) and +owner_id = :owner)`;

const BLOCK = statement<TeamLogin & Chosen & { block: string; until: number }, { id: string }>(`
  insert into guest_blocks (id, owner_id, guest_id, song_title, blocked_by, until)
  select :block, owner_id, guest_id, song_title, :account, :until from song_requests
  where id in (select value from json_each(:ids)) and +owner_id = :owner
    and guest_id is not null and ${IS_TEAM_LOGIN}
  on conflict (owner_id, guest_id) do update
    set until = excluded.until, song_title = excluded.song_title, blocked_by = excluded.blocked_by
    where excluded.until > guest_blocks.until
  returning id`);
const IS_BLOCKED = "exists (select 1 from guest_blocks where owner_id = :owner and until = :until)";
const BEGIN_HOUSE = beginHouse<{ until: number }>(IS_BLOCKED);
const SET_UNTIL = statement<{ owner: string; until: number }>(`
  update house_rules set blocked_until = max(coalesce(blocked_until, 0), :until)
  where owner_id = :owner and ${IS_BLOCKED}`);

/** What is in the queue stays. */
const REJECT = decide(
  "rejected",
  "",
  "status = 'pending'",
  `owner_id = :owner and guest_id = ${GUEST}`,
);

const FOUND = statement<Chosen, { guestId: string | null }>(`
  select guest_id as guestId from song_requests
  where id in (select value from json_each(:ids)) and +owner_id = :owner`);

/** The outcome: what was pending of the guest, and is rejected now. */
type Blocked =
  | { ids: string[]; revision: number }
  | { refused: "unauthenticated" | "request_not_found" | "guest_unknown" };

/**
 * Refuses requests of the guest who sent the request `id` until `until` (epoch ms), and rejects those that are pending. One
 * who is blocked already stays so.
 */
export async function blockGuest(
  db: Database,
  id: string,
  { login, blockId, at, until }: { login: LoginClaim; blockId: string; at: number; until: number },
): Promise<Blocked> {
  const owner = login.ownerId;
  const by = teamLogin(login);
  const one = chosen(owner, [id]);
  const { logins, found, rejected, room } = await db.write(() => ({
    logins: holds(by),
    found: FOUND(one),
    expired: expirePending(owner, at),
    blocked: BLOCK({ ...by, ...one, block: blockId, until }),
    begun: BEGIN_HOUSE({ owner, until }),
    until: SET_UNTIL({ owner, until }),
    rejected: REJECT({ ...by, ...one, at }),
    room: selectRevision({ owner }),
  }));
  if (!logins[0]?.holds) return { refused: "unauthenticated" };
  if (!found[0]) return { refused: "request_not_found" };
  if (found[0].guestId === null) return { refused: "guest_unknown" };
  return { ids: rejected.map(({ id }) => id), revision: room[0]?.revision ?? 0 };
}

const BLOCK_FIELDS = ["id", "ownerId", "songTitle", "blockedBy", "until"] as const;
/** A block as the owner is told of it. */
export interface BlockRow
  extends Pick<typeof guestBlocks.$inferSelect, typeof BLOCK_FIELDS[number]> {
  /** What the owner calls the member of the team who did it. */
  memberName: string | null;
}

const LIST = statement<{ owner: string; now: number }, BlockRow>(`
  select ${columnsOf(guestBlocks, BLOCK_FIELDS)},
    (select name from memberships
      where account_id = blocked_by and memberships.owner_id = guest_blocks.owner_id) as memberName
  from guest_blocks where owner_id = :owner and until > :now order by id desc`);

/** The owner's blocks at `now` (epoch ms), the newest first. */
export async function listBlocks(db: Database, ownerId: string, now: number): Promise<BlockRow[]> {
  return await db.all(LIST({ owner: ownerId, now }));
}

const END = statement<{ owner: string; id: string }, { id: string }>(
  "delete from guest_blocks where owner_id = :owner and id = :id returning id",
);

/** Ends the owner's block. Returns whether there was one. */
export async function endBlock(db: Database, ownerId: string, id: string): Promise<boolean> {
  const { ended } = await db.write(() => ({ ended: END({ owner: ownerId, id }) }));
  return ended.length > 0;
}

/** The statement that deletes what is over at `:now` (epoch ms). */
export const deleteBlocks = statement<{ now: number }>(
  "delete from guest_blocks where until <= :now",
);
