// Accepting an invitation: by its link, or by a person who is logged in (docs/team.md#joining).
import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { accounts, memberships, recoveryCodes, secondFactors } from "../../db/schema/accounts.ts";
import { rooms } from "../../db/schema/requests.ts";
import { deleteExpired } from "../../server/account/delete_account.ts";
import {
  createOwnerWithPassword,
  givePassword,
  login,
  PASSWORD,
  register,
  verify,
} from "../support/people/accounts.ts";
import { sentenceOf } from "../support/people/guests.ts";
import { logInAgain } from "../support/people/logins.ts";
import { createAdmin, createOwner } from "../support/people/factories.ts";
import {
  accept,
  createPerson,
  createStaff,
  invitationsOf,
  invite,
  join,
  joinTokenFor,
  payloadOf,
  teamOf,
} from "../support/people/team.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { logInWith, stateOf, turnOn } from "../support/people/second_factor.ts";

const EMAIL = "deniz@ornek.test";

Deno.test("POST /api/team/join/{token} makes a login of the staff, which sees requests and not the profile", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps, "Nar Ağacı");
  const link = await invited(app, owner.token);
  const shown = await app.call("GET", `/api/team/join/${link}`);
  const [listed] = await teamOf(app, owner.token);
  assert.deepEqual(await shown.json(), {
    _id: listed!.accountId,
    cafeName: "Nar Ağacı",
    email: EMAIL,
    hasAccount: false,
  });
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
  const own = await app.ok("GET", "/api/cafes/me", { token });
  assert.equal(own.name, "Nar Ağacı");
  assert.deepEqual(
    Object.keys(own).sort(),
    ["_id", "approvesAll", "hasTill", "name", "ownerId", "shareUrl", "shortUrl", "source"],
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
  const owner = await createOwner(app.deps, "Nar Ağacı");
  const link = await invited(app, owner.token);
  assert.equal((await join(app, "bilinmeyen")).status, 400);
  for (const password of [null, 5, "kısa", "a".repeat(257), "12345678", EMAIL, "Nar Ağacı 1"]) {
    assert.equal((await join(app, link, password)).status, 400, String(password));
  }
  assert.equal((await join(app, link)).status, 200);
});

Deno.test("a link to an address with an account is 409 and sets no password; the person accepts it after a login", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps, "Nar Ağacı");
  const other = await createOwnerWithPassword(app);
  const link = await invited(app, owner.token, other.email);
  const shown = await app.ok("GET", `/api/team/join/${link}`);
  assert.equal(shown.hasAccount, true);
  assert.match(await sentenceOf(join(app, link, "başka bir şifre"), 409), /giriş yapın/);
  assert.equal((await login(app, other.email, "başka bir şifre")).status, 401);
  const { token } = await (await login(app, other.email, PASSWORD)).json();
  assert.deepEqual(await invitationsOf(app, token), [{ _id: shown._id, cafeName: "Nar Ağacı" }]);
  assert.deepEqual((await teamOf(app, owner.token)).map(({ joined }) => joined), [false]);
  const joined = await accept(app, token, shown._id);
  assert.equal(joined.status, 200);
  const nar = { ownerId: owner.ownerId, name: "Nar Ağacı", role: "staff" };
  assert.deepEqual(await joined.json(), nar);
  const own = { ownerId: other.ownerId, name: "Kafe Deneme", role: "owner" };
  assert.deepEqual(await app.ok("GET", "/api/team/cafes", { token }), [own, nar]);
  assert.deepEqual(await teamOf(app, owner.token), [
    { accountId: other.ownerId, name: "Deniz", email: other.email, joined: true },
  ]);
  assert.deepEqual(await invitationsOf(app, token), []);
  assert.equal((await join(app, link)).status, 400, "the invitation has been accepted");
  assert.equal((await accept(app, token, shown._id)).status, 400);
  const again = await (await login(app, other.email, PASSWORD)).json();
  assert.equal(payloadOf(again.token).user.role, "owner", "a login still leads to the own cafe");
});

Deno.test("neither a login nor a new password joins a team, and the inviting cafe's room hears of neither", async () => {
  await using app = await testApp();
  const stranger = await createOwner(app.deps);
  const person = await createOwnerWithPassword(app);
  await invited(app, stranger.token, person.email);
  const revision = async () =>
    (await app.deps.db.read.select().from(rooms).where(eq(rooms.ownerId, stranger.ownerId)).get())
      ?.revision;
  const before = await revision();
  const { token } = await (await login(app, person.email, PASSWORD)).json();
  const body = { password: PASSWORD, newPassword: "bambaşka bir cümle" };
  assert.ok((await app.call("PUT", "/api/auth/password", { token, body })).ok);
  assert.equal(await revision(), before);
  assert.deepEqual(await app.deps.db.read.select().from(memberships), []);
  assert.deepEqual((await teamOf(app, stranger.token)).map(({ joined }) => joined), [false]);
});

Deno.test("of two invitations the person accepts one, by a login or by the link that makes the account", async () => {
  await using app = await testApp();
  const [one, two] = [await createOwner(app.deps, "Bir"), await createOwner(app.deps, "İki")];
  const link = await invited(app, one.token);
  await invited(app, two.token);
  const { token } = await (await join(app, link)).json();
  assert.deepEqual((await invitationsOf(app, token)).map(({ cafeName }) => cafeName), ["İki"]);
  assert.deepEqual((await teamOf(app, two.token)).map(({ joined }) => joined), [false]);
  const person = await createOwnerWithPassword(app);
  await invited(app, one.token, person.email);
  await invited(app, two.token, person.email);
  const open = await invitationsOf(app, person.token);
  assert.equal((await accept(app, person.token, open[1]!._id)).status, 200);
  assert.deepEqual(await invitationsOf(app, person.token), [open[0]]);
});

Deno.test("accepting an invitation ten times at once makes one membership", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const { email, token } = await createPerson(app.deps);
  await invited(app, owner.token, email);
  const [{ _id } = { _id: "" }] = await invitationsOf(app, token);
  const answers = await Promise.all(Array.from({ length: 10 }, () => accept(app, token, _id)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(400)]);
  assert.equal((await app.deps.db.read.select().from(memberships)).length, 1);
});

Deno.test("POST /api/team/invitations/{id} answers 401 without a token, and 400 to another person's, an unknown, and one that is over or taken back", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const [person, other] = [await createPerson(app.deps), await createPerson(app.deps)];
  await invited(app, owner.token, person.email);
  const [{ _id } = { _id: "" }] = await invitationsOf(app, person.token);
  assert.equal((await accept(app, undefined, _id)).status, 401);
  assert.equal((await app.call("GET", "/api/team/invitations")).status, 401);
  assert.equal((await accept(app, other.token, _id)).status, 400);
  assert.deepEqual(await invitationsOf(app, other.token), []);
  assert.equal((await accept(app, person.token, "bilinmeyen")).status, 400);
  await app.call("DELETE", `/api/team/${_id}`, { token: owner.token });
  assert.equal((await accept(app, person.token, _id)).status, 400);
  await invited(app, owner.token, person.email);
  const [{ _id: late } = { _id: "" }] = await invitationsOf(app, person.token);
  app.clock.pass(7 * 24 * 60 * 60 * 1000);
  const token = await logInAgain(app, person.accountId);
  assert.deepEqual(await invitationsOf(app, token), []);
  assert.equal((await accept(app, token, late)).status, 400);
  assert.deepEqual(await app.deps.db.read.select().from(memberships), []);
});

Deno.test("a wrong password and an unverified registration can accept nothing; after verifying the person can", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const { code, cookie } = await register(app, { email: EMAIL });
  await invited(app, owner.token);
  assert.equal((await login(app, EMAIL, PASSWORD)).status, 403);
  assert.equal((await login(app, EMAIL, "yanlış bir şifre")).status, 401);
  const { token } = await (await verify(app, EMAIL, code, cookie)).json();
  assert.deepEqual((await teamOf(app, owner.token)).map(({ joined }) => joined), [false]);
  const [{ _id } = { _id: "" }] = await invitationsOf(app, token);
  assert.equal((await accept(app, token, _id)).status, 200);
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

Deno.test("joining by a link and verifying a registration of the address at once leave one account, a member if the link was first", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const { code, cookie } = await register(app, { email: EMAIL });
  const link = await invited(app, owner.token);
  const answers = await Promise.all([join(app, link), verify(app, EMAIL, code, cookie)]);
  assert.deepEqual(answers.map(({ status }) => status).filter((s) => s === 200).length, 1);
  const kept = (await app.deps.db.read.select().from(accounts)).filter((a) => a.email === EMAIL);
  assert.equal(kept.length, 1);
  const byLink = answers[0]!.status === 200;
  assert.deepEqual((await teamOf(app, owner.token)).map(({ joined }) => joined), [byLink]);
});

Deno.test("an admin's account joins no team", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const { accountId, token } = await createAdmin(app.deps);
  const email = `${accountId.toLowerCase()}@ornek.test`;
  const link = await invited(app, owner.token, email);
  assert.equal((await join(app, link)).status, 409);
  const { _id } = await app.ok("GET", `/api/team/join/${link}`);
  assert.deepEqual(await invitationsOf(app, token), []);
  assert.equal((await accept(app, token, _id)).status, 400);
  assert.deepEqual(await app.deps.db.read.select().from(memberships), []);
  assert.deepEqual(await app.ok("GET", "/api/team/cafes", { token }), []);
});

/** The token of the link that an invitation sends. */
async function invited(app: TestApp, token: string, email = EMAIL): Promise<string> {
  assert.equal((await invite(app, token, { email, name: "Deniz" })).status, 201);
  return await joinTokenFor(app, email);
}

// The second factor of people who work for a cafe (docs/accounts.md#second-factor).

const DAY_MS = 24 * 60 * 60_000;

Deno.test("a member of a team turns the second factor on, and logs in with a code only", async () => {
  await using app = await testApp();
  const { ownerId } = await createOwner(app.deps);
  const { accountId, email, token } = await createStaff(app.deps, ownerId);
  await givePassword(app, accountId);
  const { nextCode } = await turnOn(app, token);
  assert.equal((await stateOf(app, token)).on, true);
  assert.equal((await logInWith(app, email)).status, 401);
  assert.equal((await logInWith(app, email, nextCode())).status, 200);
});

Deno.test("an invited person with a second factor accepts after the login with a code", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const { accountId, email, token } = await createPerson(app.deps);
  await givePassword(app, accountId);
  const { nextCode } = await turnOn(app, token);
  await invite(app, owner.token, { email, name: "Deniz" });
  const joined = async () => (await app.deps.db.read.select().from(memberships)).length;
  assert.equal((await logInWith(app, email)).status, 401);
  assert.equal(await joined(), 0);
  const login = await (await logInWith(app, email, nextCode())).json();
  assert.equal(await joined(), 0);
  const [invitation] = await invitationsOf(app, login.token);
  assert.equal((await accept(app, login.token, invitation!._id)).status, 200);
  assert.equal(await joined(), 1);
});

Deno.test("the second factor of a person without a cafe is deleted with the account", async () => {
  await using app = await testApp();
  const { accountId, token } = await createPerson(app.deps);
  await givePassword(app, accountId);
  await turnOn(app, token);
  app.clock.pass(30 * DAY_MS + 1);
  await deleteExpired(app.deps);
  assert.deepEqual(await app.deps.db.read.select().from(secondFactors), []);
  assert.deepEqual(await app.deps.db.read.select().from(recoveryCodes), []);
});
