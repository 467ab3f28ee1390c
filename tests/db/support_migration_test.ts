// The table of requests is built anew for support: what was in it stays. Files of earlier releases are migrated in
// earlier_releases_test.ts, which has their rules too.
import { strict as assert } from "node:assert";
import { openDatabase } from "../../db/connection/client.ts";
import { findLedgerFaults } from "../../db/money/ledger_check.ts";
import { openRemote } from "../../db/connection/remote.ts";
import { dumpTables } from "../support/db/dump.ts";
import { migrateUntil } from "./migrate_until.ts";
import { startSqld } from "../support/start/sqld.ts";
import { sql } from "../support/db/sql.ts";

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

Deno.test("the migration for support keeps every row, revision and count of a libSQL server", async () => {
  await using sqld = await startSqld();
  const old = await openRemote(sqld.url);
  await migrateUntil(old, "_support");
  old.close();
  const db = await openDatabase(sqld.url);
  try {
    for (const statement of EVENING) await db.all(sql(statement));
    const rows = await dumpTables({ db });
    await db.migrate();
    const migrated = await dumpTables({ db });
    for (const name of Object.keys(rows).filter((table) => !table.startsWith("__"))) {
      assert.deepEqual(asBefore(migrated[name]!, rows[name]!, name), rows[name], name);
    }
    assert.ok(
      migrated.song_requests!.every((row) => Reflect.get(row as object, "support_kurus") === 0),
    );
    assert.deepEqual(migrated.support_tips, []);
    assert.deepEqual(await db.all(sql`pragma foreign_key_check`), []);
    assert.deepEqual(await findLedgerFaults(db), []);
  } finally {
    await db.close();
  }
});

/** A column that a later migration gave another name; it has the same content for a song with a uri of its own. */
const RENAMED: Record<string, string> = { "earned_songs.uri": "song" };

/** Rows with the columns that they had before: this migration and later ones add some. */
function asBefore(rows: unknown[], before: unknown[], table: string): unknown[] {
  const columns = Object.keys(before[0] ?? {});
  const now = (column: string) => RENAMED[`${table}.${column}`] ?? column;
  return rows.map((row) =>
    Object.fromEntries(columns.map((column) => [column, Reflect.get(row as object, now(column))]))
  );
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
