// Counts what a call asks of the database file: programs run, and steps of SQLite's virtual machine.
import type { Database } from "../../../db/client.ts";
import { type NoParameters, statement } from "../../../db/statement.ts";

export interface Work {
  /** Statements that were run, and triggers that they fired. */
  programs: number;
  /** The instructions that SQLite ran for them. */
  steps: number;
}

/** What each prepared statement has done so far: https://sqlite.org/stmt.html */
const DONE = statement<NoParameters, { sql: string; runs: number; steps: number }>(
  `select sql, run as runs, nstep as steps from sqlite_stmt where sql not like '%sqlite_stmt%'`,
);

/** What `call` asks of `db`, which no other caller may use at the time. */
export async function workOf(db: Database, call: () => Promise<unknown>): Promise<Work> {
  const before = await done(db);
  await call();
  const after = await done(db);
  return { programs: after.programs - before.programs, steps: after.steps - before.steps };
}

async function done(db: Database): Promise<Work> {
  const rows = await db.all(DONE());
  return {
    programs: rows.reduce((sum, { runs }) => sum + runs, 0),
    steps: rows.reduce((sum, { steps }) => sum + steps, 0),
  };
}
