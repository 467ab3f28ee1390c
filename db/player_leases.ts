// Which tab is a cafe's player (docs/player.md#leases).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { OPEN_CAFE, raiseIfChanged, selectRevision } from "./rooms.ts";

/** The condition that the owner's source is `parameter`. */
export const sourceIs = (parameter: string) =>
  `exists (select 1 from cafes where owner_id = ?1 and source = ${parameter})`;

const CLAIM = constantSql<{ epoch: number }>(`
  insert into players (owner_id, lease_hash, tab, epoch, held_until, claimed_by)
  select ?1, ?2, ?3, 1, ?5, ?8 where ${OPEN_CAFE} and ${sourceIs("?7")}
    and (?8 = ?1 or exists (
      select 1 from memberships where account_id = ?8 and owner_id = ?1 and ended_at is null))
  on conflict (owner_id) do update set lease_hash = excluded.lease_hash, tab = excluded.tab,
    claimed_by = excluded.claimed_by,
    epoch = epoch + 1, held_until = excluded.held_until
  where held_until <= ?4 or tab = ?3 or ?6
  returning epoch`);

const IS_SOURCE = constantSql<{ isSource: number }>(`select ${sourceIs("?2")} as isSource`);

/** A claim's outcome. */
export type Claimed =
  | { epoch: number; revision: number }
  | { refused: "player_taken" | "source_not_ready" };

/**
 * Makes `tab` the owner's player until `until`, if no other tab holds the lease at `now` (both epoch ms), or with
 * `take` if one does. Of several claims at once one succeeds.
 */
export async function claimPlayer(
  db: Database,
  { ownerId, accountId, source, leaseHash, tab, now, until, take }: {
    ownerId: string;
    /** Who claims it: the owner, or a member of the team. */
    accountId: string;
    source: string;
    leaseHash: string;
    tab: string;
    now: number;
    until: number;
    take: boolean;
  },
): Promise<Claimed> {
  const { claimed, asked, room } = await db.write(() => ({
    claimed: CLAIM(ownerId, leaseHash, tab, now, until, take ? 1 : 0, source, accountId),
    raised: raiseIfChanged(ownerId),
    asked: IS_SOURCE(ownerId, source),
    room: selectRevision(ownerId),
  }));
  if (claimed[0]) return { epoch: claimed[0].epoch, revision: room[0]?.revision ?? 0 };
  return { refused: asked[0]?.isSource ? "player_taken" : "source_not_ready" };
}

const HELD = constantSql<{ heldUntil: number; isSource: number }>(`
  select held_until as heldUntil, ${sourceIs("?3")} as isSource from players
  where owner_id = ?1 and lease_hash = ?2 and ${OPEN_CAFE}`);

/**
 * Until when the lease is held (epoch ms), and whether the cafe still has this source. Undefined if another tab has
 * taken the lease.
 */
export async function findLease(
  db: Database,
  { ownerId, leaseHash, source }: { ownerId: string; leaseHash: string; source: string },
): Promise<{ heldUntil: number; isSource: boolean } | undefined> {
  const [held] = await db.all(HELD(ownerId, leaseHash, source));
  return held && { heldUntil: held.heldUntil, isSource: held.isSource === 1 };
}

const RENEW = constantSql(
  "update players set held_until = ?3 where owner_id = ?1 and lease_hash = ?2",
);

/** Holds the lease until `until` (epoch ms), unless another tab has taken it. */
export async function renewLease(
  db: Database,
  { ownerId, leaseHash, until }: { ownerId: string; leaseHash: string; until: number },
): Promise<void> {
  await db.write(() => [RENEW(ownerId, leaseHash, until)]);
}
