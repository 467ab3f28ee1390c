import { strict as assert } from "node:assert";
import { recoveryCodes, secondFactors } from "../../db/schema/accounts.ts";
import { createOwnerWithPassword, givePassword } from "../support/people/accounts.ts";
import { createAdmin } from "../support/people/factories.ts";
import { lettersOf } from "../support/people/letters.ts";
import { logInAgain, statusOf } from "../support/people/logins.ts";
import {
  appCode,
  begin,
  codeAt,
  confirm,
  logInWith,
  ownerWithSecondFactor,
  stateOf,
  turnOn,
  wrongAppCode,
} from "../support/people/second_factor.ts";
import { listen } from "../support/net/listener.ts";
import { servedApp } from "../support/start/served_app.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { createClock } from "../support/time/clock.ts";

const MINUTE_MS = 60_000;

/** An owner with a secret that waits for its first code. */
async function begun(app: TestApp) {
  const owner = await createOwnerWithPassword(app);
  const { secret } = await (await begin(app, owner.token)).json();
  return { ...owner, secret: secret as string };
}

Deno.test("the second factor is turned on with the password and a code of the app, and gives ten recovery codes", async () => {
  await using app = await testApp();
  const { email, token } = await createOwnerWithPassword(app);
  assert.deepEqual(await stateOf(app, token), { on: false, recoveryCodesLeft: 0 });
  const answer = await begin(app, token);
  assert.equal(answer.status, 201);
  const { secret, uri } = await answer.json();
  assert.ok(uri.includes(secret) && uri.includes(encodeURIComponent(email)));
  assert.deepEqual(await stateOf(app, token), { on: false, recoveryCodesLeft: 0 });
  assert.equal((await logInWith(app, email)).status, 200);

  const confirmed = await confirm(app, token, appCode(app, secret));
  assert.equal(confirmed.status, 200);
  assert.equal((await confirmed.json()).recoveryCodes.length, 10);
  assert.deepEqual(await stateOf(app, token), { on: true, recoveryCodesLeft: 10 });
  assert.equal((await logInWith(app, email)).status, 401);
  assert.match((await lettersOf(app, email)).at(-1)!, /Konu: İki adımlı giriş açıldı – Sıradaki/);
});

Deno.test("turning it on ends every other login of the account, and no login of others", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwnerWithPassword(app);
  const stranger = await createOwnerWithPassword(app);
  const other = await logInAgain(app, ownerId);
  await turnOn(app, token);
  const statuses = await Promise.all([token, other, stranger.token].map((t) => statusOf(app, t)));
  assert.deepEqual(statuses, [200, 401, 200]);
});

Deno.test("the pages of the cafe hear that turning it on has ended logins", async () => {
  await using app = await servedApp();
  const { ownerId, token } = await createOwnerWithPassword(app);
  await logInAgain(app, ownerId);
  await using page = listen(app.wsOrigin, ownerId);
  const { revision } = await page.next();
  await turnOn(app, token);
  assert.equal((await page.next()).revision, revision + 1);
});

Deno.test("an admin can turn it on too", async () => {
  await using app = await testApp();
  const { accountId, token } = await createAdmin(app.deps);
  await givePassword(app, accountId);
  await turnOn(app, token);
  assert.deepEqual(await stateOf(app, token), { on: true, recoveryCodesLeft: 10 });
});

Deno.test("the calls about the second factor answer 401 without a token, and 403 to a wrong password", async () => {
  await using app = await testApp();
  const { token } = await createOwnerWithPassword(app);
  assert.equal((await app.call("GET", "/api/auth/second-factor")).status, 401);
  assert.equal((await begin(app)).status, 401);
  assert.equal((await confirm(app, undefined, "123456")).status, 401);
  assert.equal((await begin(app, token, "yanlış şifre")).status, 403);
  assert.equal((await confirm(app, token, "123456")).status, 409);
});

Deno.test("a wrong code does not turn it on, and the right one still does", async () => {
  await using app = await testApp();
  const { secret, token } = await begun(app);
  for (const wrong of [wrongAppCode(app, secret), "ABCDE-FGHJK", "12345", "1234567"]) {
    assert.equal((await confirm(app, token, wrong)).status, 400, wrong);
  }
  assert.equal((await stateOf(app, token)).on, false);
  assert.equal((await confirm(app, token, appCode(app, secret))).status, 200);
});

Deno.test("five wrong codes block the confirmation for 15 minutes, by which time the secret has ended", async () => {
  await using app = await testApp();
  const { secret, token } = await begun(app);
  for (let i = 1; i <= 5; i++) {
    assert.equal((await confirm(app, token, wrongAppCode(app, secret, i))).status, 400);
  }
  assert.equal((await confirm(app, token, appCode(app, secret))).status, 429);
  app.clock.pass(15 * MINUTE_MS);
  assert.equal((await confirm(app, token, appCode(app, secret))).status, 409);
});

Deno.test("a secret whose 10 minutes end while its code is compared is not turned on", async () => {
  const clock = createClock();
  let passing = 0;
  await using app = await testApp({}, {
    clock,
    replace: ({ cipher }) => ({
      cipher: {
        ...cipher,
        async decrypt(sealed: string, context: string) {
          const plain = await cipher.decrypt(sealed, context);
          clock.pass(passing);
          return plain;
        },
      },
    }),
  });
  const { secret, token } = await begun(app);
  passing = 10 * MINUTE_MS;
  const code = codeAt(secret, clock.now() + passing);
  assert.equal((await confirm(app, token, code)).status, 400);
  assert.equal((await stateOf(app, token)).on, false);
});

Deno.test("a secret that waits ends after 10 minutes, and when another is begun", async () => {
  await using app = await testApp();
  const { secret, token } = await begun(app);
  const { secret: newer } = await (await begin(app, token)).json();
  assert.equal((await confirm(app, token, appCode(app, secret))).status, 400);
  app.clock.pass(10 * MINUTE_MS);
  assert.equal((await confirm(app, token, appCode(app, newer))).status, 409);
  const { secret: newest } = await (await begin(app, token)).json();
  app.clock.pass(10 * MINUTE_MS - 1);
  assert.equal((await confirm(app, token, appCode(app, newest))).status, 200);
});

Deno.test("begun or confirmed again while it is on, both answer 409 and change nothing", async () => {
  await using app = await testApp();
  const { email, nextCode, recoveryCodes, secret, token } = await ownerWithSecondFactor(app);
  assert.equal((await begin(app, token)).status, 409);
  assert.equal((await confirm(app, token, appCode(app, secret))).status, 409);
  assert.equal((await logInWith(app, email, nextCode())).status, 200);
  assert.equal((await logInWith(app, email, recoveryCodes[0])).status, 200);
});

Deno.test("confirmed ten times at once, it is turned on once, with ten recovery codes and one letter", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const { email, secret, token } = await begun(app);
  const code = appCode(app, secret);
  const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(app, token, code)));
  const statuses = answers.map(({ status }) => status).toSorted();
  assert.equal(statuses.filter((status) => status === 200).length, 1);
  assert.ok(statuses.every((status) => [200, 400, 409].includes(status)), `${statuses}`);
  assert.deepEqual(await stateOf(app, token), { on: true, recoveryCodesLeft: 10 });
  const letters = (await lettersOf(app, email)).filter((letter) => letter.includes("açıldı –"));
  assert.equal(letters.length, 1);
});

Deno.test("two logins that confirm at once: one turns it on and stays, the other ends", async () => {
  await using app = await testApp();
  const { ownerId, secret, token } = await begun(app);
  const tokens = [token, await logInAgain(app, ownerId)];
  const code = appCode(app, secret);
  const answers = await Promise.all(tokens.map((t) => confirm(app, t, code)));
  const winner = answers.findIndex(({ status }) => status === 200);
  assert.notEqual(winner, -1);
  assert.equal(await statusOf(app, tokens[winner]!), 200);
  assert.equal(await statusOf(app, tokens[1 - winner]!), 401);
});

Deno.test("neither the secret nor a recovery code is in the database as it is shown", async () => {
  await using app = await testApp();
  const { recoveryCodes: shown, secret } = await ownerWithSecondFactor(app);
  const [factors, codes] = await Promise.all([
    app.deps.db.read.select().from(secondFactors),
    app.deps.db.read.select().from(recoveryCodes),
  ]);
  assert.equal(factors.length, 1);
  assert.equal(codes.length, 10);
  const stored = JSON.stringify([factors, codes]);
  for (const text of [secret, ...shown, ...shown.map((code) => code.replace("-", ""))]) {
    assert.ok(!stored.includes(text));
  }
});
