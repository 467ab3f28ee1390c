// A test's own SQL, with its values in place: sql`select * from rooms where owner_id = ${ownerId}`.
import { type Statement, statement } from "../../../db/connection/statement.ts";

type Value = string | number | null;

/** A statement for `Database.all` and `Database.write`, of a template or of a text without values. */
export function sql<Row = Record<string, unknown>>(
  texts: TemplateStringsArray | string,
  ...values: Value[]
): Statement<Row> {
  const parts = typeof texts === "string" ? [texts] : texts;
  const names = values.map((_, i) => `value${i}`);
  const text = parts.map((part, i) => names[i] ? `${part}:${names[i]}` : part).join("");
  const parameters = Object.fromEntries(names.map((name, i) => [name, values[i]!]));
  return statement<Record<string, Value>, Row>(text)(parameters);
}
