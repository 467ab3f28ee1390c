import { strict as assert } from "node:assert";
import fc from "../support/properties.ts";
import { findAccount } from "../../db/people/accounts.ts";
import { secondFactors } from "../../db/schema/accounts.ts";
import { SecondFactorCode } from "../../server/contract/fields.ts";
import {
  newRecoveryCodes,
  newTotpSecret,
  recoveryHash,
  stepOfCode,
} from "../../server/second_factor/prove.ts";
import { createCipher } from "../../server/secrets.ts";
import {
  createOwnerWithPassword,
  givePassword,
  login,
  PASSWORD,
} from "../support/people/accounts.ts";
import { createAdmin } from "../support/people/factories.ts";
import { resetTokenFor } from "../support/people/letters.ts";
import { statusOf } from "../support/people/logins.ts";
import {
  appCode,
  codeAt,
  logInWith,
  ownerWithSecondFactor,
  renewCodes,
  stateOf,
  STEP_MS,
  turnOff,
  turnOn,
  wrongAppCode,
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

// The codes themselves: RFC 6238, clock drift, and the form of recovery codes.
/** Appendix B of RFC 6238: the secret '12345678901234567890', and the last six of its eight digits. */
const RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const RFC_CODES: [seconds: number, code: string][] = [
  [59, "287082"],
  [1111111109, "081804"],
  [1111111111, "050471"],
  [1234567890, "005924"],
  [2000000000, "279037"],
  [20000000000, "353130"],
];

Deno.test("stepOfCode accepts the codes that RFC 6238 prints, each at its step", async () => {
  for (const [seconds, code] of RFC_CODES) {
    assert.equal(await stepOfCode(RFC_SECRET, code, seconds * 1000), Math.floor(seconds / 30));
  }
});

Deno.test("stepOfCode accepts a code one step early or late and none further away, at any time", async () => {
  const { secret } = await newTotpSecret("ayse@ornek.test");
  await fc.assert(fc.asyncProperty(
    fc.integer({ min: 1_000_000_000_000, max: 4_000_000_000_000 }),
    fc.integer({ min: -4, max: 4 }),
    async (nowMs, drift) => {
      const near = [-1, 0, 1].map((steps) => codeAt(secret, nowMs + steps * STEP_MS));
      const code = codeAt(secret, nowMs + drift * STEP_MS);
      const step = await stepOfCode(secret, code, nowMs);
      // Two steps may have the same code by chance.
      assert.equal(step !== undefined, near.includes(code));
      if (new Set([...near, code]).size === 3 + Number(Math.abs(drift) > 1)) {
        const expected = Math.floor(nowMs / STEP_MS) + drift;
        assert.equal(step, Math.abs(drift) <= 1 ? expected : undefined);
      }
    },
  ));
});

Deno.test("newTotpSecret makes 160 bits, another each time, and an address that names product and account", async () => {
  const [one, other] = [await newTotpSecret("ayse@ornek.test"), await newTotpSecret("a@b.test")];
  assert.match(one.secret, /^[A-Z2-7]{32}$/);
  assert.notEqual(one.secret, other.secret);
  const uri = new URL(one.uri);
  assert.equal(uri.protocol, "otpauth:");
  assert.equal(decodeURIComponent(uri.pathname).split("/").at(-1), "Sıradaki:ayse@ornek.test");
  assert.deepEqual(Object.fromEntries(uri.searchParams), {
    issuer: "Sıradaki",
    secret: one.secret,
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
});

Deno.test("newRecoveryCodes makes ten codes, whose hashes fit what people type, for this account alone", async () => {
  const cipher = await createCipher("a secret of more than thirty-two bytes");
  const { codes, hashes } = await newRecoveryCodes(cipher, "a");
  assert.equal(new Set(codes).size, 10);
  assert.equal(new Set(hashes).size, 10);
  for (const [i, code] of codes.entries()) {
    assert.match(code, /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    const misread = code.replaceAll("0", "o").replaceAll("1", "l");
    for (const typed of [code, ` ${code.toLowerCase()} `, code.replace("-", " "), misread]) {
      const hash = await recoveryHash(cipher, "a", SecondFactorCode.parse(typed));
      assert.equal(hash, hashes[i], typed);
    }
    const elsewhere = await recoveryHash(cipher, "b", SecondFactorCode.parse(code));
    assert.notEqual(elsewhere, hashes[i]);
  }
});

// How often codes may be guessed (docs/accounts.md#second-factor-limits).
const MINUTE_MS = 60_000;
const A_DAY_MS = 24 * 60 * MINUTE_MS;
const ELSEWHERE = "198.51.100.9";

Deno.test("5 wrong codes block the app's codes of an account for 15 minutes, from every address, and no recovery code", async () => {
  await using app = await testApp();
  const { email, nextCode, recoveryCodes, secret } = await ownerWithSecondFactor(app);
  const stranger = await ownerWithSecondFactor(app);
  const guessedAt = app.clock.now();
  for (let i = 1; i <= 5; i++) {
    const guess = wrongAppCode(app, secret, i);
    assert.equal((await logInWith(app, email, guess, `198.51.100.${i}`)).status, 400);
  }
  const refused = await logInWith(app, email, nextCode());
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get("retry-after")) > 0);
  assert.equal((await logInWith(app, email, appCode(app, secret), ELSEWHERE)).status, 429);
  assert.equal((await logInWith(app, stranger.email, stranger.nextCode())).status, 200);
  assert.equal((await logInWith(app, email, recoveryCodes[0])).status, 200);
  app.clock.set(guessedAt + 15 * MINUTE_MS - 1);
  assert.equal((await logInWith(app, email, appCode(app, secret))).status, 429);
  app.clock.pass(1);
  assert.equal((await logInWith(app, email, appCode(app, secret))).status, 200);
});

Deno.test("20 wrong codes of the app in a day block the account's codes, and right ones between do not reset that", async () => {
  await using app = await testApp();
  const { email, nextCode, secret } = await ownerWithSecondFactor(app);
  for (let i = 1; i <= 20; i++) {
    assert.equal((await logInWith(app, email, wrongAppCode(app, secret, i))).status, 400);
    app.clock.pass(3 * MINUTE_MS);
    if (i < 20) assert.equal((await logInWith(app, email, nextCode())).status, 200);
  }
  app.clock.pass(15 * MINUTE_MS);
  assert.equal((await logInWith(app, email, nextCode())).status, 429);
  app.clock.pass(A_DAY_MS);
  assert.equal((await logInWith(app, email, nextCode())).status, 200);
});

Deno.test("codes at once count before they are compared: 5 of 20 wrong ones are answered, and the right one is not", async () => {
  await using app = await testApp();
  const { email, nextCode, secret } = await ownerWithSecondFactor(app);
  const code = nextCode();
  const guesses = Array.from(
    { length: 20 },
    (_, i) => logInWith(app, email, wrongAppCode(app, secret, i)),
  );
  const right = logInWith(app, email, code);
  const answered = (await Promise.all(guesses)).filter(({ status }) => status === 400);
  assert.equal(answered.length, 5);
  assert.equal((await right).status, 429);
});

Deno.test("10 wrong recovery codes from one address block it for 10 minutes, and not another", async () => {
  await using app = await testApp();
  const { email, recoveryCodes } = await ownerWithSecondFactor(app);
  for (let i = 0; i < 10; i++) {
    assert.equal((await logInWith(app, email, `0000${i}-00000`)).status, 400);
  }
  assert.equal((await logInWith(app, email, recoveryCodes[0])).status, 429);
  assert.equal((await logInWith(app, email, recoveryCodes[0], ELSEWHERE)).status, 200);
  app.clock.pass(10 * MINUTE_MS);
  assert.equal((await logInWith(app, email, recoveryCodes[1])).status, 200);
});

Deno.test("wrong codes at a change count with those at the login", async () => {
  await using app = await testApp();
  const { email, secret, token } = await ownerWithSecondFactor(app);
  for (let i = 1; i <= 5; i++) {
    const change = i % 2 ? turnOff : renewCodes;
    assert.equal((await change(app, token, wrongAppCode(app, secret, i))).status, 400);
  }
  assert.equal((await logInWith(app, email, appCode(app, secret, 1))).status, 429);
});
