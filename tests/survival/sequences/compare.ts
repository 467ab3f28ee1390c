// Holds what the product tells against the model: after each step the lists, at the end the money.
import { strict as assert } from "node:assert";
import { issueToken } from "../../../server/auth/tokens.ts";
import { findAccount } from "../../../db/people/accounts.ts";
import { SONG_MS } from "../../support/music/library_cafe.ts";
import { sumOf } from "./model.ts";
import type { Person } from "./person.ts";
import type { Cafe, World } from "./world.ts";
import { sql } from "../../support/db/sql.ts";

const OPEN = /^(pending|approved|unplayable)$/;

/**
 * The public queue, and the team's list with tips, states, places, tables and the till; that pages were told of a change;
 * and the count of pending requests, by which their bound is checked (db/migrations/0008_pending.sql).
 */
export async function compareLists({ app, cafes, people }: World): Promise<void> {
  for (const cafe of cafes) {
    const { model, observer } = cafe;
    const inOrder = model.queue;
    const queue = inOrder.map(({ id }) => id);
    const shown = await readQueue(people.at(-1)!, cafe);
    assert.deepEqual(
      shown.map((r) => [r._id, r.tipAmount]),
      inOrder.map((r) => [r.id, sumOf(r) / 100]),
    );
    const open = await observer.call("GET", "/api/requests");
    assert.equal(open.status, 200);
    assert.deepEqual(
      open.body.map((r: Record<string, unknown>) => [
        ...[r._id, r.tipAmount, r.status, r.unplayable, r.place, r.table, r.atTill],
        r.receivedAmount,
      ]),
      model.requests.filter(({ state }) => OPEN.test(state)).map((r) => [
        ...[r.id, sumOf(r) / 100, r.state === "pending" ? "pending" : "approved"],
        ...[r.state === "unplayable", place(queue, r.id), r.table, r.atTill],
        r.receivedKurus / 100,
      ]),
    );
    const { ownerId } = cafe.live.owner;
    const [room] = await app.deps.db.all<{ pending: number; revision: number }>(
      sql`select pending, revision from rooms where owner_id = ${ownerId}`,
    );
    const { pending = 0, revision = 0 } = room ?? {};
    assert.equal(pending, model.requests.filter(({ state }) => state === "pending").length);
    const lists = JSON.stringify(
      inOrder.concat(model.requests).map((r) => [r.id, sumOf(r), r.state]),
    );
    const { told } = cafe;
    assert.ok(!told || told.lists === lists || told.revision < revision, "no page was told");
    cafe.told = { lists, revision };
  }
}

/** The public queue as a browser shows it, which keeps the last answer and asks whether it is still the current one. */
async function readQueue(reader: Person, cafe: Cafe): Promise<Record<string, unknown>[]> {
  const path = `/api/requests/queue/${cafe.live.owner.ownerId}`;
  const { keptQueue: kept } = cafe;
  const known = kept && { "if-none-match": kept.etag };
  const answer = await reader.call("GET", path, undefined, known);
  assert.ok(answer.status === 200 || kept && answer.status === 304, `${answer.status} ${path}`);
  if (answer.status === 200) cafe.keptQueue = answer;
  return cafe.keptQueue!.body;
}

/** Balance, payouts, earnings and the till, to the kuruş; what each guest gave; and what plays. */
export async function compareMoney(world: World): Promise<void> {
  for (const cafe of world.cafes) await compareCafe(world, cafe);
  for (const [number, guest] of world.people.filter(({ cookie }) => cookie).entries()) {
    for (const { live, model } of world.cafes) {
      const mine = await guest.call("GET", `/api/requests/mine?ownerId=${live.owner.ownerId}`);
      const own = model.requests.filter(({ asker, tips, state }) =>
        state !== "withdrawn" && (asker === number || tips[number]! > 0)
      );
      assert.deepEqual(
        new Set(
          mine.body.map((r: Record<string, unknown>) => `${r._id} ${r.tipAmount} ${r.ownTip}`),
        ),
        new Set(own.map((r) => `${r.id} ${sumOf(r) / 100} ${r.tips[number]! / 100}`)),
      );
    }
  }
}

async function compareCafe(world: World, { live, model, account }: Cafe): Promise<void> {
  const { app, people } = world;
  const { ownerId } = live.owner;
  const token = await issueToken(app.deps, (await findAccount(app.deps.db, ownerId))!);
  const read = async (path: string) => await (await app.call("GET", path, { token })).json();
  const summary = await read("/api/payouts/summary");
  assert.equal(summary.currentBalance, model.balanceKurus / 100);
  const payouts = await read("/api/payouts");
  assert.deepEqual(
    payouts.map((p: Record<string, unknown>) => `${p._id} ${p.totalAmount} ${p.status}`),
    model.payouts.map((p) => `${p.id} ${p.kurus / 100} ${p.isPaid ? "paid" : "pending"}`).reverse(),
  );
  const { days } = await read("/api/payouts/earnings");
  const earned = sumInKurus(days.map(({ amount }: { amount: number }) => amount));
  const paidOut = model.payouts.reduce((sum, { kurus }) => sum + kurus, 0);
  assert.equal(earned, model.balanceKurus + paidOut);
  const till = (await read("/api/payouts/till")).days;
  const tillOf = (what: string) => sumInKurus(till.map((day: Record<string, number>) => day[what]));
  assert.deepEqual(
    [tillOf("expected"), tillOf("received")],
    [model.expectedKurus, model.receivedKurus],
  );
  const { body } = await people.at(-1)!.call("GET", `/api/cafes/${live.owner.cafeId}/now`);
  const shown = body.playing?.requestId;
  const { play } = model;
  const isHeard = play !== undefined && (play.heldAt ?? world.now()) - play.startedAt < SONG_MS;
  const due = account ? account.shown(world.now())?.id : isHeard ? play.request.id : undefined;
  assert.ok(!shown || shown === (due ?? play?.request.id), "another song is shown");
  assert.ok(!due || shown === due, "what plays is not shown");
}

function place(queue: string[], id: string): number | null {
  return queue.includes(id) ? queue.indexOf(id) + 1 : null;
}

function sumInKurus(amounts: number[]): number {
  return amounts.reduce((sum, tl) => sum + Math.round(tl * 100), 0);
}
