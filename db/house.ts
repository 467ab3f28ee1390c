// The rules of a house (docs/house.md): what an owner allows guests to ask for, what guests are told of it, what expires when the
// opening hours end, and the tables of its room. house_refusal.ts holds requests to them.
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { OPEN_CAFE, raiseIfChanged, selectRevision } from "./rooms.ts";
import { type cafeTables, houseRules } from "./schema/house.ts";

export type TableRow = Omit<typeof cafeTables.$inferSelect, "ownerId">;

/** The owner's tables after a change, and the room's revision if there was one. */
export interface ChangedTables {
  tables: TableRow[];
  revision: number | undefined;
}

const LIST = constantSql<TableRow>("select id, label, code from cafe_tables where owner_id = ?1");

/** The owner's tables, in no order. */
export async function listTables(db: Database, ownerId: string): Promise<TableRow[]> {
  return await db.all(LIST(ownerId));
}

const ADD = constantSql<{ id: string }>(`
  insert into cafe_tables (owner_id, id, label, code)
  select ?1, value ->> 0, value ->> 1, value ->> 2 from json_each(?2)
  where ${OPEN_CAFE} and ?3 >= (select count(*) from cafe_tables where owner_id = ?1) + (
    select count(distinct asked.value ->> 1) from json_each(?2) as asked
    where not exists (
      select 1 from cafe_tables where owner_id = ?1 and label = asked.value ->> 1))
  on conflict (owner_id, label) do nothing returning id`);

/** Adds tables, without those whose label is there already. Nothing is added if there were then more than `max`. */
export async function addTables(
  db: Database,
  ownerId: string,
  { asked, max }: { asked: readonly TableRow[]; max: number },
): Promise<ChangedTables> {
  const rows = JSON.stringify(asked.map(({ id, label, code }) => [id, label, code]));
  const { added, tables, room } = await db.write(() => ({
    added: ADD(ownerId, rows, max),
    raised: raiseIfChanged(ownerId),
    tables: LIST(ownerId),
    room: selectRevision(ownerId),
  }));
  return { tables, revision: added.length > 0 ? room[0]?.revision : undefined };
}

const RENEW = constantSql<{ id: string }>(`
  update cafe_tables set code = fresh.value
  from (select id, row_number() over (order by id) - 1 as place from cafe_tables
    where owner_id = ?1) as numbered join json_each(?2) as fresh on fresh.key = numbered.place
  where cafe_tables.id = numbered.id returning cafe_tables.id`);

/** Gives each of the owner's tables one of `codes`, of which there have to be as many as tables. */
export async function renewCodes(
  db: Database,
  ownerId: string,
  codes: readonly string[],
): Promise<ChangedTables> {
  const { renewed, tables, room } = await db.write(() => ({
    renewed: RENEW(ownerId, JSON.stringify(codes)),
    raised: raiseIfChanged(ownerId),
    tables: LIST(ownerId),
    room: selectRevision(ownerId),
  }));
  return { tables, revision: renewed.length > 0 ? room[0]?.revision : undefined };
}

const DELETE = constantSql<{ id: string }>(
  "delete from cafe_tables where owner_id = ?1 and id = ?2 returning id",
);

/** Deletes the owner's table. Returns the room's revision, undefined if there was no such table. */
export async function deleteTable(
  db: Database,
  ownerId: string,
  id: string,
): Promise<number | undefined> {
  const { deleted, room } = await db.write(() => ({
    deleted: DELETE(ownerId, id),
    raised: raiseIfChanged(ownerId),
    room: selectRevision(ownerId),
  }));
  return deleted.length > 0 ? room[0]?.revision : undefined;
}

export type HouseRow = typeof houseRules.$inferSelect;

/** The owner's rules. Undefined if none was ever set. */
export async function findHouse(db: Database, ownerId: string): Promise<HouseRow | undefined> {
  return await db.read.select().from(houseRules).where(eq(houseRules.ownerId, ownerId)).get();
}

const REFUSES_EXPLICIT = constantSql<{ found: number }>(
  "select 1 as found from house_rules where owner_id = ?1 and explicit_refused = 1",
);

/** Whether the owner refuses songs that are marked explicit. */
export async function refusesExplicit(db: Database, ownerId: string): Promise<boolean> {
  return (await db.all(REFUSES_EXPLICIT(ownerId))).length > 0;
}

const APPROVES_ALL = constantSql<{ found: number }>(
  "select 1 as found from house_rules where owner_id = ?1 and approve = 'always'",
);

/** Whether every request of the cafe enters the queue without a decision. */
export async function approvesAll(db: Database, ownerId: string): Promise<boolean> {
  return (await db.all(APPROVES_ALL(ownerId))).length > 0;
}

// What guests are told of a cafe's rules, as part of the cafe (docs/house.md#what-guests-see).

/** What guests are told of the rules. */
export type GuestRules =
  & Pick<HouseRow, "requests" | "hours" | "lastCallMinutes" | "longestMinutes" | "repeatMinutes">
  & Pick<HouseRow, "perGuest" | "approve" | "approveFromKurus" | "queueOrder" | "tables" | "tips">
  & Pick<HouseRow, "patienceSongs">
  & { explicitRefused: 0 | 1; blockedWords: number };

/** An SQL expression for the `GuestRules` of the row of `cafes`, as JSON; null without rules. */
export const GUEST_RULES = `(select json_object('requests', requests, 'hours', json(hours),
    'lastCallMinutes', last_call_minutes, 'explicitRefused', explicit_refused,
    'blockedWords', json_array_length(blocked_words), 'longestMinutes', longest_minutes,
    'repeatMinutes', repeat_minutes, 'perGuest', per_guest, 'approve', approve,
    'approveFromKurus', approve_from_kurus, 'queueOrder', queue_order,
    'patienceSongs', patience_songs,
    'tables', tables, 'tips', tips)
  from house_rules where owner_id = cafes.owner_id)`;

// Pending requests that expire when the opening hours end (docs/house.md#expired-requests).

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

// Saves what an owner changes of the rules (docs/house.md).

const RAISE = constantSql(`
  insert into rooms (owner_id, revision) select ?1, 1
  where exists (select 1 from house_rules where owner_id = ?1 and version = ?2)
  on conflict (owner_id) do update set revision = revision + 1`);

const OPEN = constantSql<{ open: number }>(`select ${OPEN_CAFE} as open`);

/** The outcome of saving: the room's revision, or why nothing was saved. */
type Saved = { revision: number } | { refused: "cafe_not_found" | "changed_meanwhile" };

/**
 * Saves the owner's rules as the version after `known`, which is the version they were made from (0: none was ever set).
 * If the hours have ended since, what was pending then expires first, at `now` (epoch ms).
 */
export async function saveHouse(
  db: Database,
  ownerId: string,
  { rules, known, now }: {
    rules: Omit<HouseRow, "ownerId" | "version">;
    known: number;
    now: number;
  },
): Promise<Saved> {
  const version = known + 1;
  const { saved, cafe, room } = await db.write((d) => ({
    expired: expirePending(ownerId, now),
    // Without a row there is nothing that an update could change.
    begun: d.run(sql`insert into house_rules (owner_id, version, requests, hours, accepts,
        explicit_refused, blocked_words, blocked_folded, approve)
      select owner_id, 0, 'open', '[]', '[]', 0, '[]', '[]', 'never' from cafes
      where owner_id = ${ownerId} and ${known} = 0 and exists (
        select 1 from accounts where id = ${ownerId} and erased_at is null)
      on conflict do nothing`),
    saved: d.update(houseRules).set({ ...rules, version })
      .where(and(eq(houseRules.ownerId, ownerId), eq(houseRules.version, known)))
      .returning({ version: houseRules.version }),
    raised: RAISE(ownerId, version),
    cafe: OPEN(ownerId),
    room: selectRevision(ownerId),
  }));
  if (saved[0]) return { revision: room[0]?.revision ?? 0 };
  return { refused: cafe[0]?.open ? "changed_meanwhile" : "cafe_not_found" };
}

// Cafes whose opening hours have ended (docs/house.md#expired-requests).

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
