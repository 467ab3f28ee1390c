// What stops guessing in the two statements that a verification consists of.
import { strict as assert } from "node:assert";
import {
  completeRegistration,
  countWrongTry,
  findLiveCodes,
} from "../../db/people/registrations.ts";
import { register, REGISTRATION, verify } from "../support/people/accounts.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const { email } = REGISTRATION;
const MAX_TRIES = 5;

/** Registers, then counts `wrongTries` wrong tries; returns the code, and the row that it stands in. */
async function triedCode(app: TestApp, wrongTries: number) {
  const { code } = await register(app);
  const [row] = await findLiveCodes(app.deps.db, email, app.clock.now(), MAX_TRIES);
  for (let i = 0; i < wrongTries; i++) await countWrongTry(app.deps.db, email);
  return { code, row: row! };
}

Deno.test("findLiveCodes returns a code after 4 wrong tries and no longer after 5", async () => {
  await using app = await testApp();
  const { row } = await triedCode(app, MAX_TRIES - 1);
  const live = () => findLiveCodes(app.deps.db, email, app.clock.now(), MAX_TRIES);
  assert.deepEqual(await live(), [row]);
  await countWrongTry(app.deps.db, email);
  assert.deepEqual(await live(), []);
});

Deno.test("completeRegistration refuses a code that met its 5th wrong try after it was read", async () => {
  await using app = await testApp();
  const { code, row } = await triedCode(app, MAX_TRIES);
  const { db } = app.deps;
  const completed = await completeRegistration(db, { ...row, email }, app.clock.now(), MAX_TRIES);
  assert.equal(completed, undefined);
  assert.equal((await verify(app, email, code)).status, 400);
});

Deno.test("completeRegistration takes a code after 4 wrong tries, once", async () => {
  await using app = await testApp();
  const { row } = await triedCode(app, MAX_TRIES - 1);
  const complete = () =>
    completeRegistration(app.deps.db, { ...row, email }, app.clock.now(), MAX_TRIES);
  assert.equal((await complete())?.id, row.accountId);
  assert.equal(await complete(), undefined);
});
