import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { accounts, cafes, letters, oneTimeSecrets, sessions } from "../../db/schema/accounts.ts";
import { idempotencyKeys, songRequests, supportTips } from "../../db/schema/requests.ts";
import { deleteExpired, startRetention } from "../../server/account/delete_account.ts";
import { newId } from "../../server/ids.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { createOwner } from "../support/people/factories.ts";
import { renew } from "../support/people/logins.ts";
import { guestOf } from "../support/people/guests.ts";
import { playedSong } from "../support/people/plays.ts";
import { draft, submit } from "../support/people/requests.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const REGISTRATION = {
  name: "Kafe Unutkan",
  email: "unutkan@ornek.test",
  password: "dort-kedi-uc-kapi",
  phoneNumber: "+90 555 111 22 33",
};

Deno.test("an unverified account is deleted after 7 days, with its cafe and letters", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  assert.equal((await app.call("POST", "/api/auth/register", { body: REGISTRATION })).status, 201);
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
  const { ownerId } = await createOwner(app.deps);
  const ids: string[] = [];
  for (const status of ["pending", "approved", "rejected"] as const) {
    ids.push(await insertRequest(app, ownerId, status));
  }
  ids.push(await playedSong(app.deps, ownerId, 700, app.clock.now()));
  await app.deps.db.write((d) => [d.update(songRequests).set({ guestId: "misafir" })]);
  const guests = async () => await Promise.all(ids.map((id) => guestIdOf(app, id)));
  app.clock.pass(2 * DAY_MS);
  await deleteExpired(app.deps);
  assert.deepEqual(await guests(), Array(4).fill("misafir"));
  const later = await insertRequest(app, ownerId, "pending");
  app.clock.pass(1);
  // Fewer in one commit than there are.
  await deleteExpired(app.deps, 3);
  assert.deepEqual(await guests(), Array(4).fill(null));
  assert.equal(await guestIdOf(app, later), "misafir");
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

async function insertRequest(
  app: TestApp,
  ownerId: string,
  status: "pending" | "approved" | "rejected",
) {
  const id = newId(app.clock.now());
  await app.deps.db.write((d) => [
    d.insert(songRequests).values({
      id,
      ownerId,
      songTitle: "Gülpembe",
      artist: "Barış Manço",
      albumArt: "",
      uri: "spotify:track:0123456789abcdefghijAB",
      tipKurus: 1000,
      status,
      guestId: "misafir",
      createdAt: app.clock.now(),
      decidedAt: app.clock.now(),
    }),
  ]);
  return id;
}

async function guestIdOf(app: TestApp, id: string) {
  return (await app.deps.db.read.select().from(songRequests).where(eq(songRequests.id, id)))[0]
    ?.guestId;
}
