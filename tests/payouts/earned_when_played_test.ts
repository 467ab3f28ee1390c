import { strict as assert } from "node:assert";
import { connectedOwner, queueUp } from "../support/people/cafe_evening.ts";
import { createAdmin } from "../support/people/factories.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { HOLDER, IBAN } from "../support/people/payees.ts";
import { decide, submit } from "../support/people/requests.ts";

const at = (text: string) => Date.parse(`${text}+03:00`);

Deno.test("a tip is earned when its song begins to play, and paid out with its week", async () => {
  await using app = await moneyApp();
  app.clock.set(at("2026-11-14T21:00"));
  const owner = await connectedOwner(app);
  const { ownerId, token } = owner;
  const balance = async () =>
    (await (await app.call("GET", "/api/payouts/summary", { token })).json()).currentBalance;

  await submit(app, ownerId, { tipAmount: 500 });
  const rejected = await submit(app, ownerId, { tipAmount: 400 });
  await decide(app, token, rejected._id, "rejected");
  await queueUp(app, owner, [12.35, 0, 99.99]);
  assert.equal(await balance(), 0);

  const played = await app.call("POST", "/api/requests/play-next", { token });
  assert.equal(played.status, 200, await played.text());
  assert.equal(await balance(), 99.99);

  const body = { name: "Kahve Durağı", iban: IBAN, accountHolderName: HOLDER };
  assert.equal((await app.call("POST", "/api/cafes", { token, body })).status, 200);
  app.clock.set(at("2026-11-16T00:00"));
  assert.equal(await balance(), 0);
  const admin = await createAdmin(app.deps);
  const due = await (await app.call("GET", "/api/admin/payouts", { token: admin.token })).json();
  assert.deepEqual(
    due.map((item: { period: string; amount: number }) => [item.period, item.amount]),
    [
      ["14–15 Kasım 2026", 99.99],
    ],
  );
});
