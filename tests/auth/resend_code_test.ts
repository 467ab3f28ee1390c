// Resending a code, and which of several registrations of one e-mail a browser completes.
import { strict as assert } from "node:assert";
import { reset } from "@logtape/logtape";
import { configureLogging } from "../../server/logging.ts";
import {
  cookieOf,
  login,
  PASSWORD,
  register,
  REGISTRATION,
  verify,
} from "../support/people/accounts.ts";
import { codeFor, lettersOf } from "../support/people/letters.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const { email } = REGISTRATION;
const MINUTE_MS = 60_000;

const resend = (app: TestApp, headers: Record<string, string> = {}) =>
  app.call("POST", "/api/auth/resend-code", { body: { email }, headers });

Deno.test("POST /api/auth/resend-code replaces the code at most once a minute, and always gives the same answer", async () => {
  await using app = await testApp();
  const { code } = await register(app);
  const tooSoon = await resend(app);
  assert.equal((await lettersOf(app, email)).length, 1);
  app.clock.pass(MINUTE_MS);
  const [sent, again] = await Promise.all([resend(app), resend(app)]);
  assert.equal((await lettersOf(app, email)).length, 2);
  const unknown = await app.call("POST", "/api/auth/resend-code", {
    body: { email: "yok@ornek.test" },
  });
  const answers = await Promise.all(
    [tooSoon, sent, again, unknown].map(async (a) => [a.status, await a.text()].join()),
  );
  assert.equal(new Set(answers).size, 1);
  assert.equal(sent.status, 200);
  assert.equal((await verify(app, email, code)).status, 400);
  assert.equal((await verify(app, email, await codeFor(app, email))).status, 200);
  app.clock.pass(MINUTE_MS);
  await resend(app);
  assert.equal((await lettersOf(app, email)).length, 2, "a verified account gets no code");
});

Deno.test("POST /api/auth/resend-code reads as much with and without a registration, and makes the code after the answer", async () => {
  let reads = 0;
  let gate = Promise.resolve();
  await using app = await testApp({}, {
    replace: ({ cipher, db }) => ({
      cipher: { ...cipher, sign: (text) => gate.then(() => cipher.sign(text)) },
      db: new Proxy(db, {
        get(target, name) {
          if (name === "read") reads++;
          return Reflect.get(target, name);
        },
      }),
    }),
  });
  await register(app);
  app.clock.pass(MINUTE_MS);
  const open = Promise.withResolvers<void>();
  gate = open.promise;
  const readsOf = async (who: string) => {
    reads = 0;
    await app.call("POST", "/api/auth/resend-code", { body: { email: who } });
    return reads;
  };
  // Neither answer waits for the code, which cannot be made before `open`.
  assert.equal(await readsOf(email), await readsOf("yok@ornek.test"));
  open.resolve();
  assert.equal((await lettersOf(app, email)).length, 2);
});

Deno.test("POST /api/auth/resend-code that fails after its answer is logged, and the next one sends a code", async () => {
  let broken = false;
  await using app = await testApp({}, {
    replace: ({ cipher }) => ({
      cipher: {
        ...cipher,
        sign: (text) => broken ? Promise.reject(new Error("no key")) : cipher.sign(text),
      },
    }),
  });
  await register(app);
  app.clock.pass(MINUTE_MS);
  const lines: string[] = [];
  await configureLogging("error", (line) => void lines.push(line));
  broken = true;
  assert.equal((await resend(app)).status, 200);
  assert.equal((await lettersOf(app, email)).length, 1);
  await reset();
  assert.match(lines.join(""), /Cannot write a letter.*no key/);
  broken = false;
  await resend(app);
  assert.equal((await lettersOf(app, email)).length, 2);
});

Deno.test("a browser that registered gets and verifies its own registration, not a stranger's of the same e-mail", async () => {
  await using app = await testApp();
  const mine = await register(app, { name: "Benim" });
  app.clock.pass(MINUTE_MS);
  const stranger = await register(app, { name: "Yabancı", password: "yabancının şifresi" });
  app.clock.pass(MINUTE_MS);
  // The stranger's code is in the same mailbox, but completes nothing in this browser.
  assert.equal((await verify(app, email, stranger.code, mine.cookie)).status, 400);
  await resend(app, { cookie: mine.cookie });
  const verified = await verify(app, email, await codeFor(app, email), mine.cookie);
  assert.equal(verified.status, 200);
  assert.match(verified.headers.getSetCookie()[0]!, /^registrations=;/);
  const { token } = await verified.json();
  assert.equal((await (await app.call("GET", "/api/cafes/me", { token })).json()).name, "Benim");
});

Deno.test("a code works in another browser than the one that registered", async () => {
  await using app = await testApp();
  const laptop = await register(app);
  assert.equal((await verify(app, email, laptop.code)).status, 200);
});

Deno.test("a browser with an older registration of the same e-mail gets a code for that one", async () => {
  await using app = await testApp();
  const phone = await register(app, { name: "Telefonda" });
  app.clock.pass(20 * MINUTE_MS);
  const laptop = await register(app, { name: "Dizüstünde" });
  // The server cannot tell the laptop's registration from a stranger's.
  assert.equal((await verify(app, email, laptop.code, phone.cookie)).status, 400);
  await resend(app, { cookie: phone.cookie });
  const code = await codeFor(app, email);
  assert.equal((await verify(app, email, code, phone.cookie)).status, 200);
});

Deno.test("a registrations cookie with a wrong signature is ignored", async () => {
  await using app = await testApp();
  const { code, cookie } = await register(app);
  const forged = cookie.replace(/\.[^.]*$/, ".AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA%3D");
  assert.equal((await verify(app, email, code, forged)).status, 200);
});

Deno.test("a login with the right password of an unverified account sends a new code, at most once a minute", async () => {
  await using app = await testApp();
  const { code } = await register(app);
  const count = async () => (await lettersOf(app, email)).length;
  assert.equal((await login(app, email, PASSWORD)).status, 403);
  assert.equal(await count(), 1, "the code from registering is younger than a minute");
  app.clock.pass(MINUTE_MS);
  assert.equal((await login(app, email, "yanlış şifre")).status, 401);
  assert.equal(await count(), 1, "a wrong password sends nothing");
  const answers = await Promise.all([login(app, email, PASSWORD), login(app, email, PASSWORD)]);
  assert.deepEqual(answers.map((answer) => answer.status), [403, 403]);
  assert.equal(await count(), 2);
  assert.equal((await verify(app, email, code)).status, 400);
  assert.equal((await verify(app, email, await codeFor(app, email))).status, 200);
});

Deno.test("logins of an unverified account send at most 5 letters an hour", async () => {
  await using app = await testApp();
  await register(app);
  for (let i = 0; i < 10; i++) {
    app.clock.pass(MINUTE_MS);
    assert.equal((await login(app, email, PASSWORD)).status, 403);
  }
  assert.equal((await lettersOf(app, email)).length, 5);
});

Deno.test("a login that answers 403 lets the browser's next resend find its registration", async () => {
  await using app = await testApp();
  await register(app, { name: "Benim" });
  const refused = await app.call("POST", "/api/auth/login", {
    body: { email, password: PASSWORD },
  });
  assert.equal(refused.status, 403);
  const cookie = cookieOf(refused);
  app.clock.pass(MINUTE_MS);
  await register(app, { name: "Yabancı", password: "yabancının şifresi" });
  app.clock.pass(MINUTE_MS);
  await resend(app, { cookie });
  const verified = await verify(app, email, await codeFor(app, email), cookie);
  const { token } = await verified.json();
  assert.equal((await (await app.call("GET", "/api/cafes/me", { token })).json()).name, "Benim");
});
