// The second factor's data ends with the account, and a secret without a first code ends by itself.
import { strict as assert } from "node:assert";
import { recoveryCodes, secondFactors } from "../../db/schema/accounts.ts";
import { deleteExpired } from "../../server/account/delete_account.ts";
import { createOwnerWithPassword, PASSWORD } from "../support/people/accounts.ts";
import { begin, ownerWithSecondFactor, stateOf } from "../support/people/second_factor.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const SETUP_MS = 10 * 60_000;

async function stored({ deps: { db } }: TestApp) {
  const [factors, codes] = await Promise.all([
    db.read.select().from(secondFactors),
    db.read.select().from(recoveryCodes),
  ]);
  return [factors.length, codes.length];
}

Deno.test("POST /api/account/delete erases the second factor and the recovery codes, and no other account's", async () => {
  await using app = await testApp();
  const { token, nextCode } = await ownerWithSecondFactor(app);
  const other = await ownerWithSecondFactor(app);
  const body = { password: PASSWORD, code: nextCode() };
  assert.equal((await app.call("POST", "/api/account/delete", { token, body })).status, 204);
  assert.deepEqual(await stored(app), [1, 10]);
  assert.equal((await stateOf(app, other.token)).on, true);
});

Deno.test("a secret without a first code is deleted after 10 minutes, and a confirmed one stays", async () => {
  await using app = await testApp();
  await ownerWithSecondFactor(app);
  await begin(app, (await createOwnerWithPassword(app)).token);
  app.clock.pass(SETUP_MS);
  await deleteExpired(app.deps);
  assert.deepEqual(await stored(app), [2, 10]);
  app.clock.pass(1);
  await deleteExpired(app.deps);
  assert.deepEqual(await stored(app), [1, 10]);
});
