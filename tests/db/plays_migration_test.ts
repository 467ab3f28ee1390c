// A database that version 0.1 made, with a demo cafe and a song on its way to the player, becomes one of this version.
import { strict as assert } from "node:assert";
import type { Database } from "../../db/connection/client.ts";
import { findLedgerFaults } from "../../db/money/ledger_check.ts";
import { findActive } from "../../db/plays/plays.ts";
import { readQueueSnapshot } from "../../db/requests/queue.ts";
import { oldDatabase } from "../support/db/old_database.ts";
import { sql } from "../support/db/sql.ts";

const CLAIMED_AT = 1795309179724;
/** The ledger, in the order in which it was written. */
const LEDGER = sql`select * from ledger order by rowid`;

Deno.test("migrating a database of version 0.1 carries over what was played and what was on its way", async () => {
  await using db = await oldDatabase();
  const one = async <T>(query: string) => (await db.all<T>(sql(query)))[0]!;
  const { ownerId } = await one<{ ownerId: string }>("select owner_id as ownerId from cafes");
  await addErasedOwner(db);
  const before = {
    played: await db.all(sql`select id, played_at as at from song_requests
      where played_at is not null order by id`),
    queue: await db.all(sql`select id from song_requests where owner_id = ${ownerId}
      and status = 'approved' and played_at is null order by tip_kurus desc, created_at, id`),
    balances: await db.all(sql`select owner_id, sum(amount_kurus) as kurus from ledger
      group by owner_id order by owner_id`),
    requests: await db.all(sql`select id, owner_id, song_title, artist, album_art, uri, tip_kurus,
      guest_id, created_at, decided_at from song_requests order by id`),
    rooms: await db.all(sql`select * from rooms`),
    ledger: await db.all(LEDGER),
  };
  assert.equal(before.played.length, 109);

  await db.migrate();

  assert.deepEqual(
    await db.all(sql`select request_id as id, started_at as at from plays
      where state = 'ended' and source = 'spotify' order by request_id`),
    before.played,
  );
  assert.deepEqual(
    await db.all(sql`select id, owner_id, song_title, artist, album_art, uri, tip_kurus,
      guest_id, created_at, decided_at from song_requests order by id`),
    before.requests,
  );
  const { requests } = (await readQueueSnapshot(db, ownerId))!;
  assert.deepEqual(requests.map(({ id }) => ({ id })), before.queue);
  const sent = await findActive(db, ownerId);
  assert.deepEqual([sent?.requestId, sent?.sentAt], [requests[0]!.id, CLAIMED_AT]);
  assert.deepEqual(
    await db.all(sql`select request_id, state, sent_at from plays where owner_id = 'erased'
      order by sent_at`),
    [
      { request_id: "erased-played", state: "ended", sent_at: 2 },
      { request_id: "erased-claimed", state: "sent", sent_at: 3 },
    ],
  );
  assert.deepEqual(
    await db.all(sql`select owner_id, kurus from balances order by owner_id`),
    before.balances,
  );
  assert.deepEqual(await db.all(sql`select owner_id, revision from rooms`), before.rooms);
  assert.deepEqual(
    await db.all(sql`select owner_id, pending from rooms where pending > 0 order by owner_id`),
    await db.all(sql`select owner_id, count(*) as pending from song_requests
      where status = 'pending' group by owner_id order by owner_id`),
  );
  assert.deepEqual(
    await db.all(sql`select distinct status, iban <> '' as kept from payouts order by status`),
    [{ status: "paid", kept: 1 }, { status: "pending", kept: 0 }],
  );
  assert.deepEqual(await db.all(LEDGER), before.ledger);
  assert.deepEqual(await findLedgerFaults(db), []);
  assert.deepEqual(await db.all(sql`pragma foreign_key_check`), []);
  assert.equal(
    (await one<{ integrity_check: string }>("pragma integrity_check")).integrity_check,
    "ok",
  );
});

/** Adds an owner whose account was erased while one song had been played and another was claimed. */
async function addErasedOwner(db: Database): Promise<void> {
  const statements = [
    `insert into accounts (id, role, email, password_hash, phone, created_at, verified_at, erased_at)
     values ('erased', 'owner', 'erased@silindi.invalid', '', '', 1, 1, 4)`,
    ...["erased-played", "erased-claimed", "erased-rejected"].map((id) =>
      `insert into song_requests (id, owner_id, song_title, artist, album_art, uri, tip_kurus, status,
       created_at) values ('${id}', 'erased', 't', 'a', '', 'spotify:track:x', 700, 'pending', 1)`
    ),
    "update song_requests set status = 'rejected' where id = 'erased-rejected'",
    "update song_requests set status = 'approved' where owner_id = 'erased' and status = 'pending'",
    "update song_requests set played_at = 2 where id = 'erased-played'",
    "update song_requests set claimed_at = 3 where id = 'erased-claimed'",
    `insert into ledger (id, owner_id, kind, amount_kurus, request_id, created_at)
     values ('erased-tip', 'erased', 'tip', 700, 'erased-played', 2)`,
  ];
  for (const statement of statements) await db.all(sql(statement));
}
