// Pending requests expire when the opening hours end.
import { strict as assert } from "node:assert";
import { endHours, findHouse } from "../../db/requests/house.ts";
import { houseRules } from "../../db/schema/house.ts";
import { songRequests, supportTips } from "../../db/schema/requests.ts";
import { expireRequests, startExpiringRequests } from "../../server/house/expire_requests.ts";
import type { TestOwner } from "../support/people/factories.ts";
import { answerOf, type Guest, guestOf } from "../support/people/guests.ts";
import { ask, assertFiled, EVENINGS, houseWith, setRules } from "../support/people/house.ts";
import { decide, openRequestsOf, queueOf, roomOf, undo } from "../support/people/requests.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { until } from "../support/time/until.ts";
import { playNextInDatabase } from "../support/people/plays.ts";

const HOUR_MS = 60 * 60_000;
const RULES = { requests: "hours" as const, hours: EVENINGS };

// It is 20:00, and the hours end at 02:00.
Deno.test("a request that is pending when the hours end has expired at that moment, before and after it is recorded", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, RULES);
  const guest = await guestOf(app, owner.ownerId);
  const { body: { _id } } = await ask(app, owner, {}, guest.cookie);
  app.clock.pass(6 * HOUR_MS - 1);
  await expireRequests(app.deps);
  assert.deepEqual(await statusesOf(guest), ["pending"]);
  assert.deepEqual(await open(app, owner), [_id]);
  app.clock.pass(1);
  assert.deepEqual(await statusesOf(guest), ["expired"]);
  assert.deepEqual(await open(app, owner), []);
  const before = await roomOf(app, owner);
  await expireRequests(app.deps);
  assert.deepEqual(await statusesOf(guest), ["expired"]);
  assert.deepEqual(await open(app, owner), []);
  const after = { ownerId: owner.ownerId, pending: 0, revision: before.revision + 1 };
  assert.deepEqual(await roomOf(app, owner), after);
  await expireRequests(app.deps);
  assert.deepEqual(await roomOf(app, owner), after);
});

for (const recorded of [false, true]) {
  Deno.test(`an expired request can neither be decided on, nor undone or taken back, ${recorded ? "after" : "before"} it is recorded`, async () => {
    await using app = await testApp();
    const owner = await houseWith(app, RULES);
    const guest = await guestOf(app, owner.ownerId);
    const { body: { _id } } = await ask(app, owner, {}, guest.cookie);
    app.clock.pass(6 * HOUR_MS);
    if (recorded) await expireRequests(app.deps);
    const tooLate = [409, { msg: "Bu isteğin süresi doldu.", code: "request_expired" }];
    assert.deepEqual(await answerOf(await guest.takeBack(_id)), tooLate);
    for (const status of ["approved", "rejected"]) {
      assert.deepEqual(await answerOf(await decide(app, owner.token, _id, status)), tooLate);
    }
    assert.equal((await undo(app, owner.token, _id)).status, 409);
    assert.deepEqual(await queueOf(app, owner.ownerId), []);
  });
}

for (const path of ["one", "many"] as const) {
  Deno.test(`a rejection that is undone right after the end, ${path}, is in the lists until the next end`, async () => {
    await using app = await testApp();
    const owner = await houseWith(app, RULES);
    const guest = await guestOf(app, owner.ownerId);
    const { body: { _id } } = await ask(app, owner, {}, guest.cookie);
    const { body: { _id: expired } } = await ask(app, owner);
    app.clock.pass(6 * HOUR_MS - 10_000);
    await decide(app, owner.token, _id, "rejected");
    app.clock.pass(20_000);
    if (path === "one") {
      assert.equal((await (await undo(app, owner.token, _id)).json()).status, "pending");
    } else {
      const many = { token: owner.token, body: { ids: [_id] } };
      assert.equal((await app.ok("POST", "/api/requests/undo", many)).changed, 1);
    }
    assert.deepEqual(await open(app, owner), [_id]);
    assert.deepEqual(await statusesOf(guest), ["pending"]);
    assert.equal((await decide(app, owner.token, expired, "approved")).status, 409);
    app.clock.pass(24 * HOUR_MS);
    assert.deepEqual(await open(app, owner), []);
  });
}

for (const recorded of [false, true]) {
  Deno.test(`an expired request takes no support, ${recorded ? "after" : "before"} it is recorded`, async () => {
    await using app = await testApp();
    const owner = await houseWith(app, RULES);
    const { body: { _id } } = await ask(app, owner);
    const friend = await guestOf(app, owner.ownerId);
    app.clock.pass(6 * HOUR_MS);
    if (recorded) await expireRequests(app.deps);
    assert.equal((await friend.give(_id, 5)).status, 409);
    assert.deepEqual(await app.deps.db.read.select().from(supportTips), []);
  });
}

Deno.test("a request of the very moment at which the hours end is of the next ones, and stays", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, RULES);
  const guest = await guestOf(app, owner.ownerId);
  const { body: { _id } } = await ask(app, owner, {}, guest.cookie);
  app.clock.pass(6 * HOUR_MS);
  const createdAt = app.clock.now();
  await app.deps.db.write((d) => [d.update(songRequests).set({ createdAt })]);
  for (const record of [() => {}, () => expireRequests(app.deps)]) {
    await record();
    assert.deepEqual(await statusesOf(guest), ["pending"]);
    assert.deepEqual(await open(app, owner), [_id]);
  }
});

Deno.test("approved requests stay, and what is sent in the next hours lasts until these end", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, RULES);
  const guest = await guestOf(app, owner.ownerId);
  const { body: { _id } } = await ask(app, owner, {}, guest.cookie);
  await decide(app, owner.token, _id, "approved");
  app.clock.pass(6 * HOUR_MS);
  await expireRequests(app.deps);
  assert.deepEqual((await queueOf(app, owner.ownerId)).map((request) => request._id), [_id]);
  app.clock.pass(16 * HOUR_MS);
  await assertFiled(ask(app, owner, {}, guest.cookie));
  await expireRequests(app.deps);
  assert.equal((await open(app, owner)).length, 2);
  app.clock.pass(8 * HOUR_MS);
  await expireRequests(app.deps);
  assert.deepEqual(await open(app, owner), [_id]);
});

Deno.test("neither the last call nor 'closed' nor hours that begin later let anything expire", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { ...RULES, lastCallMinutes: 60 });
  const { body: { _id } } = await ask(app, owner);
  app.clock.pass(5.5 * HOUR_MS);
  await expireRequests(app.deps);
  assert.deepEqual(await open(app, owner), [_id]);
  await setRules(app, owner, { requests: "closed" });
  app.clock.pass(24 * HOUR_MS);
  await expireRequests(app.deps);
  assert.deepEqual(await open(app, owner), [_id]);
});

Deno.test("a change of the rules after the end does not bring expired requests back", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, RULES);
  const guest = await guestOf(app, owner.ownerId);
  await ask(app, owner, {}, guest.cookie);
  app.clock.pass(6 * HOUR_MS);
  await setRules(app, owner, { requests: "open" });
  assert.deepEqual(await statusesOf(guest), ["expired"]);
  assert.deepEqual(await open(app, owner), []);
});

Deno.test("an owner who opens for good while the job runs has no end of hours, and nothing expires on any later night", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, RULES);
  app.clock.pass(6 * HOUR_MS);
  const { db } = app.deps;
  // The owner's change is committed between the job's list of cafes and its look at this one.
  const all: typeof db.all = async (statement) => {
    const listed = await db.all(statement);
    await setRules(app, owner, { requests: "open" });
    return listed;
  };
  await expireRequests({ ...app.deps, db: { ...db, all } });
  const rules = await db.read.select().from(houseRules).get();
  assert.deepEqual([rules?.requests, rules?.closesAt], ["open", null]);
  const { body: { _id } } = await ask(app, owner);
  app.clock.pass(24 * HOUR_MS);
  await expireRequests(app.deps);
  assert.deepEqual(await open(app, owner), [_id]);
});

Deno.test("hours that were changed after the job has read them keep the end that the change has set", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, RULES);
  app.clock.pass(6 * HOUR_MS);
  const { db } = app.deps;
  const old = await findHouse(db, owner.ownerId);
  await setRules(app, owner, { requests: "open" });
  await endHours(db, old!, { now: app.clock.now(), closesAt: app.clock.now() + HOUR_MS });
  assert.equal((await findHouse(db, owner.ownerId))?.closesAt, null);
});

Deno.test("startExpiringRequests expires at once what ended while the server was stopped, and stops", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, RULES);
  await ask(app, owner);
  app.clock.pass(48 * HOUR_MS);
  const job = startExpiringRequests(app.deps);
  await until(async () => (await roomOf(app, owner)).pending === 0);
  await job.stop();
});

Deno.test("what has expired counts for no rule of the next hours, before it is recorded", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { ...RULES, perGuest: 1, repeatMinutes: 60 });
  const guest = await guestOf(app, owner.ownerId);
  await assertFiled(ask(app, owner, {}, guest.cookie));
  app.clock.pass(22 * HOUR_MS);
  await assertFiled(ask(app, owner, {}, guest.cookie));
  assert.deepEqual(await statusesOf(guest), ["pending"]);
});

async function statusesOf(guest: Guest): Promise<string[]> {
  return (await guest.mine()).map(({ status }) => status);
}

/** The ids of the owner's open requests. */
async function open(app: TestApp, owner: TestOwner): Promise<string[]> {
  return (await openRequestsOf(app, owner)).map(({ _id }) => _id);
}

// Rules of the house after a clock that ran ahead was set right.

const DAY_MS = 24 * HOUR_MS;

Deno.test("after the clock was 400 days ahead, a request that is pending when the hours end has expired at that moment", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { requests: "hours", hours: EVENINGS });
  const right = app.clock.now();
  app.clock.pass(400 * DAY_MS);
  await expireRequests(app.deps);
  app.clock.set(right);
  await expireRequests(app.deps);
  await assertFiled(ask(app, owner));
  app.clock.pass(6 * HOUR_MS);
  assert.deepEqual(await openRequestsOf(app, owner), []);
});

Deno.test("a song that was played while the clock was ahead may be asked for once the clock is right", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { repeatMinutes: 60, approve: "always" });
  const right = app.clock.now();
  app.clock.pass(400 * DAY_MS);
  await assertFiled(ask(app, owner), "approved");
  await playNextInDatabase(app.deps, owner.ownerId);
  app.clock.set(right);
  await assertFiled(ask(app, owner), "approved");
});
