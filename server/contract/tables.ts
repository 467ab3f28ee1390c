// The tables of a cafe's room, whose codes stand on their cards (docs/house.md#tables).
import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { visibleLine } from "./visible_line.ts";

/** The most tables of one cafe. */
export const MAX_TABLES = 200;
const MAX_LABEL_LENGTH = 40;

/** What a table is called: 'Masa 5', 'Bar'. */
export const TableLabel = visibleLine(MAX_LABEL_LENGTH);

export const Table = z.object({
  _id: z.string(),
  label: z.string(),
  /** What its card's address carries as `masa`, and a request as `table`. */
  code: z.string(),
});
export type Table = z.infer<typeof Table>;

/** By label, as people count: 'Masa 2' before 'Masa 10'. */
const Tables = z.array(Table);

export const NewTables = z.object({
  labels: z.array(TableLabel).check(z.minLength(1), z.maxLength(MAX_TABLES)),
});
export type NewTables = z.infer<typeof NewTables>;

export const TABLE_CALLS = {
  "GET /api/tables": {
    summary: "The tables of the owner's cafe, each with the code of its card",
    access: "owner",
    answer: Tables,
  },
  "POST /api/tables": {
    summary: "Adds tables; labels that the cafe has already are left as they are",
    access: "owner",
    body: NewTables,
    status: 201,
    answer: Tables,
    errors: ["too_many_tables"],
  },
  "POST /api/tables/renew": {
    summary: "Gives every table a new code, which ends the old ones",
    access: "owner",
    answer: Tables,
  },
  "DELETE /api/tables/:id": {
    summary: "Deletes a table and ends its code; requests keep its label",
    access: "owner",
    errors: ["table_not_found"],
  },
} as const satisfies Calls;
