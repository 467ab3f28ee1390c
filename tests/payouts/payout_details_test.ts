// To which bank details a payout goes: while it is pending to the cafe's present ones, afterwards to those it was paid to.
import { strict as assert } from "node:assert";
import { listPayouts } from "../../db/payouts.ts";
import { closePeriod } from "../../server/payouts/closing.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { createAdmin } from "../support/people/factories.ts";
import { createPayee, HOLDER, IBAN } from "../support/people/payees.ts";
import { playedSong } from "../support/people/plays.ts";
import { seeded } from "../support/people/seeded.ts";
import type { TestApp } from "../support/start/test_app.ts";

const [WRONG, RIGHT] = [IBAN, "TR350009901234567800100001"];
const MAX_TURNS = 12;

/** A cafe whose IBAN turned out wrong after its period was closed, and an admin. */
async function closedWithWrongIban(app: TestApp) {
  const owner = await createPayee(app.deps, "Kahve Durağı");
  await playedSong(app.deps, owner.ownerId, 1050, app.clock.now());
  app.clock.pass(1000);
  const [payout] = await closePeriod(app.deps, app.clock.now());
  const admin = await createAdmin(app.deps);
  const path = `/api/admin/payouts/${payout!.id}/paid`;
  return {
    ...owner,
    listed: async () =>
      (await (await app.call("GET", "/api/admin/payouts", { token: admin.token })).json())[0],
    csv: async () =>
      await (await app.call("GET", "/api/admin/payouts/pending.csv", { token: admin.token }))
        .text(),
    mark: (body?: unknown) => app.call("PUT", path, { token: admin.token, body }),
    save: (iban: string, accountHolderName = HOLDER) =>
      app.call("POST", "/api/cafes", {
        token: owner.token,
        body: { name: "Kahve Durağı", iban, accountHolderName },
      }),
    row: async () => (await listPayouts(app.deps.db, owner.ownerId))[0]!,
  };
}

Deno.test("a pending payout shows an IBAN that was repaired after its period was closed, and is paid to it", async () => {
  await using app = await moneyApp();
  const { token, listed, csv, mark, save, row } = await closedWithWrongIban(app);
  assert.equal((await save(RIGHT, "Mehmet Kaya")).status, 200);
  const { iban, accountHolderName } = await listed();
  assert.deepEqual([iban, accountHolderName], [RIGHT, "Mehmet Kaya"]);
  assert.match(await csv(), new RegExp(`Mehmet Kaya;${RIGHT};`));
  assert.equal((await mark({ iban, accountHolderName })).status, 200);
  await save(WRONG);
  const { iban: paidTo, accountHolderName: holder, status } = await row();
  assert.deepEqual([paidTo, holder, status], [RIGHT, "Mehmet Kaya", "paid"]);
  const exported = await (await app.call("GET", "/api/account/export", { token })).json();
  assert.deepEqual([exported.payouts[0].iban, exported.cafe.iban], [RIGHT, WRONG]);
});

Deno.test("a pending payout keeps no bank details of its own, and the export has the cafe's", async () => {
  await using app = await moneyApp();
  const { token, row } = await closedWithWrongIban(app);
  assert.deepEqual([(await row()).iban, (await row()).accountHolderName], ["", ""]);
  const exported = await (await app.call("GET", "/api/account/export", { token })).json();
  assert.deepEqual([exported.payouts[0].iban, exported.cafe.iban], ["", IBAN]);
});

for (
  const [what, newIban, newHolder] of [
    ["the IBAN", RIGHT, HOLDER],
    ["the account holder", WRONG, "Mehmet Kaya"],
  ] as const
) {
  Deno.test(`PUT /api/admin/payouts/:payoutId/paid answers 409 if ${what} is no longer the one seen`, async () => {
    await using app = await moneyApp();
    const { listed, mark, save, row } = await closedWithWrongIban(app);
    const { iban, accountHolderName } = await listed();
    await save(newIban, newHolder);
    const refused = await mark({ iban, accountHolderName });
    assert.equal(refused.status, 409);
    assert.match((await refused.json()).msg, /ödeme bilgilerini siz listeyi açtıktan sonra/);
    assert.deepEqual([(await row()).status, (await row()).iban], ["pending", ""]);
    const seen = await listed();
    const paid = await mark({ iban: seen.iban, accountHolderName: seen.accountHolderName });
    assert.equal(paid.status, 200);
    assert.deepEqual([(await row()).iban, (await row()).accountHolderName], [newIban, newHolder]);
  });
}

Deno.test("PUT /api/admin/payouts/:payoutId/paid without a body pays to the present details", async () => {
  await using app = await moneyApp();
  const { mark, save, row } = await closedWithWrongIban(app);
  await save(RIGHT);
  assert.equal((await mark()).status, 200);
  assert.equal((await row()).iban, RIGHT);
});

Deno.test("PUT /api/admin/payouts/:payoutId/paid a second time answers 200, whatever was seen", async () => {
  await using app = await moneyApp();
  const { mark, save, row } = await closedWithWrongIban(app);
  await mark({ iban: WRONG, accountHolderName: HOLDER });
  await save(RIGHT);
  assert.equal((await mark({ iban: RIGHT, accountHolderName: HOLDER })).status, 200);
  assert.equal((await row()).iban, WRONG);
});

Deno.test("a payout whose cafe has taken its bank details back is listed without them and cannot be marked as paid", async () => {
  await using app = await moneyApp();
  const { listed, mark, save, row } = await closedWithWrongIban(app);
  await save("", "");
  const { iban, accountHolderName, amount } = await listed();
  assert.deepEqual([iban, accountHolderName, amount], ["", "", 10.5]);
  for (const body of [undefined, { iban, accountHolderName }]) {
    const refused = await mark(body);
    assert.equal(refused.status, 409);
    assert.match((await refused.json()).msg, /IBAN'ı veya hesap sahibinin adı eksik/);
  }
  assert.equal((await row()).status, "pending");
});

Deno.test("an owner who saves another IBAN while the admin marks as paid: it is paid to what was seen, or not at all", async () => {
  const answers = new Set<number>();
  for (let seed = 0; seed < 12; seed++) {
    await using app = await moneyApp();
    const { mark, save, row } = await closedWithWrongIban(app);
    const { upTo } = seeded(seed);
    const after = async <T>(act: () => Promise<T>): Promise<T> => {
      for (let turns = upTo(MAX_TURNS); turns > 0; turns--) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      return await act();
    };
    const [marked] = await Promise.all([
      after(() => mark({ iban: WRONG, accountHolderName: HOLDER })),
      after(() => save(RIGHT)),
    ]);
    answers.add(marked.status);
    const expected = marked.status === 200 ? ["paid", WRONG] : ["pending", ""];
    assert.deepEqual([(await row()).status, (await row()).iban], expected, `${seed}`);
  }
  assert.deepEqual([...answers].sort(), [200, 409]);
});
