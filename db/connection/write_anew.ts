// Writes the tables of a database file anew, so that no page of it holds what was deleted (docs/running.md#erased-data).
// SQLite's VACUUM would do that, but it attaches a file, which Deno allows to processes that may do everything.
import type { Port, Value } from "./port.ts";
import { setImmediate as nextTurn } from "node:timers/promises";
import { retryWhileLocked } from "./write_queue.ts";

/** A table that is there only while this runs. */
const OTHER = "written_anew";
/** Of one value: SQLite holds it in memory. */
const MAX_BYTES = 16_000_000;

/** Without a search's own tables, which hold words of songs, and which a search looks after. */
const TABLES = `
  select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\'`;
/** The indexes and triggers of a table, in the order in which they were made. */
const PARTS = `
  select type, name, sql from sqlite_master
  where tbl_name = :name and type in ('index', 'trigger') and sql is not null order by rowid`;
const FREE =
  "select freelist_count * page_size as bytes from pragma_freelist_count, pragma_page_size";

/**
 * What is deleted is overwritten at once (`secure_delete`), but not the second copy of a row that a page keeps after it was
 * divided. So each table is emptied, which overwrites all of its pages, and filled again: a commit for each table, which
 * takes half a minute a gigabyte. Between them other work goes on. @throws DatabaseUnavailableError
 */
export async function writeTablesAnew(port: Port): Promise<void> {
  await overwriteFree(port);
  for (const { name } of await rowsOf<{ name: string }>(port, TABLES)) {
    const parts = await rowsOf<{ type: string; name: string; sql: string }>(port, PARTS, { name });
    await commit(port, [
      ...parts.map((part) => `drop ${part.type} "${part.name}"`),
      // In the order of its rows; an index that has all columns would give them in another one.
      `create table ${OTHER} as select * from "${name}" not indexed`,
      `delete from "${name}"`,
      `insert into "${name}" select * from ${OTHER}`,
      `drop table ${OTHER}`,
      ...parts.map(({ sql }) => sql),
    ]);
    await nextTurn();
  }
}

/** Overwrites pages that are free: a release before `secure_delete` has only marked them so. */
async function overwriteFree(port: Port): Promise<void> {
  const [free] = await rowsOf<{ bytes: number }>(port, FREE);
  await commit(port, [
    `create table ${OTHER} as
      with recursive n (rest) as (select ${
      free!.bytes
    } union all select rest - ${MAX_BYTES} from n where rest > ${MAX_BYTES})
      select zeroblob(min(rest, ${MAX_BYTES})) as zeros from n`,
    `drop table ${OTHER}`,
  ]);
}

async function rowsOf<Row>(
  port: Port,
  sql: string,
  args: Record<string, Value> = {},
): Promise<Row[]> {
  const [rows] = await retryWhileLocked(() => port.read([{ sql, args }]));
  return rows as Row[];
}

async function commit(port: Port, statements: string[]): Promise<void> {
  await retryWhileLocked(() => port.rebuild(statements));
}
