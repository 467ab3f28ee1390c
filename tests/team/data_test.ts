// Erasure, export and retention of people who work for cafes (docs/team.md#data).
import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { accounts, invitations, memberships, sessions } from "../../db/schema/accounts.ts";
import { deleteExpired } from "../../server/account/delete_account.ts";
import {
  createOwnerWithPassword,
  deleteAccount,
  login,
  PASSWORD,
} from "../support/people/accounts.ts";
import { createAdmin, createOwner } from "../support/people/factories.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { decide, openRequestsOf, submit } from "../support/people/requests.ts";
import {
  createPerson,
  createStaff,
  enlist,
  invite,
  join,
  joinTokenFor,
  payloadOf,
  teamOf,
} from "../support/people/team.ts";
import { dumpTables } from "../support/db/dump.ts";
import { listen } from "../support/net/listener.ts";
import { servedApp } from "../support/start/served_app.ts";
import type { TestApp } from "../support/start/test_app.ts";

const EMAIL = "deniz@ornek.test";
const DAY_MS = 24 * 60 * 60 * 1000;

Deno.test("deleting an owner's account ends the team at once, and leaves no name and no invitation", async () => {
  await using app = await moneyApp();
  const owner = await createOwnerWithPassword(app);
  const other = await createOwner(app.deps);
  const staff = await createStaff(app.deps, owner.ownerId, "Deniz Ak");
  const elsewhere = await createStaff(app.deps, other.ownerId, "Can");
  await invite(app, owner.token, { email: EMAIL, name: "Ece Su" });
  const link = await joinTokenFor(app, EMAIL);
  assert.equal((await deleteAccount(app, owner.token)).status, 204);
  assert.equal((await app.call("GET", "/api/requests", { token: staff.token })).status, 401);
  assert.equal((await app.call("GET", "/api/requests", { token: elsewhere.token })).status, 200);
  assert.equal((await join(app, link)).status, 400);
  const left = JSON.stringify(await dumpTables(app.deps));
  for (const name of ["Deniz Ak", "Ece Su"]) assert.ok(!left.includes(name), name);
  assert.ok(left.includes("Can"));
});

Deno.test("deleting the account of an owner who works elsewhere tells the room of that cafe, whose team has lost them", async () => {
  await using app = await servedApp();
  const [own, other] = [await createOwnerWithPassword(app), await createOwner(app.deps)];
  await enlist(app.deps, { accountId: own.ownerId }, other.ownerId);
  await using page = listen(app.wsOrigin, other.ownerId);
  const { revision } = await page.next();
  assert.equal((await deleteAccount(app, own.token)).status, 204);
  assert.equal((await page.next()).revision, revision + 1);
  assert.deepEqual(await teamOf(app, other.token), []);
});

Deno.test("a person who was removed logs in without a cafe, sees nothing of it, and exports and deletes the own account", async () => {
  await using app = await moneyApp();
  const owner = await createOwner(app.deps, "Nar Ağacı");
  const { token: first } = await joined(app, owner.token);
  const { accountId } = (await teamOf(app, owner.token))[0]!;
  const { _id } = await submit(app, owner.ownerId);
  await decide(app, first, _id, "approved");
  const ofOwner = await submit(app, owner.ownerId, { songTitle: "Dönence" });
  await decide(app, owner.token, ofOwner._id, "rejected");
  assert.equal(
    (await app.call("DELETE", `/api/team/${accountId}`, { token: owner.token })).status,
    204,
  );
  const { token } = await (await login(app, EMAIL, PASSWORD)).json();
  assert.equal(payloadOf(token).user.role, "cafeless");
  for (const path of ["/api/requests", "/api/cafes/me", "/api/payouts", "/api/team"]) {
    assert.equal((await app.call("GET", path, { token })).status, 403, path);
  }
  const kept = await app.ok("GET", "/api/account/export", { token });
  assert.deepEqual([kept.account.role, kept.account.email, kept.cafe], ["staff", EMAIL, null]);
  assert.deepEqual([kept.payouts, kept.ledger, kept.team], [[], [], []]);
  const [membership] = kept.memberships;
  assert.deepEqual([membership.cafeName, membership.name], ["Nar Ağacı", "Deniz"]);
  assert.ok(membership.endedAt);
  assert.deepEqual(kept.decisions.map((d: { songTitle: string }) => d.songTitle), ["Gülpembe"]);
  assert.equal((await deleteAccount(app, token, { password: "yanlış bir şifre" })).status, 403);
  assert.equal((await deleteAccount(app, token)).status, 204);
  assert.equal((await login(app, EMAIL, PASSWORD)).status, 401);
  const left = JSON.stringify(await dumpTables(app.deps));
  for (const personal of [EMAIL, "Deniz"]) assert.ok(!left.includes(personal), personal);
  const [open] = await openRequestsOf(app, owner);
  assert.equal(open!.decidedBy, "Eski ekip üyesi");
});

Deno.test("deleting a member's account keeps the cafe, its requests and the others of the team", async () => {
  await using app = await moneyApp();
  const owner = await createOwner(app.deps);
  const other = await createStaff(app.deps, owner.ownerId);
  const { token } = await joined(app, owner.token);
  const { _id } = await submit(app, owner.ownerId);
  assert.equal((await deleteAccount(app, token)).status, 204);
  assert.equal((await app.call("GET", "/api/requests", { token })).status, 401);
  assert.deepEqual((await teamOf(app, owner.token)).map((m) => m.accountId), [other.accountId]);
  assert.equal((await decide(app, other.token, _id, "approved")).status, 200);
});

Deno.test("an owner's export has the team and those who are invited, and the admin's is refused", async () => {
  await using app = await moneyApp();
  const owner = await createOwner(app.deps);
  const staff = await createStaff(app.deps, owner.ownerId, "Can");
  app.clock.pass(1000);
  await invite(app, owner.token);
  const kept = await app.ok("GET", "/api/account/export", { token: owner.token });
  assert.deepEqual(
    kept.team.map((m: { name: string; email: string; joinedAt: string | null }) => [
      ...[m.name, m.email, m.joinedAt !== null],
    ]),
    [["Can", staff.email, true], ["Deniz", EMAIL, false]],
  );
  assert.equal(kept.account.role, "owner");
  const { token } = await createAdmin(app.deps);
  assert.equal((await app.call("GET", "/api/account/export", { token })).status, 403);
});

Deno.test("the account of a person without a cafe is erased 30 days after the last team, and no earlier", async () => {
  await using app = await moneyApp();
  const { db } = app.deps;
  const owner = await createOwner(app.deps);
  const { token } = await joined(app, owner.token);
  const stays = await createStaff(app.deps, owner.ownerId);
  const former = await createOwner(app.deps);
  await enlist(app.deps, { accountId: former.ownerId }, owner.ownerId);
  const { user: { id } } = payloadOf(token);
  app.clock.pass(6 * DAY_MS);
  for (const accountId of [id, former.ownerId]) {
    const path = `/api/team/${accountId}`;
    assert.equal((await app.call("DELETE", path, { token: owner.token })).status, 204);
  }
  const erasedAt = async (accountId: string) =>
    (await db.read.select().from(accounts).where(eq(accounts.id, accountId)))[0]!.erasedAt;
  app.clock.pass(30 * DAY_MS);
  await deleteExpired(app.deps);
  assert.equal(await erasedAt(id), null);
  assert.equal((await db.read.select().from(memberships)).length, 3);
  app.clock.pass(1);
  await deleteExpired(app.deps);
  assert.equal(await erasedAt(id), app.clock.now());
  assert.equal(await erasedAt(stays.accountId), null);
  assert.equal(await erasedAt(former.ownerId), null, "who owns a cafe stays");
  assert.equal((await db.read.select().from(memberships)).length, 1);
  assert.deepEqual(await db.read.select().from(sessions), []);
  assert.ok(!JSON.stringify(await dumpTables(app.deps)).includes(EMAIL));
});

Deno.test("invitations that are over are deleted, and the admin's account never is", async () => {
  await using app = await moneyApp();
  const owner = await createOwner(app.deps);
  const admin = await createAdmin(app.deps);
  await createPerson(app.deps);
  await invite(app, owner.token);
  app.clock.pass(7 * DAY_MS);
  await deleteExpired(app.deps);
  assert.equal((await app.deps.db.read.select().from(invitations)).length, 1);
  app.clock.pass(1);
  await deleteExpired(app.deps);
  assert.deepEqual(await app.deps.db.read.select().from(invitations), []);
  app.clock.pass(400 * DAY_MS);
  await deleteExpired(app.deps);
  const left = await app.deps.db.read.select().from(accounts);
  const alive = left.filter(({ erasedAt }) => erasedAt === null).map(({ id }) => id);
  assert.deepEqual(alive.sort(), [owner.ownerId, admin.accountId].sort());
});

async function joined(app: TestApp, ownerToken: string): Promise<{ token: string }> {
  await invite(app, ownerToken);
  return await (await join(app, await joinTokenFor(app, EMAIL))).json();
}
