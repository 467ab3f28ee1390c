import { strict as assert } from "node:assert";
import { join } from "node:path";
import { holdsErased } from "../../db/connection/backup.ts";
import { accounts, cafes, letters, oneTimeSecrets, sessions } from "../../db/schema/accounts.ts";
import { idempotencyKeys, songRequests, supportTips } from "../../db/schema/requests.ts";
import { deleteExpired, startRetention } from "../../server/account/delete_account.ts";
import { lookAfterFiles, stamp } from "../../server/commands/make_backup.ts";
import { bringUpToDate } from "../../server/commands/with_product.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import {
  createOwnerWithPassword,
  deleteAccount,
  givePassword,
  login,
  PASSWORD,
  register,
} from "../support/people/accounts.ts";
import { createOwner } from "../support/people/factories.ts";
import { guestOf } from "../support/people/guests.ts";
import { renew } from "../support/people/logins.ts";
import { playedSong } from "../support/people/plays.ts";
import { decide, draft, storedRequest, submit } from "../support/people/requests.ts";
import { createStaff } from "../support/people/team.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { sql } from "../support/db/sql.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

Deno.test("an unverified account is deleted after 7 days, with its cafe and letters", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  assert.equal((await register(app)).status, 201);
  await app.idle();
  app.clock.pass(7 * DAY_MS);
  await deleteExpired(app.deps);
  assert.equal((await app.deps.db.read.select().from(accounts)).length, 2);
  app.clock.pass(1);
  await deleteExpired(app.deps);
  const { read } = app.deps.db;
  assert.deepEqual((await read.select().from(accounts)).map((a) => a.id), [owner.ownerId]);
  assert.deepEqual((await read.select().from(cafes)).map((c) => c.id), [owner.cafeId]);
  assert.deepEqual(await read.select().from(letters), []);
  assert.deepEqual(await read.select().from(oneTimeSecrets), []);
});

Deno.test("a request's guest id is deleted two days after it was sent, whatever became of it", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const guest = await guestOf(app, ownerId);
  const ids: string[] = [];
  for (const status of ["pending", "approved", "rejected"]) {
    const { _id } = await guest.send();
    if (status !== "pending") await decide(app, token, _id, status);
    ids.push(_id);
  }
  ids.push(await playedSong(app.deps, ownerId, 700, app.clock.now()));
  await app.deps.db.write((d) => [d.update(songRequests).set({ guestId: "misafir" })]);
  const guests = async () =>
    await Promise.all(ids.map(async (id) => (await storedRequest(app, id)).guestId));
  app.clock.pass(2 * DAY_MS);
  await deleteExpired(app.deps);
  assert.deepEqual(await guests(), Array(4).fill("misafir"));
  const later = await guest.send();
  app.clock.pass(1);
  // Fewer in one commit than there are.
  await deleteExpired(app.deps, 3);
  assert.deepEqual(await guests(), Array(4).fill(null));
  assert.notEqual((await storedRequest(app, later._id)).guestId, null);
});

Deno.test("a supporter's guest id is deleted two days after the tip, which stays", async () => {
  await using app = await moneyApp();
  const { ownerId } = await createOwner(app.deps);
  const friend = await guestOf(app, ownerId);
  const { _id } = await submit(app, ownerId, { tipAmount: 10 });
  app.clock.pass(DAY_MS);
  for (const tip of [1, 2, 3]) await friend.support(_id, tip);
  const supporters = async () =>
    (await app.deps.db.read.select().from(supportTips)).filter((tip) => tip.guestId !== null);
  app.clock.pass(2 * DAY_MS);
  await deleteExpired(app.deps);
  assert.equal((await supporters()).length, 3);
  app.clock.pass(1);
  // Fewer in one commit than there are.
  await deleteExpired(app.deps, 2);
  assert.deepEqual(await supporters(), []);
  const [row] = await app.deps.db.read.select().from(songRequests);
  assert.deepEqual([row!.tipKurus, row!.supportKurus], [1600, 600]);
});

Deno.test("an Idempotency-Key and its guest id are deleted after a day, even if no other key is sent", async () => {
  await using app = await testApp();
  const { ownerId } = await createOwner(app.deps);
  const headers = { "idempotency-key": "bir" };
  const sent = await app.call("POST", "/api/requests", { body: draft(ownerId), headers });
  assert.equal(sent.status, 201);
  const count = async () => await app.deps.db.read.$count(idempotencyKeys);
  app.clock.pass(DAY_MS - 1);
  await deleteExpired(app.deps);
  assert.equal(await count(), 1);
  app.clock.pass(1);
  await deleteExpired(app.deps);
  assert.equal(await count(), 0);
});

Deno.test("a letter is deleted a day after it was sent or counted, and not before", async () => {
  await using app = await testApp();
  const { email } = await createOwner(app.deps);
  const count = async () => (await app.deps.db.read.select().from(letters)).length;
  for (const who of [email, "yok@ornek.test"]) {
    await app.call("POST", "/api/auth/forgot-password", { body: { email: who } });
  }
  await app.idle();
  app.clock.pass(DAY_MS);
  await deleteExpired(app.deps);
  assert.equal(await count(), 2);
  app.clock.pass(1);
  await deleteExpired(app.deps);
  assert.equal(await count(), 0);
});

Deno.test("an expired session is deleted, and a live one is kept", async () => {
  await using app = await testApp();
  await createOwner(app.deps);
  app.clock.pass(6 * DAY_MS);
  const { token } = await createOwner(app.deps);
  app.clock.pass(2 * DAY_MS);
  const schedule = startRetention(app.deps);
  await schedule.stop();
  assert.equal((await app.deps.db.read.select().from(sessions)).length, 1);
  assert.equal((await app.call("GET", "/api/cafes/me", { token })).status, 200);
});

Deno.test("a login that was renewed is kept until its later end", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const count = async () => await app.deps.db.read.$count(sessions);
  app.clock.pass(6 * DAY_MS);
  assert.equal((await renew(app, token)).status, 200);
  app.clock.pass(7 * DAY_MS);
  await deleteExpired(app.deps);
  assert.equal(await count(), 1);
  app.clock.pass(1);
  await deleteExpired(app.deps);
  assert.equal(await count(), 0);
});

// An erased person is out of the database file, not only out of its rows, and out of copies that are too old.
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
  assert.equal((await deleteAccount(app, token)).status, 204);
  const bytes = await bytesOf(app);
  for (const trace of [email, IBAN, "Ayşe Öztürk"]) assert.ok(!bytes.includes(trace), trace);
});

Deno.test("a member who has deleted the account is out of the files too", async () => {
  await using app = await testApp();
  const { ownerId } = await createOwner(app.deps);
  const { accountId, email, token } = await createStaff(app.deps, ownerId, "Deniz Yılmazer");
  await givePassword(app, accountId);
  assert.equal((await deleteAccount(app, token)).status, 204);
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
  await app.deps.db.all(sql("pragma secure_delete = off"));
  await deleteAccount(app, token);
  assert.ok((await bytesOf(app)).includes(email), "it is only marked as free");
  await app.deps.db.all(sql("pragma secure_delete = on"));
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

/** All of the database's files, as text. */
async function bytesOf({ deps }: TestApp): Promise<string> {
  await deps.outbox.idle();
  const texts = ["", "-wal", "-journal", ".ended"].map(async (ending) => {
    const path = join(deps.config.dataDir, `cafe.db${ending}`);
    return new TextDecoder().decode(await Deno.readFile(path).catch(() => new Uint8Array()));
  });
  return (await Promise.all(texts)).join();
}
