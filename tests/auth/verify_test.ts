import { strict as assert } from "node:assert";
import { DatabaseUnavailableError } from "../../db/connection/errors.ts";
import { gate } from "../support/time/gate.ts";
import { collectLog } from "../support/start/collected_log.ts";
import {
  cookieOf,
  login,
  PASSWORD,
  register,
  REGISTRATION,
  verify,
  wrongCode,
} from "../support/people/accounts.ts";
import { codeFor, lettersOf } from "../support/people/letters.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { sql } from "../support/db/sql.ts";

const { email } = REGISTRATION;
const MINUTE_MS = 60_000;

Deno.test("POST /api/auth/verify answers 400 to a wrong code and another e-mail", async () => {
  await using app = await testApp();
  const { code } = await register(app);
  assert.equal((await verify(app, email, wrongCode(code))).status, 400);
  assert.equal((await verify(app, "baska@ornek.test", code)).status, 400);
  assert.equal((await verify(app, email, code)).status, 200);
});

Deno.test("POST /api/auth/verify accepts a code with spaces and an e-mail in capitals", async () => {
  await using app = await testApp();
  const { code } = await register(app);
  const spaced = ` ${code.slice(0, 3)} ${code.slice(3)} `;
  assert.equal((await verify(app, email.toUpperCase(), spaced)).status, 200);
});

Deno.test("using a code 20 times at once verifies once, and it does not work again", async () => {
  await using app = await testApp();
  const { code } = await register(app);
  const answers = await Promise.all(Array.from({ length: 20 }, () => verify(app, email, code)));
  assert.deepEqual(answers.map((a) => a.status).sort(), [200, ...Array(19).fill(400)]);
  assert.equal((await verify(app, email, code)).status, 400);
});

Deno.test("a code works for 10 minutes", async () => {
  await using early = await testApp();
  const { code } = await register(early);
  early.clock.pass(10 * MINUTE_MS - 1);
  assert.equal((await verify(early, email, code)).status, 200);
  await using late = await testApp();
  const other = await register(late);
  late.clock.pass(10 * MINUTE_MS);
  assert.equal((await verify(late, email, other.code)).status, 400);
});

Deno.test("a code works after 4 wrong tries, and not after 5", async () => {
  await using app = await testApp();
  const { code } = await register(app);
  for (let i = 1; i <= 4; i++) await verify(app, email, wrongCode(code, i));
  await using dead = await testApp();
  const other = await register(dead);
  for (let i = 1; i <= 5; i++) await verify(dead, email, wrongCode(other.code, i));
  assert.equal((await verify(app, email, code)).status, 200);
  assert.equal((await verify(dead, email, other.code)).status, 400);
});

for (
  const [first, status, outcome] of [
    ["wrong", 400, "the right one is refused if the wrong ones were counted first"],
    ["right", 200, "the right one completes the registration if it is compared first"],
  ] as const
) {
  Deno.test(`30 guesses read the code at once: ${outcome}`, async () => {
    // They wait between reading the code and counting the try.
    const gates = { right: gate(), wrong: gate() };
    let right = "";
    await using app = await testApp({}, {
      replace: ({ cipher }) => ({
        cipher: {
          ...cipher,
          async sign(text) {
            await gates[text.endsWith(`:${right}`) ? "right" : "wrong"].pass();
            return await cipher.sign(text);
          },
        },
      }),
    });
    const { code } = await register(app);
    right = code;
    gates.right.close();
    gates.wrong.close(29);
    const guesses = {
      right: [verify(app, email, code)],
      wrong: Array.from({ length: 29 }, (_, i) => verify(app, email, wrongCode(code, i + 1))),
    };
    for (const which of ["right", "wrong"] as const) await gates[which].reached();
    for (const which of [first, first === "right" ? "wrong" : "right"] as const) {
      gates[which].open();
      await Promise.all(guesses[which]);
    }
    assert.equal((await guesses.right[0]!).status, status);
    for (const answer of guesses.wrong) assert.equal((await answer).status, 400);
  });
}

Deno.test("a wrong code whose try cannot be counted is 503, and no guess is free", async () => {
  let isFull = false;
  await using app = await testApp({}, {
    replace: ({ db }) => ({
      db: {
        ...db,
        write: ((build: Parameters<typeof db.write>[0]) =>
          isFull
            ? Promise.reject(new DatabaseUnavailableError("full"))
            : db.write(build)) as typeof db.write,
      },
    }),
  });
  const { code } = await register(app);
  isFull = true;
  assert.equal((await verify(app, email, wrongCode(code))).status, 503);
});

Deno.test("wrong tries count against every live code of the e-mail, and a new code starts at 0", async () => {
  await using app = await testApp();
  const first = await register(app);
  app.clock.pass(1000);
  const second = await register(app);
  for (let i = 1; i <= 5; i++) await verify(app, email, wrongCode(first.code, 10 + i));
  assert.equal((await verify(app, email, first.code)).status, 400);
  assert.equal((await verify(app, email, second.code)).status, 400);
  app.clock.pass(MINUTE_MS);
  await app.call("POST", "/api/auth/resend-code", { body: { email } });
  assert.equal((await verify(app, email, await codeFor(app, email))).status, 200);
});

Deno.test("five wrong codes of strangers do not keep the browser that registered from using its code", async () => {
  await using app = await testApp();
  const { code, cookie } = await register(app);
  const strangers = await register(app);
  for (let i = 1; i <= 10; i++) await verify(app, email, wrongCode(code, i));
  for (let i = 1; i <= 10; i++) {
    await verify(app, email, wrongCode(strangers.code, i), strangers.cookie);
  }
  assert.equal((await verify(app, email, code)).status, 400, "in any other browser it is dead");
  assert.equal((await verify(app, email, code, cookie)).status, 200);
});

Deno.test("the browser that registered has 5 wrong tries for each of its codes, however many at once", async () => {
  await using app = await testApp();
  const { code, cookie } = await register(app);
  const wrong = await Promise.all(
    Array.from({ length: 4 }, (_, i) => verify(app, email, wrongCode(code, i + 1), cookie)),
  );
  assert.deepEqual(wrong.map(({ status }) => status), Array(4).fill(400));
  await using dead = await testApp();
  const other = await register(dead);
  await Promise.all(Array.from(
    { length: 5 },
    (_, i) => verify(dead, email, wrongCode(other.code, i + 1), other.cookie),
  ));
  assert.equal((await verify(dead, email, other.code, other.cookie)).status, 400);
  dead.clock.pass(MINUTE_MS);
  const headers = { cookie: other.cookie };
  await dead.call("POST", "/api/auth/resend-code", { body: { email }, headers });
  const fresh = await codeFor(dead, email);
  assert.equal((await verify(dead, email, fresh, other.cookie)).status, 200);
  assert.equal((await verify(app, email, code, cookie)).status, 200);
});

Deno.test("the database holds no code in readable form", async () => {
  await using app = await testApp();
  const { code } = await register(app);
  const rows = await app.deps.db.all(sql(`select * from one_time_secrets`));
  const letters = await app.deps.db.all(sql(`select * from letters`));
  assert.equal(rows.length, 1);
  assert.doesNotMatch(JSON.stringify([rows, letters]), new RegExp(code));
});

// Resending a code, and which of several registrations of one e-mail a browser completes.
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

Deno.test("POST /api/auth/resend-code from another browser sends the code of the newest registration", async () => {
  await using app = await testApp();
  await register(app);
  app.clock.pass(MINUTE_MS);
  const password = "daha yeni bir şifre";
  await register(app, { password });
  app.clock.pass(MINUTE_MS);
  await resend(app);
  assert.equal((await verify(app, email, await codeFor(app, email))).status, 200);
  assert.equal((await login(app, email, PASSWORD)).status, 401);
  assert.equal((await login(app, email, password)).status, 200);
});

Deno.test("POST /api/auth/resend-code reads as much with and without a registration, and makes the code after the answer", async () => {
  let reads = 0;
  let ready = Promise.resolve();
  await using app = await testApp({}, {
    replace: ({ cipher, db }) => ({
      cipher: { ...cipher, sign: (text) => ready.then(() => cipher.sign(text)) },
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
  ready = open.promise;
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
  await using log = await collectLog("error");
  broken = true;
  assert.equal((await resend(app)).status, 200);
  assert.equal((await lettersOf(app, email)).length, 1);
  assert.match(log.lines.join(""), /Cannot write a letter.*no key/);
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
