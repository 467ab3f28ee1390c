// The tables that grow with every song are never walked as a whole while the product answers (docs/running.md#database).
import { strict as assert } from "node:assert";
import Libsql from "libsql";
import { QUEUE_ORDER } from "../../db/queue.ts";
import { CALLS, JOBS, type Step } from "../bench/growth/calls.ts";
import { type GrownCafe, grownCafe } from "../bench/growth/grown_cafe.ts";

/** Some before the last Monday, which closes a period. */
const PLAYED = 1_000;
const GROWING = ["song_requests", "plays", "ledger", "earned_song_days"];
/** Their indexes that hold every row of a cafe. Searched by the cafe alone, they are as long as its history. */
const WHOLE_CAFES = ["song_requests_guest", "plays_owner", "ledger_owner"];
/** What looks for the rows of an account that has none, and what looks for a cafe's first tip at its first payout. */
const MAY_WALK = /^\s*(insert into|delete from|update) "?(accounts|payouts)\b/;

Deno.test("no statement of a call or a job walks a table that grows with every song", async () => {
  const statements = await statementsOf(everyCall);
  const walks = statements.filter(({ sql }) => !MAY_WALK.test(sql)).flatMap(({ sql, plan }) =>
    plan.filter(isWalk).map((step) => `${step}: ${sql.replace(/\s+/g, " ").slice(0, 160)}`)
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

function isWalk(step: string): boolean {
  // An alias is a letter or the name of what it stands for, so the index says which table it is.
  return GROWING.some((table) => new RegExp(`^SCAN ${table}\\b`).test(step)) ||
    WHOLE_CAFES.some((index) =>
      new RegExp(` ${index} \\(owner_id=\\?( AND \\w+<\\?)?\\)$`).test(step)
    );
}

/** Each call and each job at a cafe that has played a few songs. */
async function everyCall(cafe: GrownCafe): Promise<void> {
  for (const step of Object.values<Step>({ ...CALLS, ...JOBS })) await (await step(cafe))();
}

/** What the database was asked during `work`, with the plan of each statement. */
async function statementsOf(
  work: (cafe: GrownCafe) => Promise<void>,
): Promise<{ sql: string; plan: string[] }[]> {
  await using cafe = await grownCafe(PLAYED);
  const { app } = cafe;
  const asked = new Set<string>();
  const { prepare } = Libsql.prototype;
  Libsql.prototype.prepare = function (this: Libsql.Database, sql: string) {
    asked.add(sql);
    return prepare.call(this, sql);
  } as typeof prepare;
  try {
    await work(cafe);
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
