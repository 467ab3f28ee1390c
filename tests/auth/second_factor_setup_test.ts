import { strict as assert } from "node:assert";
import { recoveryCodes, recoveryCodes as stored, secondFactors } from "../../db/schema/accounts.ts";
import { createOwnerWithPassword, PASSWORD } from "../support/people/accounts.ts";
import { lettersOf } from "../support/people/letters.ts";
import { logInAgain, statusOf } from "../support/people/logins.ts";
import { IBAN } from "../support/people/payees.ts";
import { playedSong } from "../support/people/plays.ts";
import {
  appCode,
  begin,
  codeAt,
  confirm,
  logInWith,
  ownerWithSecondFactor,
  renewCodes,
  stateOf,
  turnOff,
  turnOn,
  wrongAppCode,
} from "../support/people/second_factor.ts";
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

Deno.test("turning the second factor on answers 403 to a wrong password, and 409 to a code before that", async () => {
  await using app = await testApp();
  const { token } = await createOwnerWithPassword(app);
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

// Where a second factor is on, another IBAN and the account's end take a code (docs/accounts.md#second-factor).
const PROFILE = { name: "Nar Ağacı", iban: IBAN, accountHolderName: "Ayşe Öztürk" };

Deno.test("another IBAN takes a code, which works once; the name and the same IBAN take none", async () => {
  await using app = await testApp();
  const { token, nextCode } = await ownerWithSecondFactor(app);
  const asked = await save(app, token, PROFILE);
  assert.equal(asked.status, 403);
  assert.equal(asked.headers.get("second-factor"), "required");
  assert.equal(await ibanOf(app, token), "");
  assert.equal((await save(app, token, { ...PROFILE, code: "000000" })).status, 400);
  const code = nextCode();
  assert.equal((await save(app, token, { ...PROFILE, code })).status, 200);
  assert.equal(await ibanOf(app, token), IBAN);
  const renamed = { ...PROFILE, name: "Yeni Ad", iban: "TR33 0006 1005 1978 6457 8413 26" };
  assert.equal((await save(app, token, renamed)).status, 200);
  assert.equal((await save(app, token, { ...PROFILE, iban: "", code })).status, 400);
  assert.equal(await ibanOf(app, token), IBAN);
});

Deno.test("a recovery code changes the IBAN too, and five wrong codes block it as they block the login", async () => {
  await using app = await testApp();
  const { token, recoveryCodes, nextCode } = await ownerWithSecondFactor(app);
  assert.equal((await save(app, token, { ...PROFILE, code: recoveryCodes[0]! })).status, 200);
  const other = { ...PROFILE, iban: "" };
  const right = nextCode();
  for (let i = 0; i < 5; i++) {
    const code = String((Number(right) + 1_003 * (i + 1)) % 1_000_000).padStart(6, "0");
    assert.equal((await save(app, token, { ...other, code })).status, 400);
  }
  assert.equal((await save(app, token, { ...other, code: right })).status, 429);
});

Deno.test("without a second factor no code is asked for, and one that is sent is ignored", async () => {
  await using app = await testApp();
  const { token } = await createOwnerWithPassword(app);
  assert.equal((await save(app, token, { ...PROFILE, code: "123456" })).status, 200);
  assert.equal((await erase(app, token)).status, 204);
});

Deno.test("deleting the account takes the password and a code", async () => {
  await using app = await testApp();
  const { token, nextCode } = await ownerWithSecondFactor(app);
  assert.equal((await erase(app, token, { password: "yanlış", code: nextCode() })).status, 403);
  const asked = await erase(app, token);
  assert.deepEqual([asked.status, asked.headers.get("second-factor")], [403, "required"]);
  assert.equal((await erase(app, token, { code: "000000" })).status, 400);
  assert.equal((await erase(app, token, { code: nextCode() })).status, 204);
});

Deno.test("money that is owed is told before the code is used up, which then gives it up", async () => {
  await using app = await testApp();
  const { ownerId, token, nextCode } = await ownerWithSecondFactor(app);
  await playedSong(app.deps, ownerId, 5000, app.clock.now());
  const code = nextCode();
  assert.equal((await erase(app, token, { code })).status, 409);
  assert.equal((await erase(app, token, { code, waiveBalance: true })).status, 204);
});

function save(app: TestApp, token: string, body: unknown): Promise<Response> {
  return app.call("POST", "/api/cafes", { token, body });
}

function erase(app: TestApp, token: string, more: object = {}): Promise<Response> {
  const body = { password: PASSWORD, ...more };
  return app.call("POST", "/api/account/delete", { token, body });
}

async function ibanOf(app: TestApp, token: string): Promise<string> {
  return (await (await app.call("GET", "/api/cafes/me", { token })).json()).iban;
}
