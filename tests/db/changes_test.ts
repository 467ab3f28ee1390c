// `Database.changes` (db/connection/file.ts): whether anything may have been committed since.
import { strict as assert } from "node:assert";
import { type Database, openDatabase } from "../../db/connection/client.ts";
import { listGuestRequests } from "../../db/requests/guest_page.ts";
import { readRevision } from "../../db/people/rooms.ts";
import { rooms } from "../../db/schema/requests.ts";
import { testApp } from "../support/start/test_app.ts";
import { sql } from "../support/db/sql.ts";

Deno.test("changes returns the same number until a commit", async () => {
  await using app = await testApp();
  const { db } = app.deps;
  const before = await db.changes();
  await readRevision(db, "owner");
  await listGuestRequests(db, {
    ownerId: "owner",
    guestId: "guest",
    sinceMs: 0,
    max: 1,
    unknownDurationMs: 0,
    nowMs: 0,
  });
  await db.read.select().from(rooms);
  assert.equal(await db.changes(), before);
});

Deno.test("changes never returns an earlier number after a commit of this or another connection", async () => {
  await using app = await testApp();
  const { db } = app.deps;
  const other = await openDatabase(app.deps.config.database.url);
  const seen = new Set([await db.changes()]);
  for (let i = 0; i < 20; i++) {
    await raise(i % 3 === 0 ? db : other, `owner ${i}`);
    const changes = await db.changes();
    assert.ok(!seen.has(changes), `${changes} again, in round ${i}`);
    seen.add(changes);
  }
  await other.close();
});

Deno.test("changes returns a new number after a write that failed and one that waited for a lock", async () => {
  await using app = await testApp();
  const { db } = app.deps;
  const other = await openDatabase(app.deps.config.database.url);
  const before = await db.changes();
  await assert.rejects(db.write(() => [sql`insert into nothing values (1)`]));
  await other.all(sql`begin immediate`);
  const waiting = raise(db, "waiting");
  await new Promise((resolve) => setImmediate(resolve));
  await other.all(sql`commit`);
  await waiting;
  assert.notEqual(await db.changes(), before);
  await other.close();
});

Deno.test("changes returns a new number each time once the database is closed", async () => {
  await using app = await testApp();
  const other = await openDatabase(app.deps.config.database.url);
  await other.close();
  assert.notEqual(await other.changes(), await other.changes());
});

async function raise(db: Database, ownerId: string): Promise<void> {
  await db.write((d) => [d.insert(rooms).values({ ownerId, revision: 1 })]);
}
