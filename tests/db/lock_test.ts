import { strict as assert } from "node:assert";
import { DatabaseSync } from "node:sqlite";
import { openDatabase } from "../../db/connection/client.ts";
import { unavailability } from "../../db/connection/errors.ts";
import { accounts } from "../../db/schema/accounts.ts";
import { openFile } from "../../db/connection/file.ts";
import { bare } from "../../db/connection/port.ts";
import { rounds } from "../support/time/effort.ts";
import { outsideLock } from "../support/db/lock.ts";
import { migratedFile } from "../support/db/migrated_file.ts";
import { temporaryFolder } from "../support/start/temporary_folder.ts";
import { inTime, passed } from "../support/time/until.ts";
import { sql } from "../support/db/sql.ts";

const ROUNDS = rounds(5, 50);
const MIN_MS = 50;
const MAX_MS = rounds(1_000, 6_000);

Deno.test(`while another process holds the write lock, ${ROUNDS} times for ${MAX_MS / 1000} to 0.05 s, writes wait, reads go on, and no write is lost`, async () => {
  await using file = await databaseFile();
  await using lock = await outsideLock(file.path);
  const db = await openDatabase(file.url);
  const acknowledged: string[] = [];
  using tries = refusedTries();
  const read = () => db.read.select().from(accounts).limit(1);
  try {
    for (let round = 0; round < ROUNDS; round++) {
      // From the longest to 50 ms, each shorter than the one before by the same factor.
      const heldMs = MAX_MS * (MIN_MS / MAX_MS) ** (round / (ROUNDS - 1));
      const { release } = await lock.take();
      const heldAt = performance.now();
      const tried = tries.next(1);
      const writes = ["a", "b", "c"].map(async (name) => {
        const id = `${round}${name}`;
        await db.write((d) => [d.insert(accounts).values(account(id))]);
        acknowledged.push(id);
      });
      let reads = 0;
      for (; performance.now() - heldAt < heldMs; reads++) {
        await read();
        await passed(10); // without a pause the writes would not be tried
      }
      await tried;
      assert.equal(acknowledged.length, 4 * round);
      // The tries of the writes leave most of the time to reads.
      if (round === 0) assert.ok(reads >= heldMs / 300, `${reads} reads in ${heldMs} ms`);
      await Promise.all([release(), ...writes]);
      await db.write((d) => [d.insert(accounts).values(account(`${round}after`))]);
      acknowledged.push(`${round}after`);
    }
  } finally {
    await db.close();
  }
  const reopened = await openDatabase(file.url);
  const there = await reopened.read.select({ id: accounts.id }).from(accounts);
  await reopened.close();
  assert.equal(acknowledged.length, 4 * ROUNDS);
  assert.deepEqual(there.map((row) => row.id).sort(), acknowledged.toSorted());
});

Deno.test("a write fails with a DatabaseUnavailableError after 10 s of lock, and a later write succeeds", async () => {
  await using file = await databaseFile();
  await using lock = await outsideLock(file.path);
  const db = await openDatabase(file.url);
  const { release } = await lock.take();
  using tries = refusedTries();
  using clock = standingClock();
  let refused = false;
  const early = assert.rejects(db.write((d) => [d.insert(accounts).values(account("early"))]), {
    name: "DatabaseUnavailableError",
    reason: "busy",
  }).then(() => refused = true);
  clock.ms += 9_999;
  // Between two tries the queue looks whether the write has waited for too long.
  await Promise.race([tries.next(2), early]);
  assert.equal(refused, false);
  clock.ms += 1;
  await early;
  const patient = db.write((d) => [d.insert(accounts).values(account("patient"))]);
  await release();
  await patient;
  const there = await db.read.select({ id: accounts.id }).from(accounts);
  await db.close();
  assert.deepEqual(there, [{ id: "patient" }]);
});

Deno.test("after a lock the connection has the same pragmas", async () => {
  await using file = await databaseFile();
  await using lock = await outsideLock(file.path);
  const db = await openDatabase(file.url);
  const pragma = async (name: string) =>
    Object.values((await db.all(sql(`pragma ${name}`)))[0]!)[0];
  const before = [await pragma("synchronous"), await pragma("foreign_keys")];
  const { release } = await lock.take();
  using tries = refusedTries();
  const written = db.write((d) => [d.insert(accounts).values(account("a"))]);
  await tries.next(1);
  await Promise.all([release(), written]);
  assert.deepEqual([await pragma("synchronous"), await pragma("foreign_keys")], before);
  assert.deepEqual(before, [2, 1]);
  assert.equal(await pragma("journal_mode"), "wal");
  await db.close();
});

Deno.test("a statement that fails because of a lock does not make later writes get lost", async () => {
  await using made = await databaseFile();
  const { path, url } = made;
  await using lock = await outsideLock(path);
  const open = () => openFile(url);
  const file = open();
  const insert = (id: string) =>
    file.read([{ sql: "insert into rooms (owner_id) values (:id)", args: { id } }]);
  const { release } = await lock.take();
  await assert.rejects(insert("refused"), { errcode: 5 });
  await release();
  await insert("accepted");
  file.close();
  const reopened = open();
  const [rows] = await reopened.read([bare("select owner_id as id from rooms")]);
  reopened.close();
  assert.deepEqual(rows, [{ id: "accepted" }]);
});

/** A monotonic clock in place of the process's own, which stands still unless it is set. */
function standingClock() {
  const { now } = performance;
  const clock = { ms: 0, [Symbol.dispose]: () => void (performance.now = now) };
  performance.now = () => clock.ms;
  return clock;
}

/** Counts the tries that find the database locked, from now on. */
function refusedTries() {
  const { exec } = DatabaseSync.prototype;
  let waiting: { left: number; resolve(): void }[] = [];
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string) {
    try {
      return exec.call(this, sql);
    } catch (error) {
      if (unavailability(error) !== "busy") throw error;
      for (const one of waiting) if (--one.left === 0) one.resolve();
      waiting = waiting.filter(({ left }) => left > 0);
      throw error;
    }
  };
  return {
    /** Resolves at the last one of the next `left` tries. */
    next(left: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ left, resolve });
      return inTime(promise, `${left} tries that find the database locked`);
    },
    [Symbol.dispose]: () => void (DatabaseSync.prototype.exec = exec),
  };
}

async function databaseFile() {
  const folder = await temporaryFolder();
  const path = `${folder.path}/cafe.db`;
  await Deno.writeFile(path, await migratedFile());
  return { ...folder, path, url: `file:${path}` };
}

function account(id: string): typeof accounts.$inferInsert {
  return {
    id,
    role: "owner",
    email: `${id}@ornek.test`,
    passwordHash: "unusable",
    phone: "+90 555 000 00 00",
    createdAt: 0,
  };
}
