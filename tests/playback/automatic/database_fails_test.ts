// Songs that play by themselves while the database refuses to record what has happened.
import { strict as assert } from "node:assert";
import { reset } from "@logtape/logtape";
import { ledger } from "../../../db/schema/money.ts";
import { configureLogging } from "../../../server/logging.ts";
import { automaticEvening } from "../../support/music/music_evening.ts";
import { playNext } from "../../support/people/cafe_evening.ts";
import { sql } from "../../support/db/sql.ts";

Deno.test("turned off while the beginning of a song cannot be recorded: 'play next' records it, and it earns its tip", async () => {
  await using evening = await automaticEvening([30, 20, 10], { songLength: { ms: 100_000 } });
  const { account, app, owner } = evening;
  const { db } = app.deps;
  while (account.plays.size < 2) await evening.run(1);
  await db.write(() => [sql(`create trigger refuse before update on plays
    when new.state = 'playing' begin select raise(abort, 'disk I/O error'); end`)]);
  await evening.say("PUT", "/api/playback/auto", { on: false });
  await evening.run(60);
  const tips = async () =>
    (await db.read.select().from(ledger)).map(({ amountKurus }) => amountKurus);
  assert.deepEqual(await tips(), [3000]);
  await db.write(() => [sql("drop trigger refuse")]);
  assert.equal((await playNext(app, owner.token)).status, 200);
  assert.deepEqual(await tips(), [3000, 2000]);
});

Deno.test("looks that show a song whose beginning cannot be recorded are made again until it can be, and it plays once", async () => {
  await using evening = await automaticEvening([30, 20], { songLength: { ms: 100_000 } });
  const { account, app, clock, requests: [, second] } = evening;
  const { conductors, db } = app.deps;
  while (account.plays.size < 1) await evening.run(1);
  await evening.run(20);
  await db.write(() => [sql(`create trigger refuse before update on plays
    when old.state = 'sent' and new.state = 'playing'
    begin select raise(abort, 'disk I/O error'); end`)]);
  const { promise: failed, resolve } = Promise.withResolvers<void>();
  await configureLogging("error", (line) => void (line.includes("disk I/O error") && resolve()));
  try {
    await clock.run(100_000, () => Promise.race([conductors.idle(), failed]));
    await failed;
  } finally {
    await reset();
  }
  await db.write(() => [sql("drop trigger refuse")]);
  // What failed is tried again after a second.
  await clock.run(1_000, () => Promise.resolve());
  await evening.run(30);
  const tips = await db.read.select().from(ledger);
  assert.deepEqual(tips.map(({ amountKurus }) => amountKurus), [3000, 2000]);
  assert.equal(account.plays.get(second!.uri), 1);
});

Deno.test("an instance that cannot renew its lease leaves the player alone once it is over, and acts again afterwards", async () => {
  await using evening = await automaticEvening([30, 20], { songLength: { ms: 400_000 } });
  const { account, app } = evening;
  const { db } = app.deps;
  while (account.plays.size < 1) await evening.run(1);
  await db.write(() => [sql(`create trigger refuse before update of held_until on conductors
    begin select raise(abort, 'disk I/O error'); end`)]);
  await evening.run(30);
  const looks = account.calls.length;
  await evening.run(100);
  assert.equal(account.calls.length, looks);
  await db.write(() => [sql("drop trigger refuse")]);
  await evening.run(300);
  assert.ok(account.calls.length > looks);
  assert.deepEqual((await evening.played()).length, 2);
});
