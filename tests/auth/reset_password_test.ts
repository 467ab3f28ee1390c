import { strict as assert } from "node:assert";
import {
  createOwnerWithPassword,
  login,
  PASSWORD,
  register,
  REGISTRATION,
} from "../support/people/accounts.ts";
import { createOwner } from "../support/people/factories.ts";
import { lettersOf, resetTokenFor } from "../support/people/letters.ts";
import type { Passwords } from "../../server/auth/passwords.ts";
import { gate } from "../support/time/gate.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { sql } from "../support/db/sql.ts";

const NEW_PASSWORD = "yepyeni bir parola";
const HOUR_MS = 60 * 60_000;

const forgot = (app: TestApp, email: string) =>
  app.call("POST", "/api/auth/forgot-password", { body: { email } });
const reset = (app: TestApp, token: string, password: unknown = NEW_PASSWORD) =>
  app.call("PUT", `/api/auth/reset-password/${token}`, { body: { password } });

async function linkFor(app: TestApp, email: string): Promise<string> {
  assert.equal((await forgot(app, email)).status, 200);
  return await resetTokenFor(app, email);
}

Deno.test("GET /api/auth/reset-password/{token} tells whether the link works, and uses nothing up", async () => {
  await using app = await testApp();
  const { email } = await createOwnerWithPassword(app);
  const check = (token: string) => app.call("GET", `/api/auth/reset-password/${token}`);
  assert.equal((await check("unknown")).status, 400);
  const used = await linkFor(app, email);
  for (let i = 0; i < 2; i++) assert.equal((await check(used)).status, 204);
  assert.equal((await reset(app, used)).status, 200);
  const refused = await check(used);
  assert.equal(refused.status, 400);
  assert.match((await refused.json()).msg, /geçersiz veya süresi dolmuş/);
  const old = await linkFor(app, email);
  app.clock.pass(HOUR_MS);
  assert.equal((await check(old)).status, 400);
});

Deno.test("a reset sets the password, ends every session and notifies the owner", async () => {
  await using app = await testApp();
  const { email, token } = await createOwnerWithPassword(app);
  const { token: other } = await (await login(app, email, PASSWORD)).json();
  const answer = await reset(app, await linkFor(app, email));
  assert.equal(answer.status, 200);
  assert.deepEqual(Object.keys(await answer.json()), ["msg"]);
  for (const old of [token, other]) {
    assert.equal((await app.call("GET", "/api/cafes/me", { token: old })).status, 401);
  }
  assert.equal((await login(app, email, PASSWORD)).status, 401);
  assert.equal((await login(app, email, NEW_PASSWORD)).status, 200);
  const letter = (await lettersOf(app, email)).at(-1)!;
  assert.match(letter, /Konu: Şifreniz değiştirildi – Sıradaki/);
});

Deno.test("POST /api/auth/forgot-password gives a known, an unknown and an unverified e-mail the same answer", async () => {
  await using app = await testApp();
  const { email } = await createOwner(app.deps);
  await register(app);
  const answers = await Promise.all(
    [email, "yok@ornek.test", REGISTRATION.email].map((who) => forgot(app, who)),
  );
  const seen = await Promise.all(answers.map(async (a) => [a.status, await a.text()].join()));
  assert.equal(new Set(seen).size, 1);
  assert.equal(answers[0]!.status, 200);
  assert.equal((await lettersOf(app, email)).length, 1);
  assert.equal((await lettersOf(app, "yok@ornek.test")).length, 0);
  assert.equal((await lettersOf(app, REGISTRATION.email)).length, 1, "the code alone");
});

Deno.test("using a reset link 20 times at once sets one password, and it does not work again", async () => {
  await using app = await testApp();
  const { email } = await createOwner(app.deps);
  const token = await linkFor(app, email);
  const passwords = Array.from({ length: 20 }, (_, i) => `yepyeni parola ${i}`);
  const answers = await Promise.all(passwords.map((password) => reset(app, token, password)));
  const won = answers.flatMap(({ status }, i) => status === 200 ? [passwords[i]!] : []);
  assert.equal(won.length, 1);
  assert.equal(answers.filter((answer) => answer.status === 400).length, 19);
  assert.equal((await login(app, email, won[0]!)).status, 200);
  assert.equal((await reset(app, token)).status, 400);
  const told = (await lettersOf(app, email)).filter((letter) => /değiştirildi/.test(letter));
  assert.equal(told.length, 1);
});

Deno.test("a reset link works for an hour", async () => {
  await using app = await testApp();
  const { email } = await createOwner(app.deps);
  const early = await linkFor(app, email);
  app.clock.pass(HOUR_MS - 1);
  assert.equal((await reset(app, early)).status, 200);
  const late = await linkFor(app, email);
  app.clock.pass(HOUR_MS);
  assert.equal((await reset(app, late)).status, 400);
});

Deno.test("a new reset link replaces the old one", async () => {
  await using app = await testApp();
  const { email } = await createOwner(app.deps);
  const old = await linkFor(app, email);
  const fresh = await linkFor(app, email);
  assert.notEqual(old, fresh);
  assert.equal((await reset(app, old)).status, 400);
  assert.equal((await reset(app, fresh)).status, 200);
});

Deno.test("a refused new password answers 400, and the link still works", async () => {
  await using app = await testApp();
  const { email } = await createOwnerWithPassword(app);
  const token = await linkFor(app, email);
  for (const password of ["kısa", "password1", "Kafe Deneme 34", 12345678, null, "a".repeat(257)]) {
    assert.equal((await reset(app, token, password)).status, 400);
  }
  assert.equal((await login(app, email, PASSWORD)).status, 200);
  assert.equal((await reset(app, token)).status, 200);
});

Deno.test("an invented link, a code, a hash and a login token do not work as reset links", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const { code } = await register(app);
  await forgot(app, owner.email);
  const rows = await app.deps.db.all<{ hash: string }>(sql("select hash from one_time_secrets"));
  const made = ["x", "A".repeat(43), code, owner.token, "%00", "..%2f", "a".repeat(4000)];
  for (const token of [...made, ...rows.map((row) => row.hash)]) {
    const answer = await reset(app, token);
    assert.equal(answer.status, 400, token);
    assert.match((await answer.json()).msg, /bağlantısı geçersiz/);
  }
});

Deno.test("the database holds a reset link as a hash, and no longer in its letter once that is sent", async () => {
  await using app = await testApp();
  const { email } = await createOwner(app.deps);
  const token = await linkFor(app, email);
  const rows = JSON.stringify([
    await app.deps.db.all(sql("select * from one_time_secrets")),
    await app.deps.db.all(sql("select * from letters")),
  ]);
  assert.ok(!rows.includes(token));
  assert.match(rows, /"secret":null/);
});

for (
  const [held, outcome] of [
    ["verify", "the reset commits while the login compares the password"],
    ["hash", "the login ends while the reset hashes the new password"],
  ] as const
) {
  Deno.test(`a login beside a reset gets no token that works: ${outcome}`, async () => {
    const { close, reached, open, pass } = gate();
    close();
    await using app = await testApp({}, {
      replace: ({ passwords }) => ({
        passwords: {
          ...passwords,
          async [held](...args: [never, never, never]) {
            const result = await passwords[held](...args);
            await pass();
            return result;
          },
        } as Passwords,
      }),
    });
    const { email } = await createOwnerWithPassword(app);
    const link = await linkFor(app, email);
    const entering = () => login(app, email, PASSWORD);
    const resetting = () => reset(app, link);
    const [first, second] = held === "verify" ? [entering, resetting] : [resetting, entering];
    const late = first();
    await reached();
    const early = await second();
    open();
    const [entered, renewed] = held === "verify" ? [await late, early] : [early, await late];
    // The login that comes too late is refused at once.
    assert.deepEqual([entered.status, renewed.status], [held === "verify" ? 401 : 200, 200]);
    const { token = "" } = await entered.json();
    assert.equal((await app.call("GET", "/api/cafes/me", { token })).status, 401);
  });
}
