// SQL whose text never changes, for the statements that run most often. drizzle builds a query's text anew at each call,
// which takes longer than running it; this text is built once, and a file's connection keeps it prepared.
import type { BatchItem } from "drizzle-orm/batch";

type Parameter = string | number | null;

/** A statement with its parameters, for `Database.all` and, beside drizzle's queries, for `Database.write`. */
export interface Statement<T> {
  sql: string;
  args: Parameter[];
  /** The type of its rows; there is no such value. */
  _: BatchItem<"sqlite">["_"] & { result: T[] };
}

/** A statement for each list of parameters: `?1` in the text is the first. Columns are named as the fields of `T`. */
export function constantSql<T = never>(sql: string): (...args: Parameter[]) => Statement<T> {
  return (...args) => new ConstantStatement<T>(sql, args) as unknown as Statement<T>;
}

class ConstantStatement<T> {
  constructor(readonly sql: string, readonly args: Parameter[]) {}

  /** What drizzle's batch asks of a query. */
  _prepare() {
    return {
      getQuery: () => ({ sql: this.sql, params: this.args }),
      mapResult: ({ rows }: { rows: T[] }) => rows,
    };
  }
}
