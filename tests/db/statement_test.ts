// Named parameters of statements, at a file and at a libSQL server, alone and in batches.
import { strict as assert } from "node:assert";
import { DatabaseSync } from "node:sqlite";
import { type Database, openDatabase } from "../../db/connection/client.ts";
import { type NoParameters, statement } from "../../db/connection/statement.ts";
import { startSqld } from "../support/start/sqld.ts";
import { temporaryFolder } from "../support/start/temporary_folder.ts";

interface Pair {
  owner: string;
  now: number;
}

/** Names each parameter twice, in another order than the type. */
const PAIR = statement<Pair, Pair>(
  "select :now as now, :owner as owner where :owner = :owner and :now > 0 and 'a:b' <> ':' -- it's :no name",
);
const RAISE = statement<Pair, Pair>(`
  insert into rooms (revision, owner_id) values (:now, :owner)
  on conflict (owner_id) do update set revision = :now
  returning owner_id as owner, revision as now`);
const FILE = statement<{ owner: string }, { id: string }>(
  "insert into cafes (id, owner_id, name, created_at) values ('c', :owner, '', 1) returning id",
);
const RAISED = statement<{ owner: string }, { revision: number }>(
  "select revision from rooms where owner_id = :owner",
);
const ONE = statement<NoParameters, { one: number }>("select 1 as one");

Deno.test("a file binds parameters by their names, also in batches", async () => {
  const db = await openDatabase("file::memory:");
  await bindsByName(db);
});

Deno.test("a libSQL server binds parameters by their names, also in batches", async () => {
  await using sqld = await startSqld();
  await bindsByName(await openDatabase(sqld.url));
});

Deno.test("a statement with another parameter, or without one, is not made, and does not compile", () => {
  // @ts-expect-error: `now` is missing.
  assert.throws(() => PAIR({ owner: "o" }), TypeError);
  // @ts-expect-error: there is no `id`.
  assert.throws(() => PAIR({ owner: "o", now: 1, id: "i" }), TypeError);
  // @ts-expect-error: the values are swapped, and of other types.
  PAIR({ owner: 1, now: "o" });
  // @ts-expect-error: values have names.
  assert.throws(() => PAIR("o", 1), TypeError);
  // @ts-expect-error: it has no parameters.
  assert.throws(() => ONE({ owner: "o" }), TypeError);
});

Deno.test("a statement whose text does not name what its type names is not made", () => {
  assert.throws(() => statement<Pair>("select :owner")({ owner: "o", now: 1 }), TypeError);
  assert.throws(() => statement<{ owner: string }>("select :now")({ owner: "o" }), TypeError);
});

Deno.test("statements of a write and a read leave no lock behind", async () => {
  await using folder = await temporaryFolder();
  const db = await openDatabase(`file:${folder.path}/cafe.db`);
  await db.migrate();
  const { raised, read } = await db.write(() => ({
    raised: RAISE({ owner: "o", now: 3 }),
    read: RAISED({ owner: "o" }),
  }));
  assert.deepEqual([raised, read], [[{ owner: "o", now: 3 }], [{ revision: 3 }]]);
  const other = new DatabaseSync(`${folder.path}/cafe.db`);
  other.exec("update rooms set revision = 4");
  assert.deepEqual(other.prepare("pragma wal_checkpoint(truncate)").get()?.busy, 0);
  other.close();
  assert.deepEqual(await db.all(RAISED({ owner: "o" })), [{ revision: 4 }]);
  await db.close();
});

Deno.test("a write that a foreign key forbids fails, and what commits with it stays", async () => {
  const db = await openDatabase("file::memory:");
  await db.migrate();
  const [forbidden, raised] = await Promise.allSettled([
    db.write(() => [FILE({ owner: "nobody" })]),
    db.write(() => [RAISE({ owner: "o", now: 1 })]),
  ]);
  assert.equal(forbidden.status, "rejected");
  assert.equal(raised.status, "fulfilled");
  assert.deepEqual(await db.all(RAISED({ owner: "o" })), [{ revision: 1 }]);
  const count = statement<NoParameters, { cafes: number }>("select count(*) as cafes from cafes");
  assert.deepEqual(await db.all(count()), [{ cafes: 0 }]);
  await db.close();
});

async function bindsByName(db: Database): Promise<void> {
  await db.migrate();
  const pair = { owner: "first", now: 7 };
  const values = ([row]: Pair[]) => row && { owner: row.owner, now: row.now };
  assert.deepEqual(values(await db.all(PAIR(pair))), pair);
  assert.deepEqual((await db.all(ONE())).map(({ one }) => one), [1]);
  const read = await db.together({
    pair: PAIR(pair),
    one: ONE(),
    other: PAIR({ ...pair, now: 8 }),
  });
  assert.deepEqual([values(read.pair), values(read.other)], [pair, { ...pair, now: 8 }]);
  const { raised, again } = await db.write(() => ({
    raised: RAISE(pair),
    again: RAISE({ ...pair, now: 9 }),
  }));
  assert.deepEqual([values(raised), values(again)], [pair, { ...pair, now: 9 }]);
  await db.close();
}
