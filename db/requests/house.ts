// The rules of a house (docs/house.md): what an owner allows guests to ask for, what guests are told of it, what expires when the
// opening hours end, and the tables of its room. house_refusal.ts holds requests to them.
import { DAY_MS } from "../../server/contract/clock.ts";
import type { Database } from "../connection/client.ts";
import { type Named, statement } from "../connection/statement.ts";
import { OPEN_CAFE, raiseIfChanged, selectRevision } from "../people/rooms.ts";
import {
  columnsOf,
  fieldsOf,
  fromStored,
  jsonOf,
  settersOf,
  type Stored,
  toStored,
} from "../schema/columns.ts";
import { type cafeTables, houseRules } from "../schema/house.ts";

export type TableRow = Omit<typeof cafeTables.$inferSelect, "ownerId">;

/** The owner's tables after a change, and the room's revision if there was one. */
export interface ChangedTables {
  tables: TableRow[];
  revision: number | undefined;
}

const LIST = statement<{ owner: string }, TableRow>(
  "select id, label, code from cafe_tables where owner_id = :owner",
);

/** The owner's tables, in no order. */
export async function listTables(db: Database, ownerId: string): Promise<TableRow[]> {
  return await db.all(LIST({ owner: ownerId }));
}

const ADD = statement<{ owner: string; tables: string; max: number }>(`
  insert into cafe_tables (owner_id, id, label, code)
  select :owner, value ->> 0, value ->> 1, value ->> 2 from json_each(:tables)
  where ${OPEN_CAFE} and :max >= (select count(*) from cafe_tables where owner_id = :owner) + (
    select count(distinct asked.value ->> 1) from json_each(:tables) as asked
    where not exists (
      select 1 from cafe_tables where owner_id = :owner and label = asked.value ->> 1))
  on conflict (owner_id, label) do nothing returning id`);

/** Adds tables, without those whose label is there already. Nothing is added if there were then more than `max`. */
export async function addTables(
  db: Database,
  ownerId: string,
  { asked, max }: { asked: readonly TableRow[]; max: number },
): Promise<ChangedTables> {
  const rows = JSON.stringify(asked.map(({ id, label, code }) => [id, label, code]));
  const { added, tables, room } = await db.write(() => ({
    added: ADD({ owner: ownerId, tables: rows, max }),
    raised: raiseIfChanged({ owner: ownerId }),
    tables: LIST({ owner: ownerId }),
    room: selectRevision({ owner: ownerId }),
  }));
  return { tables, revision: added.length > 0 ? room[0]?.revision : undefined };
}

const RENEW = statement<{ owner: string; codes: string }>(`
  update cafe_tables set code = fresh.value
  from (select id, row_number() over (order by id) - 1 as place from cafe_tables
    where owner_id = :owner) as numbered join json_each(:codes) as fresh on fresh.key = numbered.place
  where cafe_tables.id = numbered.id returning cafe_tables.id`);

/** Gives each of the owner's tables one of `codes`, of which there have to be as many as tables. */
export async function renewCodes(
  db: Database,
  ownerId: string,
  codes: readonly string[],
): Promise<ChangedTables> {
  const { renewed, tables, room } = await db.write(() => ({
    renewed: RENEW({ owner: ownerId, codes: JSON.stringify(codes) }),
    raised: raiseIfChanged({ owner: ownerId }),
    tables: LIST({ owner: ownerId }),
    room: selectRevision({ owner: ownerId }),
  }));
  return { tables, revision: renewed.length > 0 ? room[0]?.revision : undefined };
}

const DELETE = statement<{ owner: string; id: string }>(
  "delete from cafe_tables where owner_id = :owner and id = :id returning id",
);

/** Deletes the owner's table. Returns the room's revision, undefined if there was no such table. */
export async function deleteTable(
  db: Database,
  ownerId: string,
  id: string,
): Promise<number | undefined> {
  const { deleted, room } = await db.write(() => ({
    deleted: DELETE({ owner: ownerId, id }),
    raised: raiseIfChanged({ owner: ownerId }),
    room: selectRevision({ owner: ownerId }),
  }));
  return deleted.length > 0 ? room[0]?.revision : undefined;
}

export type HouseRow = typeof houseRules.$inferSelect;

const FIND = statement<{ owner: string }, Stored<HouseRow>>(
  `select ${columnsOf(houseRules)} from house_rules where owner_id = :owner`,
);

/** The owner's rules. Undefined if none was ever set. */
export async function findHouse(db: Database, ownerId: string): Promise<HouseRow | undefined> {
  const [found] = await db.all(FIND({ owner: ownerId }));
  return found && fromStored(houseRules, found);
}

const REFUSES_EXPLICIT = statement<{ owner: string }, { found: number }>(
  "select 1 as found from house_rules where owner_id = :owner and explicit_refused = 1",
);

/** Whether the owner refuses songs that are marked explicit. */
export async function refusesExplicit(db: Database, ownerId: string): Promise<boolean> {
  return (await db.all(REFUSES_EXPLICIT({ owner: ownerId }))).length > 0;
}

const APPROVES_ALL = statement<{ owner: string }, { found: number }>(
  "select 1 as found from house_rules where owner_id = :owner and approve = 'always'",
);

/** Whether every request of the cafe enters the queue without a decision. */
export async function approvesAll(db: Database, ownerId: string): Promise<boolean> {
  return (await db.all(APPROVES_ALL({ owner: ownerId }))).length > 0;
}

const UNTOLD = [
  ...["ownerId", "version", "accepts", "closesAt", "tillLink"] as const,
  ...["blockedWords", "blockedFolded", "blockedUntil"] as const,
] as const;

/** What guests are told of the rules, as part of the cafe (docs/house.md#what-guests-see): of blocked words their number. */
export type GuestRules =
  & Omit<HouseRow, typeof UNTOLD[number] | "explicitRefused" | "dedications">
  & { explicitRefused: 0 | 1; blockedWords: number; dedications: 0 | 1 };

/** An SQL expression for the `GuestRules` of the row of `cafes`, as JSON; null without rules. */
export const GUEST_RULES = `(select json_object(${
  jsonOf(houseRules, fieldsOf(houseRules, UNTOLD))
}, 'blockedWords', json_array_length(blocked_words))
  from house_rules where owner_id = cafes.owner_id)`;

/**
 * An SQL expression for what a guest can pay the tip of a row of song_requests with, besides at the till; null if the cafe
 * has none, or if the tip is not paid there.
 */
export const tillLink = (row: string) =>
  `case when ${row}.at_till = 1 and ${row}.tip_kurus > 0 then (select till_link from house_rules
    where owner_id = ${row}.owner_id and tips = 'till') end`;

// Pending requests that expire when the opening hours end (docs/house.md#expired-requests).

/** An SQL expression for when the hours of `owner` ended last, if that is at `:now` or before; else 0. */
const endedAt = (owner: string) =>
  `coalesce((
    select closes_at from house_rules where owner_id = ${owner} and closes_at <= :now), 0)`;

/** The condition that a request was pending when the hours ended, so that it has expired; `end` is 0 if they have not. */
export const wasPendingAt = (end: string) => `(status = 'pending' and created_at < ${end})`;

/** The condition that a request of `owner` has expired at `:now`, whether or not that is recorded yet. */
export const isExpired = (owner: string) =>
  `(expired_at is not null or ${wasPendingAt(endedAt(owner))})`;

// The first condition on the status is that of the index of open requests, without which SQLite walks every request.
const EXPIRE = statement<{ owner: string; now: number }>(`
  update song_requests set status = 'rejected', decided_at = ${endedAt(":owner")},
    expired_at = ${endedAt(":owner")}
  where owner_id = :owner and status in ('pending', 'approved')
    and ${wasPendingAt(endedAt(":owner"))}
  returning id`);

/** The statement that records which of the owner's pending requests have expired by `now` (epoch ms). */
export function expirePending(ownerId: string, now: number) {
  return EXPIRE({ owner: ownerId, now });
}

// Saves what an owner changes of the rules (docs/house.md).

const RAISE = statement<{ owner: string; version: number }>(`
  insert into rooms (owner_id, revision) select :owner, 1
  where exists (select 1 from house_rules where owner_id = :owner and version = :version)
  on conflict (owner_id) do update set revision = revision + 1`);

const OPEN = statement<{ owner: string }, { open: number }>(`select ${OPEN_CAFE} as open`);

/** The statement that gives an owner who has set no rule a row, if `when` holds: without one an update changes nothing. */
export const beginHouse = <P extends Named<P>>(when: string) =>
  statement<{ owner: string } & P>(`
  insert into house_rules (owner_id, version, requests, hours, accepts, explicit_refused,
    blocked_words, blocked_folded, approve)
  select owner_id, 0, 'open', '[]', '[]', 0, '[]', '[]', 'never' from cafes
  where owner_id = :owner and ${when}
    and exists (select 1 from accounts where id = :owner and erased_at is null)
  on conflict do nothing`);
const BEGIN = beginHouse<{ known: number }>(":known = 0");

export type Rules = Omit<HouseRow, "ownerId" | "version" | "blockedUntil">;

const SAVE = statement<Stored<Rules> & { owner: string; known: number }, { version: number }>(`
  update house_rules set ${settersOf(houseRules, ["ownerId", "version", "blockedUntil"])},
    version = version + 1
  where owner_id = :owner and version = :known returning version`);

/** The outcome of saving: the room's revision, or why nothing was saved. */
type Saved = { revision: number } | { refused: "cafe_not_found" | "changed_meanwhile" };

/**
 * Saves the owner's rules as the version after `known`, which is the version they were made from (0: none was ever set).
 * If the hours have ended since, what was pending then expires first, at `now` (epoch ms).
 */
export async function saveHouse(
  db: Database,
  owner: string,
  { rules, known, now }: {
    rules: Rules;
    known: number;
    now: number;
  },
): Promise<Saved> {
  const { saved, cafe, room } = await db.write(() => ({
    expired: expirePending(owner, now),
    begun: BEGIN({ owner, known }),
    saved: SAVE({ ...toStored(houseRules, rules), owner, known }),
    raised: RAISE({ owner, version: known + 1 }),
    cafe: OPEN({ owner }),
    room: selectRevision({ owner }),
  }));
  if (saved[0]) return { revision: room[0]?.revision ?? 0 };
  return { refused: cafe[0]?.open ? "changed_meanwhile" : "cafe_not_found" };
}

// Cafes whose opening hours have ended (docs/house.md#expired-requests).

/** Hours are weekly, so the next end is never so far away. */
const TOO_FAR_MS = 8 * DAY_MS;

const ENDED = statement<{ now: number; max: number }, { ownerId: string }>(`
  select owner_id as ownerId from house_rules
  where closes_at is not null and (closes_at <= :now or closes_at > :now + ${TOO_FAR_MS})
  order by closes_at limit :max`);

/**
 * At most `max` owners whose opening hours have ended by `now` (epoch ms), and whose next end is not known yet. That of a
 * clock that ran ahead does not count.
 */
export async function listEndedHours(db: Database, now: number, max: number): Promise<string[]> {
  return (await db.all(ENDED({ now, max }))).map(({ ownerId }) => ownerId);
}

const NEXT_END = statement<{ owner: string; version: number; closes: number | null }>(`
  update house_rules set closes_at = :closes where owner_id = :owner and version = :version`);

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
    next: NEXT_END({ owner: ownerId, version, closes: closesAt }),
    room: selectRevision({ owner: ownerId }),
  }));
  return room[0]?.revision ?? 0;
}
