// The tables of the owner's cafe and the codes on their cards (docs/house.md#tables).
import {
  addTables as insertTables,
  type ChangedTables,
  deleteTable,
  listTables,
  renewCodes,
  type TableRow,
} from "../../db/requests/house.ts";
import { readCode } from "../cafes/short_address.ts";
import { MAX_TABLES, type NewTables, type Table } from "../contract/house.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { newId } from "../ids.ts";

/** Those of short addresses: people type both. 32 of them, so that a byte chooses each with the same probability. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 8;
/** Stands for what cannot be a code: no table has it. */
export const WRONG_TABLE = "-";

/** A code of 40 random bits, which a guest cannot guess within the limits of an address. */
export function newTableCode(): string {
  return Array.from(
    crypto.getRandomValues(new Uint8Array(LENGTH)),
    (byte) => ALPHABET[byte % ALPHABET.length],
  ).join("");
}

/** The code as tables have it. Null without one; what cannot be a code is one that no table has. */
export function readTableCode(typed: string | null | undefined): string | null {
  return typed ? readCode(typed) ?? WRONG_TABLE : null;
}

type TableDeps = Pick<Deps, "db" | "hub" | "now">;

/** As people count: 'Masa 2' before 'Masa 10'. */
const { compare } = new Intl.Collator("tr", { numeric: true });

export async function readTables({ db }: Pick<Deps, "db">, ownerId: string): Promise<Table[]> {
  return toTables(await listTables(db, ownerId));
}

/**
 * Adds a table for each label that the cafe does not have yet, and returns all tables.
 * @throws DomainError `too_many_tables`, and then none is added
 */
export async function addTables(
  deps: TableDeps,
  ownerId: string,
  { labels }: NewTables,
): Promise<Table[]> {
  const nowMs = deps.now();
  const asked = labels.map((label) => ({ id: newId(nowMs), label, code: newTableCode() }));
  const changed = await insertTables(deps.db, ownerId, { asked, max: MAX_TABLES });
  const known = new Set(changed.tables.map(({ label }) => label));
  if (!labels.every((label) => known.has(label))) throw new DomainError("too_many_tables");
  return announced(deps, ownerId, changed);
}

/** Gives each table a new code, so that the printed cards do not work any more, and returns all tables. */
export async function renewTables(deps: TableDeps, ownerId: string): Promise<Table[]> {
  const codes = Array.from({ length: MAX_TABLES }, newTableCode);
  return announced(deps, ownerId, await renewCodes(deps.db, ownerId, codes));
}

/** Deletes a table of the owner's, which ends its code. @throws DomainError `table_not_found` */
export async function removeTable(
  { db, hub }: TableDeps,
  ownerId: string,
  id: string,
): Promise<void> {
  const revision = await deleteTable(db, ownerId, id);
  if (revision === undefined) throw new DomainError("table_not_found");
  hub.announce(ownerId, revision);
}

function announced(
  { hub }: TableDeps,
  ownerId: string,
  { tables, revision }: ChangedTables,
): Table[] {
  if (revision !== undefined) hub.announce(ownerId, revision);
  return toTables(tables);
}

function toTables(rows: TableRow[]): Table[] {
  return rows.map(({ id, label, code }) => ({ _id: id, label, code }))
    .sort((one, other) => compare(one.label, other.label));
}
