// The second factor of people who work for a cafe (docs/accounts.md#second-factor).
import { strict as assert } from "node:assert";
import { memberships, recoveryCodes, secondFactors } from "../../db/schema/accounts.ts";
import { deleteExpired } from "../../server/account/delete_account.ts";
import { givePassword } from "../support/people/accounts.ts";
import { createOwner } from "../support/people/factories.ts";
import { logInWith, stateOf, turnOn } from "../support/people/second_factor.ts";
import {
  accept,
  createPerson,
  createStaff,
  invitationsOf,
  invite,
} from "../support/people/team.ts";
import { testApp } from "../support/start/test_app.ts";

const DAY_MS = 24 * 60 * 60_000;

Deno.test("a member of a team turns the second factor on, and logs in with a code only", async () => {
  await using app = await testApp();
  const { ownerId } = await createOwner(app.deps);
  const { accountId, email, token } = await createStaff(app.deps, ownerId);
  await givePassword(app, accountId);
  const { nextCode } = await turnOn(app, token);
  assert.equal((await stateOf(app, token)).on, true);
  assert.equal((await logInWith(app, email)).status, 401);
  assert.equal((await logInWith(app, email, nextCode())).status, 200);
});

Deno.test("an invited person with a second factor accepts after the login with a code", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const { accountId, email, token } = await createPerson(app.deps);
  await givePassword(app, accountId);
  const { nextCode } = await turnOn(app, token);
  await invite(app, owner.token, { email, name: "Deniz" });
  const joined = async () => (await app.deps.db.read.select().from(memberships)).length;
  assert.equal((await logInWith(app, email)).status, 401);
  assert.equal(await joined(), 0);
  const login = await (await logInWith(app, email, nextCode())).json();
  assert.equal(await joined(), 0);
  const [invitation] = await invitationsOf(app, login.token);
  assert.equal((await accept(app, login.token, invitation!._id)).status, 200);
  assert.equal(await joined(), 1);
});

Deno.test("the second factor of a person without a cafe is deleted with the account", async () => {
  await using app = await testApp();
  const { accountId, token } = await createPerson(app.deps);
  await givePassword(app, accountId);
  await turnOn(app, token);
  app.clock.pass(30 * DAY_MS + 1);
  await deleteExpired(app.deps);
  assert.deepEqual(await app.deps.db.read.select().from(secondFactors), []);
  assert.deepEqual(await app.deps.db.read.select().from(recoveryCodes), []);
});
