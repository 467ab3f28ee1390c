// SQL with named parameters, whose text never changes. drizzle builds a query's text anew at each call, which takes longer
// than running it; this text is built once, and a file's connection keeps it prepared.
import type { Value } from "./port.ts";

declare const ROW: unique symbol;

/** A statement with its values, for `Database.all` and, beside drizzle's queries, for `Database.write`. */
export interface Statement<T> {
  readonly sql: string;
  readonly args: Record<string, Value>;
  /** The type of its rows; there is no such value. */
  readonly [ROW]?: T;
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

/** The same text with the numbers of its parameters in the place of their names: `?1`, `?2`. */
export function numbered(sql: string): string {
  const names = namesIn(sql);
  return sql.replace(NAMES, (found, name) => name ? `?${names.indexOf(name) + 1}` : found);
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
    return { sql, args: parameters };
  };
}
