import { strict as assert } from "node:assert";
import { createClient } from "@libsql/client/sqlite3";
import { openDatabase } from "../../db/client.ts";
import { accounts } from "../../db/schema/accounts.ts";
import { healingClient, NATIVE_WAIT_MS } from "../../db/healing_client.ts";
import { rounds } from "../support/effort.ts";
import { outsideLock } from "../support/lock.ts";

const ROUNDS = rounds(5, 50);
const SHORTEST_MS = 50;
const LONGEST_MS = 8_000;

Deno.test(`an outside process holds the write lock ${ROUNDS} times for 8 to 0.05 s: writes wait, reads go on, nothing is lost`, async () => {
  await using file = await databaseFile();
  await using lock = await outsideLock(file.path);
  const db = await openDatabase(file.url);
  const acknowledged: string[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      // From 8 s down to 50 ms, each shorter than the last by the same factor.
      const heldMs = LONGEST_MS * (SHORTEST_MS / LONGEST_MS) ** (round / (ROUNDS - 1));
      const { released } = await lock.hold(heldMs);
      let free = false;
      const release = released.then(() => free = true);
      const writes = ["a", "b", "c"].map(async (name) => {
        const id = `${round}${name}`;
        await db.write((d) => [d.insert(accounts).values(account(id))]);
        acknowledged.push(id);
      });
      // The lock is still held after these, so they did not wait for it.
      for (let read = 0; read < 3; read++) await db.read.select().from(accounts).limit(1);
      assert.equal(free, false);
      assert.equal(acknowledged.length, 4 * round);
      await Promise.all([release, ...writes]);
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

Deno.test("a lock that is held for longer than 10 s is a DatabaseUnavailableError, and the next write succeeds", async () => {
  await using file = await databaseFile();
  await using lock = await outsideLock(file.path);
  const db = await openDatabase(file.url);
  const { released } = await lock.hold(10_500);
  const startedAt = performance.now();
  await assert.rejects(db.write((d) => [d.insert(accounts).values(account("early"))]), {
    name: "DatabaseUnavailableError",
    reason: "busy",
  });
  const waitedMs = performance.now() - startedAt;
  assert.ok(waitedMs >= 10_000 && waitedMs < 10_500, `waited ${waitedMs} ms`);
  const patient = db.write((d) => [d.insert(accounts).values(account("patient"))]);
  await released;
  await patient;
  const there = await db.read.select({ id: accounts.id }).from(accounts);
  await db.close();
  assert.deepEqual(there, [{ id: "patient" }]);
});

Deno.test("after a lock the new connection has its pragmas again", async () => {
  await using file = await databaseFile();
  await using lock = await outsideLock(file.path);
  const db = await openDatabase(file.url);
  const pragma = async (name: string) => (await db.read.values<[unknown]>(`PRAGMA ${name}`))[0]![0];
  const before = [await pragma("synchronous"), await pragma("foreign_keys")];
  const { released } = await lock.hold(100);
  await db.write((d) => [d.insert(accounts).values(account("a"))]);
  await released;
  assert.deepEqual([await pragma("synchronous"), await pragma("foreign_keys")], before);
  assert.deepEqual(before, [2, 1]);
  assert.equal(await pragma("journal_mode"), "wal");
  await db.close();
});

Deno.test("a statement that met the lock leaves nothing behind that would swallow later writes", async () => {
  await using file = await databaseFile();
  await using lock = await outsideLock(file.path);
  const open = () => createClient({ url: file.url, concurrency: 1, timeout: NATIVE_WAIT_MS });
  const client = healingClient(open());
  const insert = (id: string) =>
    client.execute({ sql: "insert into rooms (owner_id) values (?)", args: [id] });
  const { released } = await lock.hold(200);
  await assert.rejects(insert("refused"), { code: "SQLITE_BUSY" });
  await released;
  // The native connection alone would report this one as done and forget it.
  await insert("accepted");
  client.close();
  const reopened = open();
  const { rows } = await reopened.execute("select owner_id from rooms");
  reopened.close();
  assert.deepEqual(rows.map((row) => row[0]), ["accepted"]);
});

async function databaseFile() {
  const folder = await Deno.makeTempDir({ prefix: "siradaki-test-" });
  const path = `${folder}/cafe.db`;
  const db = await openDatabase(`file:${path}`);
  await db.migrate();
  await db.close();
  return {
    path,
    url: `file:${path}`,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
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
