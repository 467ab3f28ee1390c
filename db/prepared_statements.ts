// Keeps a connection's statements prepared, because preparing costs more than running.
import type Libsql from "libsql";

/** Statements kept prepared. The product has some two hundred; text that is built for one call must not add up. */
const MAX_STATEMENTS = 500;

const READS = /^\s*(select|with)\b/i;
const WRITES = /\b(insert|update|delete|replace)\b/i;

export interface Prepared {
  statement: Libsql.Statement;
  /** Whether it may change something; a reading statement that names a writing one counts as writing. */
  writes: boolean;
  /** Makes a row of what the driver returns; absent if the statement returns no rows. */
  toRow?: (values: unknown[]) => object;
}

export function createPreparedStatements() {
  const prepared = new Map<string, Prepared>();
  return {
    of(db: Libsql.Database, sql: string): Prepared {
      const known = prepared.get(sql);
      if (known) return known;
      const statement = db.prepare(sql);
      const writes = !READS.test(sql) || WRITES.test(sql);
      const made = statement.reader
        ? {
          statement: statement.raw(),
          writes,
          toRow: rowMaker(statement.columns().map(({ name }) => name)),
        }
        : { statement, writes };
      if (prepared.size >= MAX_STATEMENTS) prepared.delete(prepared.keys().next().value!);
      prepared.set(sql, made);
      return made;
    },
    clear: () => prepared.clear(),
  };
}

/**
 * Returns a function that builds a row from its values. Rows are read by name, and by position as drizzle does: two
 * columns of a join may share a name.
 */
function rowMaker(names: string[]): (values: unknown[]) => object {
  return (values) => {
    const row: Record<string, unknown> = {};
    Object.defineProperty(row, "length", { value: names.length });
    for (let i = names.length - 1; i >= 0; i--) {
      Object.defineProperty(row, i, { value: values[i] });
      row[names[i]!] = values[i];
    }
    return row;
  };
}
