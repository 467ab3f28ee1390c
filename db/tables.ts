// The cafe_tables table: the tables of a cafe's room and the codes on their cards (docs/house.md#tables).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { OPEN_CAFE, raiseIfChanged, selectRevision } from "./rooms.ts";
import type { cafeTables } from "./schema/house.ts";

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
