import { strict as assert } from "node:assert";
import {
  createOwnerWithPassword,
  givePassword,
  login,
  PASSWORD,
} from "../support/people/accounts.ts";
import { createAdmin } from "../support/people/factories.ts";
import { findAccount } from "../../db/accounts.ts";
import { secondFactors } from "../../db/schema/accounts.ts";
import { createCipher } from "../../server/secrets.ts";
import { resetTokenFor } from "../support/people/letters.ts";
import { statusOf } from "../support/people/logins.ts";
import {
  appCode,
  logInWith,
  ownerWithSecondFactor,
  stateOf,
  STEP_MS,
  turnOn,
} from "../support/people/second_factor.ts";
import { testApp } from "../support/start/test_app.ts";

const DAY_MS = 24 * 60 * 60_000;

Deno.test("POST /api/auth/login asks for the code after the right password, and says so in a header", async () => {
  await using app = await testApp();
  const { email } = await ownerWithSecondFactor(app);
  const asked = await logInWith(app, email);
  assert.equal(asked.status, 401);
  assert.equal(asked.headers.get("second-factor"), "required");
  assert.deepEqual(await asked.json(), {
    msg: "Hesabınızda iki adımlı giriş açık. Doğrulama uygulamanızdaki kodu da girin.",
    code: "second_factor_required",
  });
});

Deno.test("POST /api/auth/login answers a wrong password as without a second factor, also with the right code", async () => {
  await using app = await testApp();
  const { email, nextCode } = await ownerWithSecondFactor(app);
  const code = nextCode();
  const body = { email, password: "yanlış şifre", code };
  const wrong = await app.call("POST", "/api/auth/login", { body });
  assert.equal(wrong.status, 401);
  assert.equal(wrong.headers.get("second-factor"), null);
  const unknown = await login(app, "yok@ornek.test", "yanlış şifre");
  assert.equal(await wrong.text(), await unknown.text());
  // The code was not looked at, so it was not used up either.
  assert.equal((await logInWith(app, email, code)).status, 200);
});

Deno.test("POST /api/auth/login gives a token for the password with the app's code, and a code is ignored without a second factor", async () => {
  await using app = await testApp();
  const { email, nextCode } = await ownerWithSecondFactor(app);
  const answer = await logInWith(app, email, nextCode());
  assert.equal(answer.status, 200);
  const body = await answer.json();
  assert.deepEqual(Object.keys(body), ["token"]);
  assert.equal(await statusOf(app, body.token), 200);
  const { email: other } = await createOwnerWithPassword(app);
  assert.equal((await logInWith(app, other, "123456")).status, 200);
});

Deno.test("POST /api/auth/login accepts a code one step early or late, and none further away", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const { email, secret } = await ownerWithSecondFactor(app);
  app.clock.pass(10 * STEP_MS);
  for (const [steps, status] of [[-2, 400], [2, 400], [-1, 200], [0, 200], [1, 200]] as const) {
    const answer = await logInWith(app, email, appCode(app, secret, steps));
    assert.equal(answer.status, status, `${steps} steps away`);
  }
});

Deno.test("POST /api/auth/login accepts a code once, and after it no code of an earlier step", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const { email, secret } = await ownerWithSecondFactor(app);
  // The code that turned it on.
  assert.equal((await logInWith(app, email, appCode(app, secret))).status, 400);
  app.clock.pass(10 * STEP_MS);
  const code = appCode(app, secret);
  assert.equal((await logInWith(app, email, code)).status, 200);
  assert.equal((await logInWith(app, email, code)).status, 400);
  assert.equal((await logInWith(app, email, appCode(app, secret, -1))).status, 400);
  assert.equal((await logInWith(app, email, appCode(app, secret, 1))).status, 200);
});

Deno.test("ten logins at once with the same code of the app: one succeeds", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const { email, nextCode } = await ownerWithSecondFactor(app);
  const code = nextCode();
  const answers = await Promise.all(Array.from({ length: 10 }, () => logInWith(app, email, code)));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array(9).fill(400)]);
});

Deno.test("ten logins at once with the same recovery code: one succeeds, and nine codes are left", async () => {
  await using app = await testApp();
  const { email, recoveryCodes: [code], token } = await ownerWithSecondFactor(app);
  const answers = await Promise.all(Array.from({ length: 10 }, () => logInWith(app, email, code)));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array(9).fill(400)]);
  assert.equal((await stateOf(app, token)).recoveryCodesLeft, 9);
});

Deno.test("each recovery code logs in once, however it is typed", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const { email, recoveryCodes, token } = await ownerWithSecondFactor(app);
  for (const code of recoveryCodes) {
    assert.equal((await logInWith(app, email, ` ${code.toLowerCase()} `)).status, 200);
    assert.equal((await logInWith(app, email, code)).status, 400);
  }
  assert.deepEqual(await stateOf(app, token), { on: true, recoveryCodesLeft: 0 });
});

Deno.test("the codes of another account do not log in", async () => {
  await using app = await testApp();
  const one = await ownerWithSecondFactor(app);
  const other = await ownerWithSecondFactor(app);
  assert.equal((await logInWith(app, one.email, other.nextCode())).status, 400);
  assert.equal((await logInWith(app, one.email, other.recoveryCodes[0])).status, 400);
});

Deno.test("an admin with a second factor logs in with a code only", async () => {
  await using app = await testApp();
  const { accountId, token } = await createAdmin(app.deps);
  await givePassword(app, accountId);
  const { email } = (await findAccount(app.deps.db, accountId))!;
  const { nextCode } = await turnOn(app, token);
  assert.equal((await logInWith(app, email)).status, 401);
  assert.equal((await logInWith(app, email, nextCode())).status, 200);
});

Deno.test("a new password does not turn the second factor off: the login with it asks for the code", async () => {
  await using app = await testApp();
  const { email, nextCode } = await ownerWithSecondFactor(app);
  await app.call("POST", "/api/auth/forgot-password", { body: { email } });
  const link = await resetTokenFor(app, email);
  const body = { password: "yepyeni bir parola" };
  assert.equal((await app.call("PUT", `/api/auth/reset-password/${link}`, { body })).status, 200);
  const logIn = (code?: string) =>
    app.call("POST", "/api/auth/login", { body: { ...body, email, code } });
  assert.equal((await logIn()).headers.get("second-factor"), "required");
  assert.equal((await logIn(nextCode())).status, 200);
  assert.equal((await login(app, email, PASSWORD)).status, 401);
});

Deno.test("the login that turned it on is renewed without a code", async () => {
  await using app = await testApp();
  const { token } = await ownerWithSecondFactor(app);
  app.clock.pass(DAY_MS);
  const renewed = await app.call("POST", "/api/auth/renew", { token });
  assert.equal(renewed.status, 200);
});

Deno.test("a secret that was encrypted with another key accepts no code", async () => {
  await using app = await testApp();
  const { email, nextCode, ownerId, secret } = await ownerWithSecondFactor(app);
  const lost = await (await createCipher("another key of thirty-two bytes or more")).encrypt(
    secret,
    ownerId,
  );
  await app.deps.db.write((d) => [d.update(secondFactors).set({ secret: lost })]);
  assert.equal((await logInWith(app, email, nextCode())).status, 400);
});
