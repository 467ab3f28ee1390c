import { strict as assert } from "node:assert";
import { recoveryCodes as stored, secondFactors } from "../../db/schema/accounts.ts";
import { createOwnerWithPassword } from "../support/people/accounts.ts";
import { lettersOf } from "../support/people/letters.ts";
import { logInAgain, statusOf } from "../support/people/logins.ts";
import {
  logInWith,
  ownerWithSecondFactor,
  renewCodes,
  stateOf,
  turnOff,
  wrongAppCode,
} from "../support/people/second_factor.ts";
import { testApp } from "../support/start/test_app.ts";

Deno.test("DELETE /api/auth/second-factor turns it off with the app's code, forgets everything of it, and tells the account", async () => {
  await using app = await testApp();
  const { email, nextCode, ownerId, token } = await ownerWithSecondFactor(app);
  const other = await logInAgain(app, ownerId);
  assert.equal((await turnOff(app, token, nextCode())).status, 204);
  assert.deepEqual(await stateOf(app, token), { on: false, recoveryCodesLeft: 0 });
  assert.equal((await logInWith(app, email)).status, 200);
  assert.equal(await statusOf(app, other), 200);
  assert.deepEqual(await app.deps.db.read.select().from(secondFactors), []);
  assert.deepEqual(await app.deps.db.read.select().from(stored), []);
  assert.match(
    (await lettersOf(app, email)).at(-1)!,
    /Konu: İki adımlı giriş kapatıldı – Sıradaki/,
  );
});

Deno.test("DELETE /api/auth/second-factor accepts a recovery code too", async () => {
  await using app = await testApp();
  const { recoveryCodes, token } = await ownerWithSecondFactor(app);
  assert.equal((await turnOff(app, token, recoveryCodes[9]!)).status, 204);
  assert.equal((await stateOf(app, token)).on, false);
});

Deno.test("DELETE /api/auth/second-factor, twice and ten times at once, turns it off once", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const { email, nextCode, token } = await ownerWithSecondFactor(app);
  const code = nextCode();
  const answers = await Promise.all(Array.from({ length: 10 }, () => turnOff(app, token, code)));
  assert.equal(answers.filter(({ status }) => status === 204).length, 1);
  assert.ok(answers.every(({ status }) => [204, 400, 409].includes(status)));
  assert.equal((await turnOff(app, token, code)).status, 409);
  const letters = (await lettersOf(app, email)).filter((letter) => letter.includes("kapatıldı –"));
  assert.equal(letters.length, 1);
});

for (const [name, change] of Object.entries({ turnOff, renewCodes })) {
  Deno.test(`${name} answers 401 without a token, 403 to a wrong password, 400 to a wrong or used code, 409 while it is off, and changes nothing`, async () => {
    await using app = await testApp();
    const { email, nextCode, recoveryCodes, secret, token } = await ownerWithSecondFactor(app);
    const stranger = await ownerWithSecondFactor(app);
    const code = nextCode();
    assert.equal((await change(app, undefined, code)).status, 401);
    assert.equal((await change(app, token, code, "yanlış şifre")).status, 403);
    assert.equal((await change(app, token, wrongAppCode(app, secret))).status, 400);
    assert.equal((await change(app, token, stranger.recoveryCodes[0]!)).status, 400);
    assert.equal((await logInWith(app, email, code)).status, 200);
    assert.equal((await change(app, token, code)).status, 400);
    assert.deepEqual(await stateOf(app, token), { on: true, recoveryCodesLeft: 10 });
    assert.equal((await logInWith(app, email, recoveryCodes[0])).status, 200);
    const without = await createOwnerWithPassword(app);
    assert.equal((await change(app, without.token, "123456")).status, 409);
  });
}

Deno.test("POST /api/auth/second-factor/recovery-codes makes ten new codes, and the older ones end", async () => {
  await using app = await testApp();
  const { email, nextCode, recoveryCodes, token } = await ownerWithSecondFactor(app);
  assert.equal((await logInWith(app, email, recoveryCodes[0])).status, 200);
  const answer = await renewCodes(app, token, nextCode());
  assert.equal(answer.status, 200);
  const { recoveryCodes: renewed } = await answer.json();
  assert.equal(new Set([...recoveryCodes, ...renewed]).size, 20);
  assert.deepEqual(await stateOf(app, token), { on: true, recoveryCodesLeft: 10 });
  assert.equal((await logInWith(app, email, recoveryCodes[1])).status, 400);
  assert.equal((await logInWith(app, email, renewed[0])).status, 200);
});

Deno.test("POST /api/auth/second-factor/recovery-codes accepts a recovery code, and uses it up", async () => {
  await using app = await testApp();
  const { recoveryCodes, token } = await ownerWithSecondFactor(app);
  assert.equal((await renewCodes(app, token, recoveryCodes[3]!)).status, 200);
  assert.equal((await renewCodes(app, token, recoveryCodes[3]!)).status, 400);
  assert.equal((await stateOf(app, token)).recoveryCodesLeft, 10);
});

Deno.test("POST /api/auth/second-factor/recovery-codes, ten times at once with one code, makes them anew once", async () => {
  for (const kind of ["app", "recovery"]) {
    await using app = await testApp({ RATE_LIMITS: "off" });
    const { nextCode, recoveryCodes, token } = await ownerWithSecondFactor(app);
    const code = kind === "app" ? nextCode() : recoveryCodes[0]!;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => renewCodes(app, token, code)),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    assert.deepEqual(statuses, [200, ...Array(9).fill(400)], kind);
    assert.equal((await stateOf(app, token)).recoveryCodesLeft, 10);
  }
});
