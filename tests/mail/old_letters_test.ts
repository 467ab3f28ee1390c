import { strict as assert } from "node:assert";
import { deleteOldLetters, startDeletingLetters } from "../../server/mail/post.ts";
import { REGISTRATION } from "../support/people/accounts.ts";
import { lettersOf } from "../support/people/letters.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

const register = (app: TestApp, email: string) =>
  app.call("POST", "/api/auth/register", { body: { ...REGISTRATION, email } });
const outboxOf = (app: TestApp) => `${app.deps.config.dataDir}/outbox`;

Deno.test("a letter's file is deleted 7 days after it was written, and younger ones stay", async () => {
  await using app = await testApp();
  await register(app, "eski@ornek.test");
  await app.idle();
  app.clock.pass(7 * DAY_MS);
  await register(app, "yeni@ornek.test");
  await deleteOldLetters(app.deps);
  assert.equal((await lettersOf(app, "eski@ornek.test")).length, 1);
  app.clock.pass(1000);
  await deleteOldLetters(app.deps);
  assert.equal((await lettersOf(app, "eski@ornek.test")).length, 0);
  assert.equal((await lettersOf(app, "yeni@ornek.test")).length, 1);
});

Deno.test("a letter that was left half written is deleted too, and files that are no letters stay", async () => {
  await using app = await testApp();
  const folder = outboxOf(app);
  await Deno.mkdir(folder, { recursive: true });
  const half = "2001-01-31_18-30-00_01ARZ-3NDEK.txt.part";
  const others = ["2001 notlar.txt", "2001-01-31_18-30-00_a.txt.bak", "README"];
  for (const name of [half, ...others]) await Deno.writeTextFile(`${folder}/${name}`, "");
  await deleteOldLetters(app.deps);
  const left = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
  assert.deepEqual(left.sort(), others.sort());
});

Deno.test("without a folder there is nothing to delete", async () => {
  await using app = await testApp();
  await deleteOldLetters(app.deps);
  await assert.rejects(Deno.stat(outboxOf(app)), Deno.errors.NotFound);
});

Deno.test("starting to delete letters looks at once, and stopping leaves no timer", async () => {
  await using app = await testApp();
  await register(app, "eski@ornek.test");
  await app.idle();
  app.clock.pass(8 * DAY_MS);
  await startDeletingLetters(app.deps).stop();
  assert.equal((await lettersOf(app, "eski@ornek.test")).length, 0);
});
