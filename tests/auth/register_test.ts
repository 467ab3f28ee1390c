import { strict as assert } from "node:assert";
import { cafes } from "../../db/schema/accounts.ts";
import { login, PASSWORD, register, REGISTRATION, verify } from "../support/people/accounts.ts";
import { smtpServer } from "../support/net/smtp_server.ts";
import { createOwner } from "../support/people/factories.ts";
import { codeFor, lettersOf } from "../support/people/letters.ts";
import { testApp } from "../support/start/test_app.ts";

Deno.test("POST /api/auth/register creates an unverified account, whose cafe is not public", async () => {
  await using app = await testApp();
  const answer = await app.call("POST", "/api/auth/register", { body: REGISTRATION });
  assert.equal(answer.status, 201);
  assert.deepEqual(Object.keys(await answer.json()), ["msg"]);
  assert.equal(answer.headers.get("cache-control"), "no-store");
  assert.match(
    answer.headers.getSetCookie()[0]!,
    /^registrations=.*; Path=\/api\/auth; HttpOnly; SameSite=Lax$/,
  );
  const letters = await lettersOf(app, REGISTRATION.email);
  assert.equal(letters.length, 1);
  const [cafe] = await app.deps.db.read.select().from(cafes);
  assert.equal(cafe?.name, REGISTRATION.name);
  assert.equal((await app.call("GET", `/api/cafes/${cafe!.id}`)).status, 404);
});

Deno.test("the answers about letters say where the letter is if no mail server is configured, and that it was sent if one is", async () => {
  await using smtp = await smtpServer();
  for (const [env, isSent] of [[{}, false], [{ SMTP_URL: smtp.url }, true]] as const) {
    await using app = await testApp(env);
    const { email, password } = REGISTRATION;
    for (
      const [path, body] of [
        ["register", REGISTRATION],
        ["login", { email, password }],
        ["resend-code", { email }],
        ["forgot-password", { email }],
      ] as const
    ) {
      const { msg } = await (await app.call("POST", `/api/auth/${path}`, { body })).json();
      assert.equal(/gönder(il)?di/.test(msg), isSent, msg);
      assert.equal(/'sudo siradaki letters' ya da/.test(msg), !isSent, msg);
    }
    await app.idle();
  }
});

Deno.test("POST /api/auth/register accepts passwords of 8 and of 256 characters", async () => {
  await using app = await testApp();
  for (const password of ["çay 8 kş", "ü".repeat(256)]) {
    const email = `${password.length}@ornek.test`;
    const body = { ...REGISTRATION, email, password };
    assert.equal((await app.call("POST", "/api/auth/register", { body })).status, 201);
  }
});

Deno.test("verifying a registration and logging in both return tokens that open the owner's calls", async () => {
  await using app = await testApp();
  const { code } = await register(app);
  const verified = await verify(app, REGISTRATION.email, code);
  const login = await app.call("POST", "/api/auth/login", { body: REGISTRATION });
  for (const answer of [verified, login]) {
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("cache-control"), "no-store");
    const { token } = await answer.json();
    const cafe = await app.call("GET", "/api/cafes/me", { token });
    assert.equal((await cafe.json()).name, REGISTRATION.name);
  }
});

Deno.test("POST /api/auth/register refuses a common password, and sends no letter", async () => {
  await using app = await testApp();
  const body = { ...REGISTRATION, password: "PassWord1" };
  const answer = await app.call("POST", "/api/auth/register", { body });
  assert.equal(answer.status, 400);
  assert.match((await answer.json()).msg, /çok yaygın/);
  assert.deepEqual(await lettersOf(app, REGISTRATION.email), []);
});

Deno.test("POST /api/auth/register takes no role, id or verification from the body", async () => {
  await using app = await testApp();
  const body = { ...REGISTRATION, role: "admin", verifiedAt: 1, id: "mine", _id: "mine" };
  assert.equal((await app.call("POST", "/api/auth/register", { body })).status, 201);
  const { token } = await (await verify(
    app,
    REGISTRATION.email,
    await codeFor(app, REGISTRATION.email),
  )).json();
  assert.equal((await app.call("GET", "/api/admin/payouts", { token })).status, 403);
  const { ownerId } = await (await app.call("GET", "/api/cafes/me", { token })).json();
  assert.notEqual(ownerId, "mine");
});

Deno.test("POST /api/auth/register accepts a phone number with dots, and an address that a Turkish keyboard has capitalised", async () => {
  await using app = await testApp();
  // 'İ' may come as one character, and as two.
  const emails = ["İnfo@ornek.test", "BI\u0307LGI\u0307@ORNEK.TEST"];
  for (const change of [{ phoneNumber: "0532.123.45.67" }, ...emails.map((email) => ({ email }))]) {
    const body = { ...REGISTRATION, ...change };
    assert.equal((await app.call("POST", "/api/auth/register", { body })).status, 201);
  }
});

Deno.test("'İ' in an e-mail address is an 'i', when registering and when logging in", async () => {
  await using app = await testApp();
  await register(app, { email: "info@ornek.test" });
  const code = await codeFor(app, "info@ornek.test");
  assert.equal((await verify(app, "İnfo@ornek.test", code)).status, 200);
  assert.equal((await login(app, "İNFO@ornek.test", PASSWORD)).status, 200);
});

Deno.test("POST /api/auth/register answers 409 if a verified account has the e-mail in any spelling, and notifies its owner", async () => {
  await using app = await testApp();
  const { email } = await createOwner(app.deps);
  const taken = await register(app, { email: `  ${email.toUpperCase()} ` });
  assert.equal(taken.status, 409);
  const letters = await lettersOf(app, email);
  assert.equal(letters.length, 1);
  assert.match(letters[0]!, /kayıt denendi/);
  // The address is an id of letters and digits here, and may have six digits in a row.
  assert.doesNotMatch(letters[0]!.replace(email, ""), /\d{6}/);
});

Deno.test("an unverified e-mail can be registered again, and each code completes its own registration", async () => {
  await using app = await testApp();
  const first = await register(app, { name: "Birinci" });
  app.clock.pass(1000);
  const second = await register(app, { name: "İkinci", password: `${PASSWORD} 2` });
  assert.equal(second.status, 201);
  const { token } = await (await verify(app, REGISTRATION.email, first.code)).json();
  assert.equal((await (await app.call("GET", "/api/cafes/me", { token })).json()).name, "Birinci");
  // The other registration was deleted: neither its code nor its password works.
  assert.equal((await verify(app, REGISTRATION.email, second.code)).status, 400);
  const login = await app.call("POST", "/api/auth/login", {
    body: { email: REGISTRATION.email, password: `${PASSWORD} 2` },
  });
  assert.equal(login.status, 401);
});

Deno.test("10 registrations of one e-mail at once lead to one verified account", async () => {
  await using app = await testApp();
  const answers = await Promise.all(Array.from({ length: 10 }, () => register(app)));
  assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([201]));
  const codes = (await lettersOf(app, REGISTRATION.email)).map((l) => l.match(/\b\d{6}\b/)![0]);
  assert.equal(codes.length, 5); // docs/accounts.md#letters
  const verified = await Promise.all(codes.map((code) => verify(app, REGISTRATION.email, code)));
  assert.equal(verified.filter((answer) => answer.status === 200).length, 1);
});

Deno.test("passwords may be any Unicode, are compared in NFC, and every character counts", async () => {
  await using app = await testApp();
  const long = `${"çok uzun bir şifre ".repeat(13)}ab`;
  const { code } = await register(app, { password: long.normalize("NFD") });
  await verify(app, REGISTRATION.email, code);
  const status = async (password: string) =>
    (await app.call("POST", "/api/auth/login", { body: { email: REGISTRATION.email, password } }))
      .status;
  assert.equal(await status(long.normalize("NFC")), 200);
  assert.equal(await status(long.slice(0, -1)), 401);
  assert.equal(await status(`${long.slice(0, -1)}c`), 401);
});

Deno.test("with REGISTRATION=closed a registration is refused and makes nothing, and who has registered verifies", async () => {
  await using app = await testApp();
  await register(app);
  app.deps.config.registration = "closed";
  const refused = await app.call("POST", "/api/auth/register", {
    body: { ...REGISTRATION, email: "baska@ornek.test" },
  });
  assert.deepEqual([refused.status, await refused.json()], [403, {
    msg: "Yeni kafe kaydı kapalı. Kafenizi eklemek için bu sistemi kuran kişiyle konuşun.",
    code: "registration_closed",
  }]);
  assert.deepEqual((await app.deps.db.read.select().from(cafes)).length, 1);
  assert.equal(
    (await verify(app, REGISTRATION.email, await codeFor(app, REGISTRATION.email))).status,
    200,
  );
});
