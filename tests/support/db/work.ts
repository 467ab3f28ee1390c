// Counts what a call asks of the database file: programs run, and steps of SQLite's virtual machine. The runtime's engine
// does not tell, so what it is asked is done again by SQLite's own build for WebAssembly, of the same release, on a copy.
import { strict as assert } from "node:assert";
import { DatabaseSync, StatementSync } from "node:sqlite";
import sqlite, { type Database as Replica, type PreparedStatement } from "@sqlite.org/sqlite-wasm";
import type { Database } from "../../../db/connection/client.ts";
import { type NoParameters, statement } from "../../../db/connection/statement.ts";

export interface Work {
  /** Statements that were run, and triggers that they fired. */
  programs: number;
  /** The instructions that SQLite ran for them. */
  steps: number;
}

/** A statement with its values, by name or in order; a script that begins or ends a transaction has none. */
interface Asked {
  sql: string;
  values?: unknown[];
}

const FILE = statement<NoParameters, { file: string }>("select file from pragma_database_list");
/** Places of the header that say that a file has a journal beside it, which a copy in memory has not. */
const JOURNAL_MODE = [18, 19];
const NO_JOURNAL = 1;

const { capi, oo1, wasm } = await sqlite();

/** What `call` asks of `db`, which no other caller may use at the time. */
export async function workOf(db: Database, call: () => Promise<unknown>): Promise<Work> {
  const [{ file }] = await db.all(FILE()) as [{ file: string }];
  const before = contentOf(file);
  const asked = await askedDuring(call);
  const replica = open(before);
  try {
    const work = { programs: 0, steps: 0 };
    for (const one of asked) {
      const { programs, steps } = repeat(replica, one);
      work.programs += programs;
      work.steps += steps;
    }
    return work;
  } finally {
    replica.close();
  }
}

/** What the engine is asked during `call`, in order. */
async function askedDuring(call: () => Promise<unknown>): Promise<Asked[]> {
  const asked: Asked[] = [];
  const { exec } = DatabaseSync.prototype;
  const { all, get } = StatementSync.prototype;
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string) {
    asked.push({ sql });
    return exec.call(this, sql);
  };
  const recorded = <W extends typeof all | typeof get>(work: W) =>
    function (this: StatementSync, ...values: unknown[]) {
      asked.push({ sql: this.sourceSQL, values });
      return Reflect.apply(work, this, values);
    } as W;
  StatementSync.prototype.all = recorded(all);
  StatementSync.prototype.get = recorded(get);
  try {
    await call();
  } finally {
    DatabaseSync.prototype.exec = exec;
    Object.assign(StatementSync.prototype, { all, get });
  }
  return asked;
}

/** What is committed, also what is only in the journal. */
function contentOf(file: string): Uint8Array {
  using db = new DatabaseSync(file);
  return db.serialize();
}

function open(bytes: Uint8Array): Replica {
  for (const place of JOURNAL_MODE) bytes[place] = NO_JOURNAL;
  const replica = new oo1.DB(":memory:");
  const code = capi.sqlite3_deserialize(
    replica.pointer!,
    "main",
    wasm.allocFromTypedArray(bytes),
    bytes.length,
    bytes.length,
    capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_RESIZEABLE,
  );
  assert.equal(code, capi.SQLITE_OK);
  replica.exec("pragma foreign_keys = on");
  return replica;
}

/** Does the same on the copy. What failed fails there too, and has taken as many steps. */
function repeat(replica: Replica, { sql, values }: Asked): Work {
  if (!values) {
    replica.exec(sql);
    return { programs: 0, steps: 0 };
  }
  const prepared = replica.prepare(sql);
  try {
    bind(prepared, values);
    try {
      while (prepared.step());
    } catch (error) {
      assert.match(`${error}`, /constraint/i);
    }
    return {
      programs: capi.sqlite3_stmt_status(prepared.pointer!, capi.SQLITE_STMTSTATUS_RUN, 0),
      steps: capi.sqlite3_stmt_status(prepared.pointer!, capi.SQLITE_STMTSTATUS_VM_STEP, 0),
    };
  } finally {
    prepared.finalize();
  }
}

/** Binds what the runtime's engine binds: each number as a real one. */
function bind(prepared: PreparedStatement, values: unknown[]): void {
  const named = values.length === 1 && typeof values[0] === "object" && values[0] !== null;
  const places: [number, unknown][] = named
    ? Object.entries(values[0] as object).map(([name, value]) => {
      return [prepared.getParamIndex(name.startsWith(":") ? name : `:${name}`)!, value];
    })
    : values.map((value, i) => [i + 1, value]);
  for (const [place, value] of places) {
    if (typeof value === "number") capi.sqlite3_bind_double(prepared.pointer!, place, value);
    else prepared.bind(place, value as string | null);
  }
}
