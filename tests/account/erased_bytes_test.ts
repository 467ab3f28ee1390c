// An erased person is out of the database file, not only out of its rows, and out of copies that are too old.
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { holdsErased } from "../../db/backup.ts";
import { bringUpToDate } from "../../server/commands/with_product.ts";
import { lookAfterFiles, stamp } from "../../server/commands/make_backup.ts";
import {
  createOwnerWithPassword,
  givePassword,
  login,
  PASSWORD,
} from "../support/people/accounts.ts";
import { createOwner } from "../support/people/factories.ts";
import { createStaff } from "../support/people/team.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const DAY_MS = 24 * 60 * 60_000;
const IBAN = "TR330006100519786457841326";

Deno.test("after an owner has deleted the account, no file of the database has the e-mail, phone number or IBAN", async () => {
  await using app = await testApp();
  const { email, token } = await createOwnerWithPassword(app);
  const profile = { name: "Nar Ağacı", iban: IBAN, accountHolderName: "Ayşe Öztürk" };
  assert.equal((await app.call("POST", "/api/cafes", { token, body: profile })).status, 200);
  // A letter to the address, and a login.
  await app.call("POST", "/api/auth/forgot-password", { body: { email } });
  await login(app, email, PASSWORD);
  assert.ok((await bytesOf(app)).includes(email));
  assert.equal(await deleteAccount(app, token), 204);
  const bytes = await bytesOf(app);
  for (const trace of [email, IBAN, "Ayşe Öztürk"]) assert.ok(!bytes.includes(trace), trace);
});

Deno.test("a member who has deleted the account is out of the files too", async () => {
  await using app = await testApp();
  const { ownerId } = await createOwner(app.deps);
  const { accountId, email, token } = await createStaff(app.deps, ownerId, "Deniz Yılmazer");
  await givePassword(app, accountId);
  assert.equal(await deleteAccount(app, token), 204);
  const bytes = await bytesOf(app);
  for (const trace of [email, "Deniz Yılmazer"]) assert.ok(!bytes.includes(trace), trace);
});

Deno.test("early in the day the file is written anew once if an account was erased since, and at no other hour", async () => {
  await using app = await testApp();
  const { token } = await createOwnerWithPassword(app);
  assert.equal(await holdsErased(app.deps.db), false);
  await deleteAccount(app, token);
  assert.equal(await holdsErased(app.deps.db), true);
  // It is 20:00 in Istanbul.
  await lookAfterFiles(app.deps);
  assert.equal(await holdsErased(app.deps.db), true);
  app.clock.pass(10 * 60 * 60_000);
  await lookAfterFiles(app.deps);
  assert.equal(await holdsErased(app.deps.db), false);
});

Deno.test("a start writes the file anew if an account was erased since, also what an earlier release has left in it", async () => {
  await using app = await testApp();
  const { email, token } = await createOwnerWithPassword(app);
  await app.deps.db.read.run("pragma secure_delete = off");
  await deleteAccount(app, token);
  assert.ok((await bytesOf(app)).includes(email), "it is only marked as free");
  app.clock.pass(60_000);
  await bringUpToDate(app.deps);
  assert.ok(!(await bytesOf(app)).includes(email));
  assert.equal(await holdsErased(app.deps.db), false);
});

Deno.test("copies that the product makes by itself are deleted after 30 days, and copies by hand are not", async () => {
  await using app = await testApp();
  const folder = join(app.deps.config.dataDir, "backups");
  await Deno.mkdir(folder);
  const names = (made: number) =>
    ["daily", "before-update", "before-restore", "cafe"].map((why) => `${why}-${stamp(made)}.db`);
  const old = names(app.clock.now() - 30 * DAY_MS - 1);
  const young = names(app.clock.now() - 30 * DAY_MS);
  const others = ["before-update.db", `before-update-${stamp(0)}.db.part`, "notes.txt"];
  for (const name of [...old, ...young, ...others]) {
    await Deno.writeTextFile(join(folder, name), "");
  }
  await lookAfterFiles(app.deps);
  const left = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
  assert.deepEqual(left, [...young, old[3]!, ...others].sort());
});

Deno.test("the journal of a damaged database is deleted after 30 days", async () => {
  await using app = await testApp();
  const journal = join(app.deps.config.dataDir, "cafe.db.damaged-wal");
  await Deno.writeTextFile(journal, "");
  await Deno.utime(journal, new Date(), new Date(app.clock.now() - 30 * DAY_MS));
  await lookAfterFiles(app.deps);
  assert.ok(await Deno.stat(journal));
  app.clock.pass(1000);
  await lookAfterFiles(app.deps);
  await assert.rejects(Deno.stat(journal), Deno.errors.NotFound);
});

async function deleteAccount(app: TestApp, token: string): Promise<number> {
  const body = { password: PASSWORD };
  return (await app.call("POST", "/api/account/delete", { token, body })).status;
}

/** All of the database's files, as text. */
async function bytesOf({ deps }: TestApp): Promise<string> {
  await deps.outbox.idle();
  const texts = ["", "-wal", "-journal", ".ended"].map(async (ending) => {
    const path = join(deps.config.dataDir, `cafe.db${ending}`);
    return new TextDecoder().decode(await Deno.readFile(path).catch(() => new Uint8Array()));
  });
  return (await Promise.all(texts)).join();
}
