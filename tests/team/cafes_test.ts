// One person at several cafes (docs/team.md#several-cafes).
import { strict as assert } from "node:assert";
import { createAdmin, createOwner } from "../support/people/factories.ts";
import { decide, openRequestsOf, submit } from "../support/people/requests.ts";
import { createPerson, createStaff, enlist, payloadOf } from "../support/people/team.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

Deno.test("a member of two cafes chooses one; each token reads and decides at its cafe alone", async () => {
  await using app = await testApp();
  const [one, two] = [await createOwner(app.deps, "Bir"), await createOwner(app.deps, "İki")];
  const staff = await createStaff(app.deps, one.ownerId);
  app.clock.pass(1000);
  await enlist(app.deps, staff, two.ownerId);
  assert.deepEqual(await cafesOf(app, staff.token), [
    { ownerId: one.ownerId, name: "Bir", role: "staff" },
    { ownerId: two.ownerId, name: "İki", role: "staff" },
  ]);
  const token = await chosen(app, staff.token, two.ownerId);
  assert.deepEqual([payloadOf(token).cafe, payloadOf(token).user.role], [two.ownerId, "staff"]);
  const [first, second] = [await submit(app, one.ownerId), await submit(app, two.ownerId)];
  assert.deepEqual(await listed(app, staff.token), [first._id]);
  assert.deepEqual(await listed(app, token), [second._id]);
  assert.equal((await decide(app, token, first._id, "approved")).status, 404);
  assert.equal((await decide(app, staff.token, second._id, "approved")).status, 404);
  const both = await Promise.all([
    decide(app, staff.token, first._id, "approved"),
    decide(app, token, second._id, "approved"),
  ]);
  assert.deepEqual(both.map(({ status }) => status), [200, 200]);
});

Deno.test("an owner who works elsewhere is staff there and owner at home, by two tokens of one login", async () => {
  await using app = await testApp();
  const [own, other] = [await createOwner(app.deps), await createOwner(app.deps)];
  await enlist(app.deps, { accountId: own.ownerId }, other.ownerId);
  const token = await chosen(app, own.token, other.ownerId);
  for (const path of ["/api/house", "/api/payouts", "/api/team", "/api/music"]) {
    assert.equal((await app.call("GET", path, { token })).status, 403, path);
    assert.equal((await app.call("GET", path, { token: own.token })).status, 200, path);
  }
  const back = await chosen(app, token, own.ownerId);
  assert.equal(payloadOf(back).user.role, "owner");
  assert.equal((await app.call("GET", "/api/house", { token: back })).status, 200);
});

Deno.test("POST /api/team/cafes answers 404 for a cafe of others", async () => {
  await using app = await testApp();
  const [one, two] = [await createOwner(app.deps), await createOwner(app.deps)];
  const staff = await createStaff(app.deps, one.ownerId);
  const person = await createPerson(app.deps);
  for (const token of [staff.token, person.token, one.token, (await createAdmin(app.deps)).token]) {
    assert.equal((await choose(app, token, two.ownerId)).status, 404);
    assert.equal((await choose(app, token, "nothing")).status, 404);
  }
  assert.equal((await choose(app, person.token, person.accountId)).status, 404, "no own cafe");
});

Deno.test("a token for another cafe ends with the login that it was made from", async () => {
  await using app = await testApp();
  const [own, other] = [await createOwner(app.deps), await createOwner(app.deps)];
  await enlist(app.deps, { accountId: own.ownerId }, other.ownerId);
  app.clock.pass(6 * DAY_MS);
  const token = await chosen(app, own.token, other.ownerId);
  assert.equal(payloadOf(token).exp, payloadOf(own.token).exp);
  assert.equal((await app.call("GET", "/api/requests", { token })).status, 200);
  assert.equal((await app.call("POST", "/api/auth/logout", { token: own.token })).status, 204);
  assert.equal((await app.call("GET", "/api/requests", { token })).status, 401);
});

Deno.test("a renewed token speaks for the same cafe, and a removed member's is not renewed", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const staff = await createStaff(app.deps, owner.ownerId);
  const renew = () => app.call("POST", "/api/auth/renew", { token: staff.token });
  const { token } = await (await renew()).json();
  assert.deepEqual([payloadOf(token).cafe, payloadOf(token).user.role], [owner.ownerId, "staff"]);
  assert.equal((await app.call("GET", "/api/requests", { token })).status, 200);
  await app.call("DELETE", `/api/team/${staff.accountId}`, { token: owner.token });
  assert.equal((await renew()).status, 401);
});

Deno.test("a token that claims a cafe of others is 401, whatever its role says", async () => {
  await using app = await testApp();
  const [one, two] = [await createOwner(app.deps), await createOwner(app.deps)];
  const staff = await createStaff(app.deps, one.ownerId);
  const { jti, ver, exp } = payloadOf(staff.token);
  const forged = await app.deps.tokenSigner.sign({
    sessionId: jti,
    account: { id: staff.accountId, role: "owner", tokenVersion: ver },
    cafe: two.ownerId,
    issuedAt: app.clock.now(),
    expiresAt: exp * 1000,
  });
  const { _id } = await submit(app, two.ownerId);
  assert.equal((await app.call("GET", "/api/house", { token: forged })).status, 401);
  assert.equal((await decide(app, forged, _id, "approved")).status, 401);
});

function choose(app: TestApp, token: string, ownerId: string): Promise<Response> {
  return app.call("POST", "/api/team/cafes", { token, body: { ownerId } });
}

/** The token for the cafe that was chosen. */
async function chosen(app: TestApp, token: string, ownerId: string): Promise<string> {
  return (await app.ok("POST", "/api/team/cafes", { token, body: { ownerId } })).token;
}

async function cafesOf(app: TestApp, token: string) {
  return await app.ok("GET", "/api/team/cafes", { token });
}

async function listed(app: TestApp, token: string): Promise<string[]> {
  return (await openRequestsOf(app, { token })).map(({ _id }) => _id);
}
