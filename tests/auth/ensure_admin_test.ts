import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { accounts } from "../../db/schema/accounts.ts";
import { ensureAdmin } from "../../server/auth/ensure_admin.ts";
import { ConfigError } from "../../server/environment.ts";
import { collectLog } from "../support/start/collected_log.ts";
import { login, PASSWORD, register, verify } from "../support/people/accounts.ts";
import { createOwner } from "../support/people/factories.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const ADMIN = "yonetici@ornek.test";
const ENVIRONMENT = { ADMIN_EMAIL: " Yonetici@Ornek.test", ADMIN_PASSWORD: "yöneticinin şifresi" };

const admins = (app: TestApp) =>
  app.deps.db.read.select().from(accounts).where(eq(accounts.role, "admin"));

Deno.test("ensureAdmin creates a verified admin, and leaves an existing admin's password unchanged", async () => {
  await using app = await testApp(ENVIRONMENT);
  await ensureAdmin(app.deps);
  const [made] = await admins(app);
  const again = { ...app.deps.config, admin: { email: ADMIN, password: "başka bir şifre" } };
  await ensureAdmin({ ...app.deps, config: again });
  assert.deepEqual(await admins(app), [made]);
  const entered = await login(app, ADMIN, ENVIRONMENT.ADMIN_PASSWORD.normalize("NFD"));
  assert.equal(entered.status, 200);
  const { token } = await entered.json();
  assert.equal((await app.call("GET", "/api/admin/payouts", { token })).status, 200);
  assert.equal((await app.call("GET", "/api/cafes/me", { token })).status, 403);
});

Deno.test("two instances that start at once create one admin", async () => {
  await using app = await testApp(ENVIRONMENT);
  await Promise.all([ensureAdmin(app.deps), ensureAdmin(app.deps)]);
  assert.equal((await admins(app)).length, 1);
});

Deno.test("ensureAdmin fails with a ConfigError if an owner has the admin's e-mail", async () => {
  await using app = await testApp();
  const { email } = await createOwner(app.deps);
  const config = { ...app.deps.config, admin: { email, password: PASSWORD } };
  await assert.rejects(
    ensureAdmin({ ...app.deps, config }),
    (error: Error) => error instanceof ConfigError && /ADMIN_EMAIL/.test(error.message),
  );
  assert.equal((await admins(app)).length, 0);
});

Deno.test("an unverified registration of the admin's e-mail cannot be completed", async () => {
  await using app = await testApp(ENVIRONMENT);
  const { code } = await register(app, { email: ADMIN });
  await ensureAdmin(app.deps);
  assert.equal((await verify(app, ADMIN, code)).status, 400);
  assert.equal((await register(app, { email: ADMIN })).status, 409);
  assert.equal((await login(app, ADMIN, PASSWORD)).status, 401);
});

Deno.test("without ADMIN_EMAIL there is no admin", async () => {
  await using app = await testApp();
  await ensureAdmin(app.deps);
  assert.equal((await admins(app)).length, 0);
});

for (
  const [password, why] of [
    ["kisa-parola", /ADMIN_PASSWORD has fewer than 12 characters/],
    ["password12345", /ADMIN_PASSWORD is very common/],
    ["yonetici@ornek.test", /ADMIN_PASSWORD is very common/],
  ] as const
) {
  const withPassword = (app: TestApp) => ({
    ...app.deps,
    config: { ...app.deps.config, admin: { email: ADMIN, password } },
  });

  Deno.test(`ensureAdmin makes no admin with the password ${password}`, async () => {
    await using app = await testApp();
    await assert.rejects(
      ensureAdmin(withPassword(app)),
      (error: Error) => error instanceof ConfigError && why.test(error.message),
    );
    assert.equal((await admins(app)).length, 0);
  });

  Deno.test(`ensureAdmin starts with one line of warning if an admin has the password ${password}`, async () => {
    await using app = await testApp(ENVIRONMENT);
    await ensureAdmin(app.deps);
    const passwordHash = await app.deps.passwords.hash(password);
    await app.deps.db.write((d) => [d.update(accounts).set({ passwordHash })]);
    await using log = await collectLog("debug");
    await ensureAdmin(withPassword(app));
    const { lines } = log;
    assert.equal(lines.length, 1);
    assert.match(lines[0]!, why);
    assert.match(lines[0]!, /"level":"WARN.*\/panel\/forgot-password/);
    assert.ok(!lines[0]!.includes(password));
  });
}

Deno.test("ensureAdmin says nothing of a short ADMIN_PASSWORD that the admin has replaced", async () => {
  await using app = await testApp(ENVIRONMENT);
  await ensureAdmin(app.deps);
  const config = { ...app.deps.config, admin: { email: ADMIN, password: "kisa-parola" } };
  await using log = await collectLog("debug");
  await ensureAdmin({ ...app.deps, config });
  assert.deepEqual(log.lines, []);
});
