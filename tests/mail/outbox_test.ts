import { strict as assert } from "node:assert";
import { claimDueLetters, type LetterKind } from "../../db/people/letters.ts";
import { letters } from "../../db/schema/accounts.ts";
import { createOutbox, startSending } from "../../server/mail/outbox.ts";
import type { Mail } from "../../server/mail/letter_text.ts";
import { REGISTRATION } from "../support/people/accounts.ts";
import { createOwner } from "../support/people/factories.ts";
import { lettersOf } from "../support/people/letters.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { holdTimers } from "../support/time/held_timers.ts";
import { sql } from "../support/db/sql.ts";

const MINUTE_MS = 60_000;

/** An app whose letters cannot be sent, because their folder cannot be created. */
async function blockedApp(): Promise<TestApp> {
  const app = await testApp();
  await Deno.writeTextFile(`${app.deps.config.dataDir}/outbox`, "");
  return app;
}

/** An outbox of the app's letters that keeps what it sends. */
function keptOutbox(app: TestApp) {
  const sent: Mail[] = [];
  const outbox = createOutbox(app.deps, (mail) => Promise.resolve(void sent.push(mail)));
  return {
    async send() {
      outbox.nudge();
      await outbox.idle();
      return sent.length;
    },
  };
}

const register = (app: TestApp) => app.call("POST", "/api/auth/register", { body: REGISTRATION });
const rows = (app: TestApp) =>
  app.deps.db.all<{ id: string; secret: string | null; attempts: number }>(
    sql("select * from letters"),
  );

Deno.test("a registration writes its letter with an encrypted code, and a letter that cannot be sent is kept", async () => {
  await using app = await blockedApp();
  assert.equal((await register(app)).status, 201);
  await app.idle();
  const [row] = await rows(app);
  assert.equal(row!.attempts, 1);
  const code = await app.deps.cipher.decrypt(row!.secret!, row!.id);
  assert.match(code, /^\d{6}$/);
  assert.ok(!row!.secret!.includes(code));
  await assert.rejects(app.deps.cipher.decrypt(row!.secret!, "another letter"));
});

Deno.test("a letter whose code has expired is dropped instead of sent", async () => {
  await using app = await blockedApp();
  await register(app);
  await app.idle();
  app.clock.pass(10 * MINUTE_MS + 1);
  assert.equal(await keptOutbox(app).send(), 0);
  assert.deepEqual(await rows(app), []);
});

Deno.test("claiming a letter 10 times at once gives it to one caller", async () => {
  await using app = await blockedApp();
  await register(app);
  await app.idle();
  app.clock.pass(MINUTE_MS);
  const claims = await Promise.all(
    Array.from(
      { length: 10 },
      () => claimDueLetters(app.deps.db, app.clock.now(), app.clock.now() + 1000, 5),
    ),
  );
  assert.equal(claims.flat().length, 1);
});

Deno.test("a letter that fails does not delay the others", async () => {
  await using app = await testApp();
  const { email } = await createOwner(app.deps);
  await app.deps.db.write(() => [
    sql(`insert into letters (id, kind, recipient, secret, created_at, next_attempt_at)
      values ('broken', 'reset_link', 'x@ornek.test', 'not encrypted', ${app.clock.now()}, 0)`),
  ]);
  await app.call("POST", "/api/auth/forgot-password", { body: { email } });
  assert.equal((await lettersOf(app, email)).length, 1);
});

Deno.test("letters in the folder are readable only by the user that runs the server", async () => {
  await using app = await testApp();
  await register(app);
  await app.idle();
  const folder = `${app.deps.config.dataDir}/outbox`;
  assert.equal((await Deno.stat(folder)).mode! & 0o777, 0o700);
  for await (const { name } of Deno.readDir(folder)) {
    assert.match(name, /^[\d-]+_[\d-]+_[\w-]+\.txt$/);
    assert.doesNotMatch(name, /\d{6}/);
    assert.equal((await Deno.stat(`${folder}/${name}`)).mode! & 0o777, 0o600);
  }
});

Deno.test("starting to send sends the letters of an earlier run, and stopping leaves no timer", async () => {
  await using app = await blockedApp();
  await register(app);
  await app.idle();
  await Deno.remove(`${app.deps.config.dataDir}/outbox`);
  app.clock.pass(MINUTE_MS);
  const sending = startSending(app.deps);
  await sending.stop();
  assert.equal((await lettersOf(app, REGISTRATION.email)).length, 1);
});

Deno.test("a letter that failed is sent 5 s later, without another call", async () => {
  await using app = await blockedApp();
  using timers = holdTimers();
  const sending = startSending(app.deps);
  await register(app);
  await app.idle();
  await Deno.remove(`${app.deps.config.dataDir}/outbox`);
  for (const ms of [4_999, 1]) {
    assert.equal((await lettersOf(app, REGISTRATION.email)).length, 0);
    app.clock.pass(ms);
    timers.tick(ms);
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal((await lettersOf(app, REGISTRATION.email)).length, 1);
  await sending.stop();
});

Deno.test("a letter that is being sent is claimed for 2 minutes, then another instance sends it", async () => {
  await using app = await blockedApp();
  await register(app);
  await app.idle();
  app.clock.pass(MINUTE_MS);
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const { promise: never, reject: giveUp } = Promise.withResolvers<void>();
  const stuck = createOutbox(app.deps, () => (reach(), never));
  stuck.nudge();
  await reached;
  const other = keptOutbox(app);
  for (const [ms, count] of [[0, 0], [2 * MINUTE_MS - 1, 0], [1, 1]] as const) {
    app.clock.pass(ms);
    assert.equal(await other.send(), count);
  }
  giveUp(new Error("the connection is gone"));
  await stuck.idle();
});

const USEFUL: [kind: LetterKind, ms: number][] = [
  ["verification_code", 10 * MINUTE_MS],
  ["reset_link", 60 * MINUTE_MS],
  ["password_changed", 3 * 24 * 60 * MINUTE_MS],
  ["second_factor_on", 3 * 24 * 60 * MINUTE_MS],
  ["second_factor_off", 3 * 24 * 60 * MINUTE_MS],
  ["address_in_use", 24 * 60 * MINUTE_MS],
  ["invitation", 7 * 24 * 60 * MINUTE_MS],
];

for (const [kind, usefulMs] of USEFUL) {
  Deno.test(`a letter ${kind} is sent for ${usefulMs / MINUTE_MS} minutes, and dropped after that`, async () => {
    await using app = await testApp();
    const { db, cipher } = app.deps;
    const createdAt = app.clock.now();
    const secret = /code|link|invitation/.test(kind) ? await cipher.encrypt("042137", kind) : null;
    for (const [elapsedMs, count] of [[usefulMs, 1], [usefulMs + 1, 0]] as const) {
      const letter = { id: kind, kind, recipient: "x@ornek.test", secret, createdAt };
      await db.write((d) => [
        d.delete(letters),
        d.insert(letters).values({ ...letter, nextAttemptAt: createdAt }),
      ]);
      app.clock.set(createdAt + elapsedMs);
      assert.equal(await keptOutbox(app).send(), count);
      assert.equal((await rows(app)).length, count);
    }
  });
}
