// PUT /api/auth/password (docs/accounts.md#changing-the-password)
import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { accounts, sessions } from "../../db/schema/accounts.ts";
import {
  createOwnerWithPassword,
  givePassword,
  login,
  PASSWORD,
} from "../support/people/accounts.ts";
import { lettersOf, resetTokenFor } from "../support/people/letters.ts";
import { logInAgain, renew, statusOf } from "../support/people/logins.ts";
import { createAdmin, createOwner } from "../support/people/factories.ts";
import { createStaff, payloadOf } from "../support/people/team.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const NEW = "yağmurda üç şemsiye";

const change = (
  app: TestApp,
  token: string | undefined,
  body: unknown = { password: PASSWORD, newPassword: NEW },
  address?: string,
) => app.call("PUT", "/api/auth/password", { token, body, address });

Deno.test("PUT /api/auth/password sets the password, ends the other logins and links, and sends a notice", async () => {
  await using app = await testApp();
  const { email, ownerId, token } = await createOwnerWithPassword(app);
  const other = await logInAgain(app, ownerId);
  await app.call("POST", "/api/auth/forgot-password", { body: { email } });
  const link = await resetTokenFor(app, email);
  const answer = await change(app, token);
  assert.equal(answer.status, 200);
  const { token: reissued } = await answer.json();
  assert.equal(await statusOf(app, reissued), 200);
  assert.equal(await statusOf(app, token), 401, "a copy of the token ends too");
  assert.equal(await statusOf(app, other), 401);
  assert.equal((await login(app, email, PASSWORD)).status, 401);
  assert.equal((await login(app, email, NEW.normalize("NFD"))).status, 200);
  assert.match((await lettersOf(app, email)).at(-1)!, /Konu: Şifreniz değiştirildi/);
  const used = await app.call("PUT", `/api/auth/reset-password/${link}`, {
    body: { password: "bambaşka bir şifre" },
  });
  assert.equal(used.status, 400);
});

Deno.test("the reissued token is of the same login with the same end, speaks for the same cafe, and can be renewed", async () => {
  await using app = await testApp();
  const { ownerId } = await createOwner(app.deps);
  const staff = await createStaff(app.deps, ownerId);
  await givePassword(app, staff.accountId);
  const before = await app.deps.db.read.select().from(sessions)
    .where(eq(sessions.id, payloadOf(staff.token).jti)).get();
  app.clock.pass(60_000);
  const { token } = await (await change(app, staff.token)).json();
  const { jti, cafe, exp, user } = payloadOf(token);
  assert.deepEqual([jti, cafe, user.role], [before!.id, ownerId, "staff"]);
  assert.equal(exp * 1000, before!.expiresAt);
  assert.equal((await renew(app, token)).status, 200);
  assert.equal((await renew(app, staff.token)).status, 401);
});

Deno.test("PUT /api/auth/password answers 403 to a wrong password, and changes nothing", async () => {
  await using app = await testApp();
  const { email, ownerId, token } = await createOwnerWithPassword(app);
  const other = await logInAgain(app, ownerId);
  const answer = await change(app, token, { password: "yanlış şifre", newPassword: NEW });
  assert.equal(answer.status, 403);
  assert.equal((await answer.json()).msg, "Şifre hatalı.");
  assert.equal(await statusOf(app, other), 200);
  assert.equal((await login(app, email, PASSWORD)).status, 200);
  assert.deepEqual(await lettersOf(app, email), []);
});

Deno.test("PUT /api/auth/password has the limits of the login: 10 wrong passwords block the right one", async () => {
  await using app = await testApp();
  const { token } = await createOwnerWithPassword(app);
  for (let i = 0; i < 10; i++) {
    const wrong = { password: `yanlış şifre ${i}`, newPassword: NEW };
    assert.equal((await change(app, token, wrong)).status, 403);
  }
  assert.equal((await change(app, token)).status, 429);
  assert.equal((await change(app, token, undefined, "198.51.100.9")).status, 200);
});

Deno.test("PUT /api/auth/password refuses a common password, and the account's own e-mail", async () => {
  await using app = await testApp();
  const { email, token } = await createOwnerWithPassword(app);
  for (const newPassword of ["password123", email]) {
    assert.equal((await change(app, token, { password: PASSWORD, newPassword })).status, 400);
  }
  assert.equal((await login(app, email, PASSWORD)).status, 200);
});

Deno.test("PUT /api/auth/password changes an admin's password too, and only with the admin's own", async () => {
  await using app = await testApp();
  await createOwnerWithPassword(app);
  const { accountId, token } = await createAdmin(app.deps);
  const passwordHash = await app.deps.passwords.hash("yöneticinin şifresi");
  await app.deps.db.write((d) => [
    d.update(accounts).set({ passwordHash }).where(eq(accounts.id, accountId)),
  ]);
  assert.equal((await change(app, token)).status, 403);
  const right = { password: "yöneticinin şifresi", newPassword: NEW };
  assert.equal((await change(app, token, right)).status, 200);
});

Deno.test("PUT /api/auth/password twice answers 403 the second time, for the old password", async () => {
  await using app = await testApp();
  const { token } = await createOwnerWithPassword(app);
  const { token: reissued } = await (await change(app, token)).json();
  assert.equal((await change(app, reissued)).status, 403);
  assert.equal((await change(app, token)).status, 401);
});

Deno.test("of two changes at once by two logins, one sets its password and keeps its login", async () => {
  await using app = await testApp();
  const { email, ownerId, token } = await createOwnerWithPassword(app);
  const tokens = [token, await logInAgain(app, ownerId)];
  const passwords = [NEW, "rüzgarda beş uçurtma"];
  const answers = await Promise.all(
    tokens.map((each, i) => change(app, each, { password: PASSWORD, newPassword: passwords[i] })),
  );
  const statuses = answers.map(({ status }) => status);
  const winner = statuses.indexOf(200);
  assert.deepEqual(statuses.filter((status) => status !== 200), [401]);
  assert.equal(await statusOf(app, (await answers[winner]!.json()).token), 200);
  assert.equal(await statusOf(app, tokens[1 - winner]!), 401);
  assert.equal((await login(app, email, passwords[winner]!)).status, 200);
});
