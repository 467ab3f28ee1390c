// How many rows each table has, and how many the evenings should have left (docs/accounts.md#retention).
import { strict as assert } from "node:assert";
import { sql } from "drizzle-orm";
import type { Deps } from "../../../server/deps.ts";

/** What the evenings have done so far. */
export interface Counts {
  asked: number;
  supported: number;
  played: number;
  receipts: number;
  /** Rows of the ledger for songs: tips and reversals. */
  entries: number;
}

/** What is kept for a time only, by kind. */
export class Kept {
  #until: Record<string, number[]> = {};

  add(kind: string, untilMs: number): void {
    (this.#until[kind] ??= []).push(untilMs);
  }

  /** Forgets what has ended by now, as the hourly job does. */
  forget(now: number): void {
    this.#until = Object.fromEntries(
      Object.entries(this.#until).map(([kind, all]) => [kind, all.filter((end) => end >= now)]),
    );
  }

  count(kind: string): number {
    return this.#until[kind]?.length ?? 0;
  }
}

export function noCounts(): Counts {
  return { asked: 0, supported: 0, played: 0, receipts: 0, entries: 0 };
}

/** What the tables should hold: a number, or the most that there may be. */
export type Expected = Record<string, number | { atMost: number }>;

/** Fails unless each table has as many rows as expected; a table of which nothing is expected fails too. */
export async function assertRows({ db }: Pick<Deps, "db">, expected: Expected): Promise<void> {
  const counted = await countRows(db);
  const wrong = Object.entries(counted).flatMap(([table, rows]) => {
    const should = expected[table];
    if (should === undefined) return [`${table} is not known here`];
    const fits = typeof should === "number" ? rows === should : rows <= should.atMost;
    return fits ? [] : [`${table} has ${rows} rows, not ${JSON.stringify(should)}`];
  });
  assert.deepEqual(wrong, []);
}

/** The rows of each table. Those of the search's index follow from the library's. */
async function countRows(db: Deps["db"]): Promise<Record<string, number>> {
  const tables = await db.read.all<{ name: string }>(
    sql`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'
      and name not like 'library_words%' and name <> 'library_vocabulary'
      and name <> '__drizzle_migrations' order by name`,
  );
  const counted: Record<string, number> = {};
  for (const { name } of tables) {
    const row = await db.read.get<{ n: number }>(
      sql`select count(*) as n from ${sql.identifier(name)}`,
    );
    counted[name] = row!.n;
  }
  return counted;
}

/** Requests and tips that still know their guest. */
export async function countGuestIds({ db }: Pick<Deps, "db">): Promise<number> {
  const row = await db.read.get<{ n: number }>(sql`
    select (select count(*) from song_requests where guest_id is not null)
      + (select count(*) from support_tips where guest_id is not null) as n`);
  return row!.n;
}
