// Databases that earlier releases made become ones of this release: `ledger:check` agrees, the sums are the same, the schema
// is the live one, and the evening goes on.
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { type Database, openDatabase } from "../../db/connection/client.ts";
import { listEvenings } from "../../db/evenings/evenings.ts";
import { readLedgerTotals } from "../../db/money/ledger.ts";
import { beginPlay, endPlay, findActive } from "../../db/plays/plays.ts";
import { runLedgerCheck } from "../../server/commands/money_commands.ts";
import { oldDatabase, openInFolder } from "../support/db/old_database.ts";
import { sql } from "../support/db/sql.ts";

/**
 * Each was made by `seed` and `payouts:close` of its release, whose functions then played two songs and sent a third; the
 * last one also skipped the first song, of which a guest had supported the tip. The first one has its own maker.
 */
const RELEASES = ["0.1", "4fd7553", "f590199"];

/** Sums that each release can be asked for, in the words of its schema. */
const SUMS = sql`select kind, count(*) as entries, sum(amount_kurus) as kurus from ledger
  group by kind order by kind`;

for (const release of RELEASES) {
  Deno.test(`a database of release ${release} is migrated, its ledger agrees, and a song plays`, async () => {
    await using db = await databaseOf(release);
    const sums = await db.all(SUMS);
    assert.ok(sums.length > 0);
    await db.migrate();
    assert.deepEqual(await db.all(SUMS), sums);
    assert.ok((await runLedgerCheck({ db })).ok, (await runLedgerCheck({ db })).report);
    assert.deepEqual(await objectsOf(db), await objectsOfNew());
    await assertEveningsSummed(db);
    await playOn(db);
    assert.ok((await runLedgerCheck({ db })).ok, (await runLedgerCheck({ db })).report);
  });
}

/** The days that the migration has summed are what their rows say, and have each kuruş that was earned once. */
async function assertEveningsSummed(db: Database): Promise<void> {
  const [{ ownerId }] = await db.all<{ ownerId: string }>(
    sql`select owner_id as ownerId from cafes`,
  ) as [{ ownerId: string }];
  const list = async () =>
    (await listEvenings(db, ownerId, { first: 0, last: 99_999 }))
      .map(({ guests: _, guestRequests: __, ...sums }) => sums);
  const summed = await list();
  const [{ days }] = await db.all<{ days: number }>(sql`select count(*) as days from evenings`) as [
    { days: number },
  ];
  assert.ok(days >= 10 && days >= summed.length - 1, `${days} of ${summed.length} days are summed`);
  await db.all(sql`delete from evenings`);
  await db.all(sql`delete from evenings_closed`);
  assert.deepEqual(await list(), summed);
  const { tips, reversed } = await readLedgerTotals(db);
  assert.equal(summed.reduce((sum, { earnedKurus }) => sum + earnedKurus, 0), tips - reversed);
}

async function databaseOf(release: string) {
  if (release === "0.1") return await oldDatabase();
  const made = await Deno.open(join(import.meta.dirname!, `made_by_${release}.db.gz`));
  return await openInFolder((path) =>
    Deno.writeFile(path, made.readable.pipeThrough(new DecompressionStream("gzip")))
  );
}

/** The tables, indexes and triggers, without those of SQLite's own. */
async function objectsOf(db: Pick<Database, "all">): Promise<unknown[]> {
  return await db.all(sql`select type, name, sql from sqlite_master
    where sql is not null and tbl_name <> '__drizzle_migrations' order by type, name`);
}

async function objectsOfNew(): Promise<unknown[]> {
  const db = await openDatabase("file::memory:");
  await db.migrate();
  const objects = await objectsOf(db);
  await db.close();
  return objects;
}

/** The song that was on its way begins and is skipped at once, so that its tip is reversed. */
async function playOn(db: Database): Promise<void> {
  const [{ ownerId }] = await db.all<{ ownerId: string }>(
    sql`select owner_id as ownerId from cafes`,
  ) as [{ ownerId: string }];
  const sent = (await findActive(db, ownerId))!;
  const before = await readLedgerTotals(db);
  const at = sent.sentAt + 1000;
  await beginPlay(db, sent, { startedAt: at, at });
  await endPlay(db, sent, { at: at + 5000, why: "skipped" });
  const after = await readLedgerTotals(db);
  assert.equal(after.tips - before.tips, after.reversed - before.reversed);
  assert.equal(after.entries, before.entries + 2);
  assert.equal(await findActive(db, ownerId), undefined);
}
