import { strict as assert } from "node:assert";
import { gate } from "../support/time/gate.ts";
import {
  createOwnerWithPassword,
  login,
  PASSWORD,
  register,
  REGISTRATION,
} from "../support/people/accounts.ts";
import { createOwner } from "../support/people/factories.ts";
import { loginsOf } from "../support/people/logins.ts";
import { appCode, begin, confirm } from "../support/people/second_factor.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const MINUTE_MS = 60_000;
const ELSEWHERE = "198.51.100.9";

async function statuses(app: TestApp, email: string, times: number, address?: string) {
  const found: number[] = [];
  for (let i = 0; i < times; i++) {
    found.push((await login(app, email, `yanlış şifre ${i}`, address)).status);
  }
  return found;
}

Deno.test("POST /api/auth/login gives an unknown e-mail and a wrong password the same answer", async () => {
  await using app = await testApp();
  const { email } = await createOwnerWithPassword(app);
  const wrong = await login(app, email, "yanlış şifre");
  const unknown = await login(app, "yok@ornek.test", "yanlış şifre");
  assert.equal(wrong.status, 401);
  assert.equal(unknown.status, 401);
  assert.equal(await wrong.text(), await unknown.text());
  const names = (answer: Response) => [...answer.headers.keys()].sort();
  assert.deepEqual(names(wrong), names(unknown));
});

// By the clock: equal_times_long_test.ts.
Deno.test("POST /api/auth/login hashes the password for an unknown e-mail too, once, as it does a wrong one", async () => {
  const compared: boolean[] = [];
  await using app = await testApp({}, {
    replace: ({ passwords }) => ({
      passwords: {
        ...passwords,
        verify(passwordHash, ...rest) {
          compared.push(passwordHash !== undefined);
          return passwords.verify(passwordHash, ...rest);
        },
      },
    }),
  });
  const { email } = await createOwnerWithPassword(app);
  for (const who of [email, "yok@ornek.test"]) await login(app, who, "yanlış şifre");
  assert.deepEqual(compared, [true, false]);
});

Deno.test("POST /api/auth/login answers 403 to an unverified account's right password, and 401 to a wrong one", async () => {
  await using app = await testApp();
  await register(app);
  assert.equal((await login(app, REGISTRATION.email, "yanlış şifre")).status, 401);
  const refused = await login(app, REGISTRATION.email, PASSWORD);
  assert.equal(refused.status, 403);
  assert.equal((await refused.json()).code, "account_unverified");
});

Deno.test("10 failed logins block one account at one address for 10 minutes, for the right password too", async () => {
  await using app = await testApp();
  const { email } = await createOwnerWithPassword(app);
  const { email: other } = await createOwnerWithPassword(app);
  assert.deepEqual(await statuses(app, email, 10), Array(10).fill(401));
  const refused = await login(app, email, PASSWORD);
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get("retry-after"), "600");
  assert.equal((await login(app, email.toUpperCase(), PASSWORD)).status, 429);
  assert.equal((await login(app, other, PASSWORD)).status, 200);
  assert.equal((await login(app, email, PASSWORD, ELSEWHERE)).status, 200);
  app.clock.pass(10 * MINUTE_MS);
  assert.equal((await login(app, email, PASSWORD)).status, 200);
});

Deno.test("a successful login resets the account's failures", async () => {
  await using app = await testApp();
  const { email } = await createOwnerWithPassword(app);
  for (let round = 0; round < 2; round++) {
    assert.deepEqual(await statuses(app, email, 9), Array(9).fill(401));
    assert.equal((await login(app, email, PASSWORD)).status, 200);
  }
});

Deno.test("100 failed logins in an hour block an address, and successful logins do not reset that", async () => {
  await using app = await testApp();
  const { email: own } = await createOwnerWithPassword(app);
  for (let round = 0; round < 5; round++) {
    assert.equal((await login(app, own, PASSWORD)).status, 200);
    const guesses = Array.from({ length: 20 }, (_, i) => `hedef${round}-${i}@ornek.test`);
    const answers = await Promise.all(guesses.map((email) => login(app, email, "yanlış şifre")));
    assert.deepEqual(answers.map((answer) => answer.status), Array(20).fill(401));
  }
  assert.equal((await login(app, "hedef@ornek.test", "yanlış şifre")).status, 429);
  assert.equal((await login(app, own, PASSWORD)).status, 429);
  assert.equal((await login(app, own, PASSWORD, ELSEWHERE)).status, 200);
  app.clock.pass(60 * MINUTE_MS);
  assert.equal((await login(app, own, PASSWORD)).status, 200);
});

Deno.test("logins at once count before they are compared: after 10 the right password answers 429", async () => {
  await using app = await testApp();
  const { email } = await createOwnerWithPassword(app);
  await statuses(app, email, 5);
  const guesses = Array.from({ length: 20 }, (_, i) => login(app, email, `tahmin ${i}`));
  const right = login(app, email, PASSWORD);
  const wrong = await Promise.all(guesses);
  assert.equal(wrong.filter((answer) => answer.status === 401).length, 5);
  assert.equal((await right).status, 429);
});

Deno.test("20 right logins at once all succeed", async () => {
  await using app = await testApp();
  const { email } = await createOwnerWithPassword(app);
  const answers = await Promise.all(Array.from({ length: 20 }, () => login(app, email, PASSWORD)));
  assert.deepEqual(answers.map((answer) => answer.status), Array(20).fill(200));
  const tokens = await Promise.all(answers.map(async (answer) => (await answer.json()).token));
  assert.equal(new Set(tokens).size, 20);
});

/** A hash that takes a tenth of a second of a core or more to compare. */
const COSTLY =
  "$argon2id$v=19$m=65536,t=3,p=1$Sg3Rn/m1X3mMQDXjkGij0A$L/mqeOYQdjKyu53izkOx15oZzC3vCeh5e4HwmG+FFGc";

/** As many comparisons as are let in, two of them costly, so that the others wait. */
function compareMany({ deps }: TestApp, address: (i: number) => string): Promise<unknown> {
  return Promise.allSettled(
    Array.from(
      { length: 32 },
      (_, i) =>
        deps.passwords.verify(i < 2 ? COSTLY : undefined, PASSWORD, { address: address(i) }),
    ),
  );
}

Deno.test("while 32 passwords are compared or wait for it, a login is answered 429 with Retry-After", async () => {
  await using app = await testApp();
  const compared = compareMany(app, (i) => `198.51.100.${i}`);
  const refused = await login(app, "yok@ornek.test", "yanlış şifre");
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get("retry-after")) >= 1);
  await compared;
  assert.equal((await login(app, "yok@ornek.test", "yanlış şifre")).status, 401);
});

Deno.test("32 logins from one address at once do not keep another address out", async () => {
  await using app = await testApp();
  const { email } = await createOwnerWithPassword(app);
  const compared = compareMany(app, () => ELSEWHERE);
  assert.equal((await login(app, email, PASSWORD)).status, 200);
  await compared;
});

Deno.test("POST /api/auth/logout ends this session alone, and answers 401 the second time", async () => {
  await using app = await testApp();
  const { email, token: bar } = await createOwnerWithPassword(app);
  const { token: phone } = await (await login(app, email, PASSWORD)).json();
  const out = await app.call("POST", "/api/auth/logout", { token: phone });
  assert.equal(out.status, 204);
  assert.equal(await out.text(), "");
  assert.equal((await app.call("GET", "/api/cafes/me", { token: phone })).status, 401);
  assert.equal((await app.call("POST", "/api/auth/logout", { token: phone })).status, 401);
  assert.equal((await app.call("POST", "/api/auth/logout")).status, 401);
  assert.equal((await app.call("GET", "/api/cafes/me", { token: bar })).status, 200);
});

Deno.test("40 guests and an owner with 3 wrong passwords share an address without being limited", async () => {
  await using app = await testApp();
  const { email } = await createOwnerWithPassword(app);
  const owners = await Promise.all(Array.from({ length: 40 }, () => createOwner(app.deps)));
  await statuses(app, email, 3);
  for (const { cafeId } of owners) {
    assert.equal((await app.call("GET", `/api/cafes/${cafeId}`)).status, 200);
  }
  assert.equal((await login(app, email, PASSWORD)).status, 200);
});

// A login beside a new password or a second factor, which end the other logins (docs/accounts.md#changing-the-password).
const NEW = "yağmurda üç şemsiye";

/** Prepares what overtakes the login, and returns the call. */
type Way = (app: TestApp, token: string) => Promise<() => Promise<Response>>;

const WAYS: Record<string, Way> = {
  "a new password": (app, token) =>
    Promise.resolve(() =>
      app.call("PUT", "/api/auth/password", {
        token,
        body: { password: PASSWORD, newPassword: NEW },
      })
    ),
  "the first code of a second factor": async (app, token) => {
    const { secret } = await (await begin(app, token)).json();
    return () => confirm(app, token, appCode(app, secret));
  },
};

for (const [what, way] of Object.entries(WAYS)) {
  Deno.test(`POST /api/auth/login with the password alone is refused if ${what} comes before it starts the login`, async () => {
    const { close, reached, open, pass } = gate();
    await using app = await testApp({}, {
      replace: ({ db }) => ({
        db: {
          ...db,
          write: new Proxy(db.write, {
            async apply(write, self, args) {
              await pass();
              return await Reflect.apply(write, self, args);
            },
          }),
        },
      }),
    });
    const { email, token } = await createOwnerWithPassword(app);
    const overtake = await way(app, token);
    close();
    const loggingIn = login(app, email, PASSWORD);
    await reached();
    const overtaken = await overtake();
    assert.ok(overtaken.ok);
    open();
    assert.equal((await loggingIn).status, 401);
    // A new password comes with a new token.
    const { token: present = token } = await overtaken.json();
    assert.equal((await loginsOf(app, present)).length, 1);
  });
}
