// SQL with named parameters, whose text never changes. drizzle builds a query's text anew at each call, which takes longer
// than running it; this text is built once, and a file's connection keeps it prepared.
import type { BatchItem } from "drizzle-orm/batch";

type Value = string | number | null;

/** A statement with its values, for `Database.all` and, beside drizzle's queries, for `Database.write`. */
export interface Statement<T> {
  sql: string;
  args: Record<string, Value>;
  /** The type of its rows; there is no such value. */
  _: Omit<BatchItem<"sqlite">["_"], "result"> & { result: T[] };
}

/** What a statement without parameters takes. */
export type NoParameters = Record<never, never>;

/** That parameters have values which SQLite knows. */
export type Named<P> = Record<keyof P, Value>;

type Given<P> = keyof P extends never ? [] : [parameters: P];

/** A name, or a comment or a text in quotes, in which there is none. */
const NAMES = /--.*|'[^']*'|:([a-z]\w*)/gi;

/** The names of the parameters in `sql`, each once, in the order in which SQLite counts them. */
export function namesIn(sql: string): string[] {
  return [...new Set([...sql.matchAll(NAMES)].flatMap(([, name]) => name ?? []))];
}

/**
 * Makes statements of `sql`, in which `:owner` stands for the parameter `owner`. Columns are named as the fields of
 * `Row`; without it, rows are only counted.
 * What it returns throws a TypeError if its parameters are not those of the text, so that a value is never bound to the
 * wrong name, or left out: SQLite would read that as null.
 */
export function statement<P extends Named<P> = NoParameters, Row = never>(
  sql: string,
): (...given: Given<P>) => Statement<Row> {
  const names = namesIn(sql);
  return (...[parameters = {} as P]) => {
    const given = Object.keys(parameters);
    if (given.length !== names.length || names.some((name) => !(name in parameters))) {
      throw new TypeError(`A statement got ${given.join()} in place of ${names.join()}: ${sql}`);
    }
    return new NamedStatement<Row>(sql, parameters) as unknown as Statement<Row>;
  };
}

class NamedStatement<T> {
  constructor(readonly sql: string, readonly args: Record<string, Value>) {}

  /** What drizzle's batch asks of a query. */
  _prepare() {
    return {
      getQuery: () => ({ sql: this.sql, params: this.args }),
      mapResult: ({ rows }: { rows: T[] }) => rows,
    };
  }
}
