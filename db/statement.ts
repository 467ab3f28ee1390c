// SQL with named parameters, whose text never changes, as a constant statement (constant_sql.ts).
import { constantSql, type Statement } from "./constant_sql.ts";

type Value = string | number | null;

/** What a statement without parameters takes. */
export type NoParameters = Record<never, never>;

/** That parameters have values which SQLite knows. */
export type Named<P> = Record<keyof P, Value>;

type Given<P> = keyof P extends never ? [] : [parameters: P];

/** A name, or a comment or a text in quotes, in which there is none. */
const NAMES = /(--.*|'[^']*')|:([a-z]\w*)/gi;

/**
 * Makes statements of `sql`, in which `:owner` stands for the parameter `owner`. Columns are named as the fields of `Row`.
 * What it returns throws a TypeError if its parameters are not those of the text.
 */
export function statement<P extends Named<P> = NoParameters, Row = never>(
  sql: string,
): (...given: Given<P>) => Statement<Row> {
  const names = [...new Set([...sql.matchAll(NAMES)].flatMap(([, , name]) => name ?? []))];
  const make = constantSql<Row>(
    sql.replace(NAMES, (all, _, name) => name ? `?${names.indexOf(name) + 1}` : all),
  );
  return (...[parameters = {} as P]) => {
    const given = Object.keys(parameters);
    if (given.length !== names.length || names.some((name) => !(name in parameters))) {
      throw new TypeError(`A statement got ${given.join()} in place of ${names.join()}: ${sql}`);
    }
    return make(...names.map((name) => parameters[name as keyof P] as Value));
  };
}
