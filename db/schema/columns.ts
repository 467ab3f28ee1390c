// A table's columns for SQL, which names them as the schema does, and rows as SQLite has them.
import { getTableColumns, type Table } from "drizzle-orm";

/**
 * What to select, or to return, for these fields of the table, or for all: `id, owner_id as ownerId`. With `row`, the name
 * that the statement has for the table's row: `r.id as id, r.owner_id as ownerId`.
 */
export function columnsOf<T extends Table>(
  table: T,
  fields: readonly FieldOf<T>[] = fieldsOf(table),
  row?: string,
): string {
  const columns = getTableColumns(table);
  return fields.map((field) => {
    const { name } = columns[field]!;
    if (row !== undefined) return `${row}.${name} as ${field}`;
    return field === name ? name : `${name} as ${field}`;
  }).join(", ");
}

/** The arguments of `json_object` for these fields of the table: `'id', id, 'hours', json(hours)`. */
export function jsonOf<T extends Table>(table: T, fields: readonly FieldOf<T>[]): string {
  const columns = getTableColumns(table);
  return fields.map((field) => {
    const { name, dataType } = columns[field]!;
    return `'${field}', ${dataType === "json" ? `json(${name})` : name}`;
  }).join(", ");
}

type FieldOf<T extends Table> = keyof T["$inferSelect"] & string;

/** What to set for a row's fields, of which each is a parameter, `kept` ones left out: `album_art = :albumArt`. */
export function settersOf<T extends Table>(table: T, kept: readonly FieldOf<T>[]): string {
  const columns = getTableColumns(table);
  return fieldsOf(table, kept).map((field) => `${columns[field]!.name} = :${field}`).join(", ");
}

/** The fields of the table's rows, without those of `besides`. */
export function fieldsOf<T extends Table>(
  table: T,
  besides: readonly FieldOf<T>[] = [],
): FieldOf<T>[] {
  const fields = Object.keys(getTableColumns(table)) as FieldOf<T>[];
  return fields.filter((field) => !besides.includes(field));
}

/** A row, or a part of one, as SQLite has it: booleans are 0 and 1, lists are JSON. */
export type Stored<Row> = {
  [F in keyof Row]: Row[F] extends string | number | null ? Row[F]
    : Row[F] extends boolean ? 0 | 1
    : string;
};

/** The row that SQLite has so. */
export function fromStored<T extends Table>(
  table: T,
  stored: Stored<T["$inferSelect"]>,
): T["$inferSelect"] {
  return mapped(table, stored, (column, value) => column.mapFromDriverValue(value));
}

/** These fields as SQLite has them. */
export function toStored<T extends Table, Row extends Partial<T["$inferSelect"]>>(
  table: T,
  row: Row,
): Stored<Row> {
  return mapped(table, row, (column, value) => column.mapToDriverValue(value)) as Stored<Row>;
}

type AnyColumn = ReturnType<typeof getTableColumns>[string];

function mapped(
  table: Table,
  row: Record<string, unknown>,
  map: (column: AnyColumn, value: unknown) => unknown,
): Record<string, unknown> {
  const columns = getTableColumns(table);
  return Object.fromEntries(
    Object.entries(columns).filter(([field]) => field in row)
      .map(([field, column]) => [field, row[field] === null ? null : map(column, row[field])]),
  );
}
