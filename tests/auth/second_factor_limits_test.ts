// How often codes may be guessed (docs/accounts.md#second-factor-limits).
import { strict as assert } from "node:assert";
import {
  appCode,
  logInWith,
  ownerWithSecondFactor,
  renewCodes,
  turnOff,
  wrongAppCode,
} from "../support/people/second_factor.ts";
import { testApp } from "../support/start/test_app.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
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
  app.clock.pass(DAY_MS);
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
