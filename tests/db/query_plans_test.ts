// The tables that grow with every song are never walked as a whole while the product answers (docs/running.md#database).
import { strict as assert } from "node:assert";
import Libsql from "libsql";
import { readBalance } from "../../db/ledger.ts";
import { QUEUE_ORDER } from "../../db/queue.ts";
import { closePeriod } from "../../server/payouts/close_period.ts";
import { deleteExpired } from "../../server/account/retention.ts";
import { connectedOwner, playNext, queueUp } from "../support/people/cafe_evening.ts";
import { createAdmin } from "../support/people/factories.ts";
import { newGuest, submit } from "../support/people/requests.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const GROWING = ["song_requests", "plays", "ledger"];

Deno.test("no statement of a call or a job walks a table that grows with every song", async () => {
  const statements = await statementsOf(everyCall);
  const walks = statements.flatMap(({ sql, plan }) =>
    plan.filter((step) => GROWING.some((table) => new RegExp(`^SCAN ${table}\\b`).test(step)))
      .map((step) => `${step}: ${sql.replace(/\s+/g, " ").slice(0, 160)}`)
  );
  assert.ok(
    statements.length > 40,
    `${statements.length} statements are too few to be the product's`,
  );
  assert.deepEqual(walks, []);
});

Deno.test("the queue comes from its index in order, without sorting", async () => {
  const statements = await statementsOf(everyCall);
  // The list of a guest's own requests has another order of its own, by time.
  const ordered = statements.filter(({ sql }) => sql.match(/order by/g)?.length === 1)
    .filter(({ sql }) => sql.includes(`order by ${QUEUE_ORDER}`));
  assert.equal(ordered.length, 2, "the public queue, and the song that is sent next");
  const sorting = ordered.filter(({ plan }) => plan.some((step) => step.includes("TEMP B-TREE")));
  assert.deepEqual(sorting.map(({ sql }) => sql), []);
});

/** An evening with each call that reads or writes what grows. */
async function everyCall(app: TestApp): Promise<void> {
  const owner = await connectedOwner(app);
  const admin = await createAdmin(app.deps);
  const { token, ownerId, cafeId } = owner;
  const cookie = await newGuest(app);
  await queueUp(app, owner, [10, 5]);
  const pending = await submit(app, ownerId);
  await app.call("PUT", `/api/requests/${pending._id}`, { token, body: { status: "rejected" } });
  await playNext(app, token);
  for (
    const path of [
      "/api/requests",
      `/api/requests/queue/${ownerId}`,
      "/api/payouts/summary",
      "/api/payouts",
      "/api/payouts/earnings?days=30",
      "/api/spotify/player",
    ]
  ) {
    assert.equal((await app.call("GET", path, { token })).status, 200, path);
  }
  const mine = `/api/requests/mine?ownerId=${ownerId}`;
  assert.equal((await app.call("GET", mine, { headers: { cookie } })).status, 200);
  assert.equal((await app.fetch(`/cafe/${cafeId}`, { headers: { cookie } })).status, 200);
  await app.call("GET", "/api/admin/payouts", { token: admin.token });
  await closePeriod(app.deps, app.clock.now() + 1);
  await deleteExpired(app.deps);
  await readBalance(app.deps.db, ownerId);
}

/** What the database was asked during `work`, with the plan of each statement. */
async function statementsOf(
  work: (app: TestApp) => Promise<void>,
): Promise<{ sql: string; plan: string[] }[]> {
  await using app = await testApp();
  const asked = new Set<string>();
  const { prepare } = Libsql.prototype;
  Libsql.prototype.prepare = function (this: Libsql.Database, sql: string) {
    asked.add(sql);
    return prepare.call(this, sql);
  } as typeof prepare;
  try {
    await work(app);
  } finally {
    Libsql.prototype.prepare = prepare;
  }
  const db = new Libsql(`${app.deps.config.dataDir}/cafe.db`);
  try {
    return [...asked].filter((sql) => /^\s*(select|insert|update|delete|with)/i.test(sql))
      .map((sql) => ({ sql, plan: planOf(db, sql) }));
  } finally {
    db.close();
  }
}

function planOf(db: Libsql.Database, sql: string): string[] {
  const parameters = (sql.match(/\?\d*/g) ?? []).map(() => null);
  const rows = db.prepare(`explain query plan ${sql}`).all(parameters) as { detail: string }[];
  return rows.map(({ detail }) => detail);
}
