// Accepting an invitation: by its link, or by a login (docs/team.md#joining).
import { strict as assert } from "node:assert";
import { accounts } from "../../db/schema/accounts.ts";
import { memberships } from "../../db/schema/team.ts";
import { joinByLogin } from "../../server/team/join.ts";
import {
  createOwnerWithPassword,
  login,
  PASSWORD,
  register,
  verify,
} from "../support/people/accounts.ts";
import { createAdmin, createOwner } from "../support/people/factories.ts";
import { invite, join, joinTokenFor, payloadOf, teamOf } from "../support/people/team.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const EMAIL = "deniz@ornek.test";

Deno.test("POST /api/team/join/{token} makes a login of the staff, which sees requests and not the profile", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps, "Nar Ağacı");
  const link = await invited(app, owner.token);
  const shown = await app.call("GET", `/api/team/join/${link}`);
  assert.deepEqual(await shown.json(), { cafeName: "Nar Ağacı", email: EMAIL, hasAccount: false });
  const [listed] = await teamOf(app, owner.token);
  const answer = await join(app, link);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("cache-control"), "no-store");
  const { token } = await answer.json();
  const { user, cafe } = payloadOf(token);
  assert.deepEqual([user.role, cafe], ["staff", owner.ownerId]);
  assert.deepEqual(await teamOf(app, owner.token), [
    { accountId: user.id, name: "Deniz", email: EMAIL, joined: true },
  ]);
  assert.equal(user.id, listed!.accountId, "the list knows the person by the same id");
  assert.equal((await app.call("GET", "/api/requests", { token })).status, 200);
  assert.equal((await app.call("GET", "/api/house", { token })).status, 403);
  const own = await (await app.call("GET", "/api/cafes/me", { token })).json();
  assert.equal(own.name, "Nar Ağacı");
  assert.deepEqual(
    Object.keys(own).sort(),
    ["_id", "hasTill", "name", "ownerId", "shareUrl", "shortUrl", "source"],
  );
  const again = await (await login(app, EMAIL, PASSWORD)).json();
  assert.equal(payloadOf(again.token).user.role, "staff");
});

Deno.test("a link works once, also if it is used ten times at once", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const link = await invited(app, owner.token);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => join(app, link, `${PASSWORD} ${i}`)),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(400)]);
  assert.equal((await join(app, link)).status, 400);
  assert.equal((await app.deps.db.read.select().from(memberships)).length, 1);
  const right = answers.findIndex(({ status }) => status === 200);
  assert.equal((await login(app, EMAIL, `${PASSWORD} ${right}`)).status, 200);
});

Deno.test("POST /api/team/join/{token} answers 400 to an unknown link, a bad body and a common password, after which it still works", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const link = await invited(app, owner.token);
  assert.equal((await join(app, "bilinmeyen")).status, 400);
  for (const password of [null, 5, "kısa", "a".repeat(257), "12345678", EMAIL]) {
    assert.equal((await join(app, link, password)).status, 400, String(password));
  }
  assert.equal((await join(app, link)).status, 200);
});

Deno.test("a link to an address with an account is 409 and sets no password; the login joins", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps, "Nar Ağacı");
  const other = await createOwnerWithPassword(app);
  const link = await invited(app, owner.token, other.email);
  const shown = await (await app.call("GET", `/api/team/join/${link}`)).json();
  assert.equal(shown.hasAccount, true);
  const refused = await join(app, link, "başka bir şifre");
  assert.equal(refused.status, 409);
  assert.match((await refused.json()).msg, /giriş yapın/);
  assert.equal((await login(app, other.email, "başka bir şifre")).status, 401);
  assert.deepEqual((await teamOf(app, owner.token)).map(({ joined }) => joined), [false]);
  const { token } = await (await login(app, other.email, PASSWORD)).json();
  assert.equal(payloadOf(token).user.role, "owner", "a login still leads to the own cafe");
  assert.deepEqual(await (await app.call("GET", "/api/team/cafes", { token })).json(), [
    { ownerId: other.ownerId, name: "Kafe Deneme", role: "owner" },
    { ownerId: owner.ownerId, name: "Nar Ağacı", role: "staff" },
  ]);
  assert.deepEqual(await teamOf(app, owner.token), [
    { accountId: other.ownerId, name: "Deniz", email: other.email, joined: true },
  ]);
  assert.equal((await join(app, link)).status, 400, "the invitation has been accepted");
});

Deno.test("a login does not accept an invitation that is over, taken back, or to another address", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const other = await createOwnerWithPassword(app);
  await invited(app, owner.token, other.email);
  await invited(app, owner.token, EMAIL);
  const [first] = await teamOf(app, owner.token);
  await app.call("DELETE", `/api/team/${first!.accountId}`, { token: owner.token });
  assert.equal((await login(app, other.email, PASSWORD)).status, 200);
  await invited(app, owner.token, other.email);
  app.clock.pass(7 * 24 * 60 * 60 * 1000);
  assert.equal((await login(app, other.email, PASSWORD)).status, 200);
  assert.deepEqual(await app.deps.db.read.select().from(memberships), []);
});

Deno.test("a wrong password and an unverified registration accept no invitation; verifying it does", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const { code, cookie } = await register(app, { email: EMAIL });
  await invited(app, owner.token);
  assert.equal((await login(app, EMAIL, PASSWORD)).status, 403);
  assert.equal((await login(app, EMAIL, "yanlış bir şifre")).status, 401);
  assert.deepEqual((await teamOf(app, owner.token)).map(({ joined }) => joined), [false]);
  assert.equal((await verify(app, EMAIL, code, cookie)).status, 200);
  assert.deepEqual((await teamOf(app, owner.token)).map(({ joined }) => joined), [true]);
});

Deno.test("joining by a link forgets unverified registrations of the address, whose codes are dead", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const { code, cookie } = await register(app, { email: EMAIL });
  const link = await invited(app, owner.token);
  assert.equal((await join(app, link)).status, 200);
  assert.equal((await verify(app, EMAIL, code, cookie)).status, 400);
  const kept = (await app.deps.db.read.select().from(accounts)).filter((a) => a.email === EMAIL);
  assert.equal(kept.length, 1);
});

Deno.test("joining by a link and verifying a registration of the address at once leave one account that is a member", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const { code, cookie } = await register(app, { email: EMAIL });
  const link = await invited(app, owner.token);
  const answers = await Promise.all([join(app, link), verify(app, EMAIL, code, cookie)]);
  assert.deepEqual(answers.map(({ status }) => status).filter((s) => s === 200).length, 1);
  const kept = (await app.deps.db.read.select().from(accounts)).filter((a) => a.email === EMAIL);
  assert.equal(kept.length, 1);
  assert.deepEqual((await teamOf(app, owner.token)).map(({ joined }) => joined), [true]);
});

Deno.test("an admin's account joins no team", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const { accountId, token } = await createAdmin(app.deps);
  const email = `${accountId.toLowerCase()}@ornek.test`;
  assert.equal((await join(app, await invited(app, owner.token, email))).status, 409);
  // As after the admin's login.
  await joinByLogin(app.deps, accountId);
  assert.deepEqual(await app.deps.db.read.select().from(memberships), []);
  assert.deepEqual(await (await app.call("GET", "/api/team/cafes", { token })).json(), []);
});

/** The token of the link that an invitation sends. */
async function invited(app: TestApp, token: string, email = EMAIL): Promise<string> {
  assert.equal((await invite(app, token, { email, name: "Deniz" })).status, 201);
  return await joinTokenFor(app, email);
}
