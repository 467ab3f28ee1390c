// Cafes whose opening hours have ended (docs/house.md#expired-requests).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { expirePending } from "./expired_requests.ts";
import type { HouseRow } from "./house.ts";
import { selectRevision } from "./rooms.ts";

/** Hours are weekly, so the next end is never so far away. */
const TOO_FAR_MS = 8 * 24 * 60 * 60_000;

const ENDED = constantSql<{ ownerId: string }>(`
  select owner_id as ownerId from house_rules
  where closes_at is not null and (closes_at <= ?1 or closes_at > ?1 + ${TOO_FAR_MS})
  order by closes_at limit ?2`);

/**
 * At most `max` owners whose opening hours have ended by `now` (epoch ms), and whose next end is not known yet. That of a
 * clock that ran ahead does not count.
 */
export async function listEndedHours(db: Database, now: number, max: number): Promise<string[]> {
  return (await db.all(ENDED(now, max))).map(({ ownerId }) => ownerId);
}

const NEXT_END = constantSql(`
  update house_rules set closes_at = ?3 where owner_id = ?1 and version = ?2`);

/**
 * Expires what was pending when the hours ended, and keeps when they end next. Returns the room's revision.
 */
export async function endHours(
  db: Database,
  { ownerId, version }: Pick<HouseRow, "ownerId" | "version">,
  { now, closesAt }: { now: number; closesAt: number | null },
): Promise<number> {
  const { room } = await db.write(() => ({
    expired: expirePending(ownerId, now),
    next: NEXT_END(ownerId, version, closesAt),
    room: selectRevision(ownerId),
  }));
  return room[0]?.revision ?? 0;
}
