// What earlier releases summed by calendar day is summed anew by days that begin at 06:00 (docs/evenings.md#day).
import { strict as assert } from "node:assert";
import { cafeDay } from "../../db/evenings/cafe_day.ts";
import type { Database } from "../../db/connection/client.ts";
import { openFile } from "../../db/connection/file.ts";
import { fileUrl } from "../../db/connection/file_url.ts";
import { sumTipsByDay } from "../../db/money/ledger.ts";
import { findLedgerFaults } from "../../db/money/ledger_check.ts";
import { migrateUntil } from "./migrate_until.ts";
import { openInFolder } from "../support/db/old_database.ts";
import { sql } from "../support/db/sql.ts";

const at = (text: string) => Date.parse(`${text}+03:00`);
const FRIDAY = cafeDay(at("2026-11-20T12:00"));

/** Songs of a Friday night, which are of two calendar days, and one of the evening before; one was skipped. */
const PLAYED: [id: string, startedAt: number, kurus: number, skipped?: boolean][] = [
  ["thursday", at("2026-11-20T05:59:59"), 100],
  ["evening", at("2026-11-20T22:00"), 1000],
  ["night", at("2026-11-21T01:30"), 30],
  ["skipped", at("2026-11-21T02:00"), 7, true],
  ["morning", at("2026-11-21T06:00"), 5],
];

Deno.test("a database of the release before has a Friday night on Friday, without what was reversed", async () => {
  await using db = await openInFolder(async (path) => {
    const old = openFile(fileUrl(path));
    await migrateUntil(old, "_cafe_day");
    old.close();
  });
  await playAll(db);
  assert.equal((await daysOf(db)).get(FRIDAY), 1100, "by calendar day");
  await db.migrate();
  assert.deepEqual(
    await daysOf(db),
    new Map([[FRIDAY - 1, 100], [FRIDAY, 1030], [FRIDAY + 1, 5]]),
  );
  assert.deepEqual(await findLedgerFaults(db), []);
});

function daysOf(db: Database): Promise<Map<number, number>> {
  return sumTipsByDay(db, "o", { first: 0, last: 99_999 });
}

async function playAll(db: Database): Promise<void> {
  const run = (statement: string) => db.all(sql(statement));
  await run(`insert into accounts (id, role, email, password_hash, phone, created_at, verified_at)
    values ('o', 'owner', 'o@ornek.test', '', '', 1, 1)`);
  for (const [id, startedAt, kurus, skipped] of PLAYED) {
    await run(
      `insert into song_requests (id, owner_id, song_title, artist, album_art, uri, tip_kurus, status,
      created_at) values ('${id}', 'o', 'Şarkı', 'a', '', 'spotify:track:1', ${kurus}, 'approved', ${startedAt})`,
    );
    await run(
      `insert into plays (id, owner_id, request_id, source, uri, title, artist, album_art, state, sent_at)
      values ('${id}', 'o', '${id}', 'spotify', 'spotify:track:1', 'Şarkı', 'a', '', 'sent', ${startedAt})`,
    );
    await run(
      `update plays set state = 'playing', started_at = ${startedAt}, begun_at = ${startedAt}
      where id = '${id}'`,
    );
    await run(`update plays set state = 'ended', ended_at = ${startedAt + 9000}, heard_ms = 9000,
      why_ended = '${skipped ? "skipped" : "finished"}' where id = '${id}'`);
  }
}
