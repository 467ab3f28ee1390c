// The table of requests is built anew for support: what was in it stays, and so do its rules.
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Client } from "@libsql/client";
import Libsql from "libsql";
import { type Database, openDatabase } from "../../db/client.ts";
import { fileUrl, openFileClient } from "../../db/file_client.ts";
import { beginPlay, endPlay, findActive } from "../../db/plays.ts";
import { findLedgerFaults } from "../../db/ledger_check.ts";
import { openRemote } from "../../db/remote.ts";
import { dumpTables } from "../support/db/dump.ts";
import { migrateUntil } from "./migrate_until.ts";
import { startSqld } from "../support/start/sqld.ts";

/** A cafe in the middle of an evening, in the words of the schema before: one request in each state. */
const EVENING = [
  `insert into accounts (id, role, email, password_hash, phone, created_at, verified_at)
   values ('o', 'owner', 'o@ornek.test', '', '', 1, 1)`,
  "insert into cafes (id, owner_id, name, created_at) values ('c', 'o', 'Kafe', 1)",
  ...["waiting", "queued", "sent", "playing", "skipped", "rejected", "undone", "unplayable"].map(
    (id, i) =>
      `insert into song_requests (id, owner_id, song_title, artist, album_art, uri, tip_kurus, guest_id,
       created_at) values ('${id}', 'o', 'Şarkı ${i}', 'a', '', 'spotify:track:${i}', ${
        [0, 1_000_000, 999_999, 3, 5, 7, 11, 13][i]
      }, ${i % 2 ? "'guest'" : "null"}, ${100 - i})`,
  ),
  `update song_requests set status = 'approved', decided_at = 200, decided_from = 'pending'
   where id not in ('waiting', 'undone', 'rejected')`,
  `update song_requests set status = 'rejected', decided_at = 201, decided_from = 'pending'
   where id in ('rejected', 'undone')`,
  "update song_requests set status = 'pending', decided_from = null where id = 'undone'",
  "update song_requests set unplayable_at = 202, tries = 3 where id = 'unplayable'",
  ...play("skipped", 300),
  "update plays set state = 'ended', ended_at = 301, why_ended = 'skipped' where id = 'skipped'",
  ...play("playing", 400),
  `update plays set state = 'ended', ended_at = 500, why_ended = 'replaced' where id = 'playing'`,
  send("sent", 500),
  "insert into idempotency_keys values ('o', 'guest', 'k', 'hash', 'waiting', 100)",
];

Deno.test("the migration for support keeps every row, revision, count, index and rule of a file", async () => {
  const folder = await Deno.makeTempDir({ prefix: "siradaki-support-" });
  try {
    const url = fileUrl(join(folder, "cafe.db"));
    await assertKept(url, openFileClient(Libsql, url));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("the migration for support keeps every row, revision, count, index and rule of a libSQL server", async () => {
  await using sqld = await startSqld();
  await assertKept(sqld.url, await openRemote(sqld.url));
});

async function assertKept(url: string, old: Client): Promise<void> {
  await migrateUntil(old, "_support");
  old.close();
  const db = await openDatabase(url);
  try {
    for (const statement of EVENING) await db.read.run(sql.raw(statement));
    const names = await namesOf(db);
    const rows = await dumpTables({ db });
    await db.migrate();
    const migrated = await dumpTables({ db });
    for (const name of Object.keys(rows).filter((table) => !table.startsWith("__"))) {
      assert.deepEqual(asBefore(migrated[name]!, rows[name]!), rows[name], name);
    }
    assert.ok(
      migrated.song_requests!.every((row) => Reflect.get(row as object, "support_kurus") === 0),
    );
    assert.deepEqual(migrated.support_tips, []);
    const kept = new Set(await namesOf(db));
    // A play begins by an update of its own now (0030_one_life.sql), and one guard is gone (0033_unplayable_unguarded.sql).
    assert.deepEqual(names.filter((name) => !kept.has(name)), [
      "plays_shown",
      "song_requests_unplayable_unplayed",
    ]);
    assert.deepEqual(await db.read.all(sql`pragma foreign_key_check`), []);
    assert.deepEqual(await findLedgerFaults(db), []);
    await assertEveningGoesOn(db);
  } finally {
    await db.close();
  }
}

/** The song that was on its way plays, is reversed, and another one gets support. */
async function assertEveningGoesOn(db: Database): Promise<void> {
  const sent = (await findActive(db, "o"))!;
  await beginPlay(db, sent, { startedAt: 600, at: 600 });
  await endPlay(db, sent, { at: 601, why: "skipped" });
  await db.read.run(sql`insert into support_tips (id, request_id, kurus, created_at)
    values ('s', 'queued', 1000000, 700)`);
  assert.deepEqual(
    await db.read.all(sql`select tip_kurus as tip from song_requests where id = 'queued'`),
    [{ tip: 2_000_000 }],
  );
  assert.deepEqual(
    await db.read.all(sql`select kind, amount_kurus as kurus from ledger
      where request_id = 'sent' order by rowid`),
    [{ kind: "tip", kurus: 999_999 }, { kind: "reversal", kurus: -999_999 }],
  );
  assert.deepEqual(await findLedgerFaults(db), []);
}

/** Rows with the columns that they had before: this migration and later ones add some. */
function asBefore(rows: unknown[], before: unknown[]): unknown[] {
  const columns = Object.keys(before[0] ?? {});
  return rows.map((row) =>
    Object.fromEntries(columns.map((column) => [column, Reflect.get(row as object, column)]))
  );
}

/** The names of all indexes and triggers. */
async function namesOf(db: Database): Promise<string[]> {
  const rows = await db.read.all<{ name: string }>(
    sql`select name from sqlite_master where type in ('index', 'trigger')`,
  );
  return rows.map(({ name }) => name);
}

function send(id: string, at: number): string {
  return `insert into plays (id, owner_id, request_id, source, uri, title, artist, album_art, state, sent_at)
    select id, owner_id, id, 'spotify', uri, song_title, artist, album_art, 'sent', ${at}
    from song_requests where id = '${id}'`;
}

function play(id: string, at: number): string[] {
  return [
    send(id, at),
    `update plays set state = 'playing', started_at = ${at} where id = '${id}'`,
    `update song_requests set status = 'played' where id = '${id}'`,
    `insert into ledger (id, owner_id, kind, amount_kurus, request_id, created_at)
     select 'tip-' || id, owner_id, 'tip', tip_kurus, id, ${at} from song_requests where id = '${id}'`,
  ];
}
