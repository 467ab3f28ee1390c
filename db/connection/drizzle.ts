// Drizzle for plain reads and inserts (docs/architecture.md#drizzle-or-sql), by its driver that asks a database through a
// function.
import type { BatchItem } from "drizzle-orm/batch";
import { drizzle, type SqliteRemoteDatabase } from "drizzle-orm/sqlite-proxy";
import type { Asked, Rows, Value } from "./port.ts";

/** What reads. */
export type Reader = Pick<SqliteRemoteDatabase, "select" | "$count">;
/** What makes the queries of a write. */
export type Builder = Pick<SqliteRemoteDatabase, "insert" | "update" | "delete" | "select">;
/** A query that drizzle has made. */
export type Query = BatchItem<"sqlite">;

/** Asks for the rows of each, all of one moment or in one commit. */
type Ask = (asked: Asked[]) => Promise<Rows[]>;

/** Reads that ask by `ask`. */
export function createDrizzle(ask: Ask): Reader & Builder {
  return drizzle(async (sql, args: Value[], method) => {
    const [rows] = await ask([{ sql, args }]);
    return { rows: taken(method, rows!) };
  });
}

/** Runs the queries by one call of `ask`, and returns what drizzle makes of their rows. */
export async function resultsOf(queries: readonly Query[], ask: Ask): Promise<unknown[]> {
  const unused = () => Promise.reject(new Error("Cannot read here: a write has queries alone"));
  const db = drizzle(unused, async (batch) => {
    const rows = await ask(batch.map(({ sql, params }) => ({ sql, args: params as Value[] })));
    return batch.map(({ method }, i) => ({ rows: taken(method, rows[i]!) }));
  });
  return await db.batch(queries as [Query, ...Query[]]);
}

/** What drizzle expects: all rows, or for a query of one row that row. */
function taken(method: string, rows: Rows): unknown[] {
  return method === "get" ? rows[0] as unknown[] : rows;
}
