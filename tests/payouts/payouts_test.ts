// The owner's payouts and balance, and who may read them.
import { strict as assert } from "node:assert";
import type { Payout } from "../../server/contract/payouts.ts";
import { closePeriod } from "../../server/payouts/closing.ts";
import { createAdmin, createOwner } from "../support/people/factories.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { createPayee } from "../support/people/payees.ts";
import { playedSong } from "../support/people/plays.ts";
import { decide, submit } from "../support/people/requests.ts";

const HOUR_MS = 60 * 60 * 1000;

Deno.test("GET /api/payouts/summary starts with zeros, and null for the last payment", async () => {
  await using app = await moneyApp();
  const { token } = await createOwner(app.deps);
  const response = await app.call("GET", "/api/payouts/summary", { token });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.deepEqual(await response.json(), {
    currentBalance: 0,
    lastPayoutAmount: null,
    lastPayoutDate: null,
  });
});

Deno.test("GET /api/payouts/summary says from which balance on there is a payout, if there is a limit", async () => {
  await using app = await moneyApp({ PAYOUT_MIN_TL: "99.5" });
  const { token } = await createOwner(app.deps);
  const summary = await (await app.call("GET", "/api/payouts/summary", { token })).json();
  assert.equal(summary.payoutMin, 99.5);
});

Deno.test("GET /api/payouts/summary counts the owner's played tips alone, to the kuruş", async () => {
  await using app = await moneyApp();
  const { ownerId, token } = await createOwner(app.deps);
  const other = await createOwner(app.deps);
  for (const kurus of [110, 7, 435, 0]) await playedSong(app.deps, ownerId, kurus, app.clock.now());
  await playedSong(app.deps, other.ownerId, 99_999, app.clock.now());
  await submit(app, ownerId, { tipAmount: 50 });
  const approved = await submit(app, ownerId, { tipAmount: 60 });
  await decide(app, token, approved._id, "approved");
  const { currentBalance } = await (await app.call("GET", "/api/payouts/summary", { token }))
    .json();
  assert.equal(currentBalance, 5.52);
});

Deno.test("GET /api/payouts returns the owner's payouts alone, newest first, without other fields", async () => {
  await using app = await moneyApp();
  const { ownerId, token } = await createPayee(app.deps);
  const other = await createPayee(app.deps);
  const firstTipAt = app.clock.now();
  const ends: number[] = [];
  for (const kurus of [1000, 2050]) {
    await playedSong(app.deps, ownerId, kurus, app.clock.now());
    await playedSong(app.deps, other.ownerId, 7700, app.clock.now());
    app.clock.pass(HOUR_MS);
    ends.push(app.clock.now());
    await closePeriod(app.deps, app.clock.now());
  }
  const response = await app.call("GET", "/api/payouts", { token });
  assert.equal(response.status, 200);
  const list: Payout[] = await response.json();
  const iso = (ms: number) => new Date(ms).toISOString();
  assert.deepEqual(list.map(({ _id, ...rest }) => rest), [
    {
      createdAt: iso(ends[1]!),
      startDate: iso(ends[0]!),
      endDate: iso(ends[1]!),
      totalAmount: 20.5,
      status: "pending",
    },
    {
      createdAt: iso(ends[0]!),
      startDate: iso(firstTipAt),
      endDate: iso(ends[0]!),
      totalAmount: 10,
      status: "pending",
    },
  ]);
  assert.equal(new Set(list.map(({ _id }) => _id)).size, 2);
});

for (const path of ["", "/summary", "/earnings", "/history.csv"]) {
  Deno.test(`GET /api/payouts${path} answers 401 without a token and 403 to an admin`, async () => {
    await using app = await moneyApp();
    const { token } = await createAdmin(app.deps);
    assert.equal((await app.call("GET", `/api/payouts${path}`)).status, 401);
    assert.equal((await app.call("GET", `/api/payouts${path}`, { token: "x.y.z" })).status, 401);
    const refused = await app.call("GET", `/api/payouts${path}`, { token });
    assert.equal(refused.status, 403);
    assert.equal((await refused.json()).code, "forbidden");
  });
}
