// The fee that an owner sees of the balance and of each payout.
import { strict as assert } from "node:assert";
import { closePeriod } from "../../server/payouts/closing.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { createPayee } from "../support/people/payees.ts";
import { playedSong } from "../support/people/plays.ts";

const HOUR_MS = 60 * 60 * 1000;

Deno.test("the fee is shown of the balance and of each payout, as the closing takes it", async () => {
  await using app = await moneyApp({ PAYOUT_FEE_PERCENT: "2.5" });
  const { ownerId, token } = await createPayee(app.deps);
  await playedSong(app.deps, ownerId, 1039, app.clock.now());
  const read = async (path: string) => await (await app.call("GET", path, { token })).json();
  const { currentBalance, fee } = await read("/api/payouts/summary");
  assert.deepEqual([currentBalance, fee], [10.39, { percent: 2.5, amount: 0.25 }]);
  app.clock.pass(HOUR_MS);
  await closePeriod(app.deps, app.clock.now());
  const [{ totalAmount, feeAmount }] = await read("/api/payouts");
  assert.deepEqual([totalAmount, feeAmount], [10.14, 0.25]);
  assert.equal((await read("/api/account/export")).payouts[0].feeAmount, 0.25);
});

Deno.test("without a fee no call names one", async () => {
  await using app = await moneyApp();
  const { ownerId, token } = await createPayee(app.deps);
  await playedSong(app.deps, ownerId, 1039, app.clock.now());
  app.clock.pass(HOUR_MS);
  await closePeriod(app.deps, app.clock.now());
  for (const path of ["/api/payouts/summary", "/api/payouts"]) {
    assert.doesNotMatch(await (await app.call("GET", path, { token })).text(), /fee/i);
  }
  const csv = await (await app.call("GET", "/api/payouts/history.csv", { token })).text();
  assert.doesNotMatch(csv, /Hizmet bedeli/);
});
