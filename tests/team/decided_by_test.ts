// Who decided and who pressed play next (docs/team.md#who-decided).
import { strict as assert } from "node:assert";
import { plays } from "../../db/schema/requests.ts";
import { connectedOwner, playNext, queueUp } from "../support/people/cafe_evening.ts";
import { createOwner } from "../support/people/factories.ts";
import { houseWith } from "../support/people/house.ts";
import { sendNext } from "../support/people/plays.ts";
import { decide, openRequestsOf, submit, undo } from "../support/people/requests.ts";
import { createStaff, enlist } from "../support/people/team.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { sql } from "../support/db/sql.ts";

Deno.test("GET /api/requests names who decided to the whole team, and none for what is undecided", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const staff = await createStaff(app.deps, owner.ownerId, "Deniz");
  const ids = [];
  for (let i = 0; i < 3; i++) ids.push((await submit(app, owner.ownerId))._id);
  await decide(app, owner.token, ids[0]!, "approved");
  await app.call("POST", "/api/requests/decide", {
    token: staff.token,
    body: { ids: [ids[1]], status: "approved" },
  });
  for (const { token } of [owner, staff]) {
    assert.deepEqual(await decidersOf(app, token), ["Kafe sahibi", "Deniz", null]);
  }
});

Deno.test("the same decision again keeps who decided first", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const staff = await createStaff(app.deps, owner.ownerId, "Deniz");
  const { _id } = await submit(app, owner.ownerId);
  await decide(app, staff.token, _id, "approved");
  assert.equal((await decide(app, owner.token, _id, "approved")).status, 200);
  assert.deepEqual(await decidersOf(app, owner.token), ["Deniz"]);
});

Deno.test("an undo by either clears who decided, and a song that returns to the queue has who approved it", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const staff = await createStaff(app.deps, owner.ownerId, "Deniz");
  const { _id } = await submit(app, owner.ownerId);
  await decide(app, owner.token, _id, "approved");
  assert.equal((await undo(app, staff.token, _id)).status, 200);
  assert.deepEqual(await decidersOf(app, owner.token), [null]);
  await decide(app, staff.token, _id, "approved");
  await decide(app, owner.token, _id, "rejected");
  assert.equal((await undo(app, owner.token, _id)).status, 200);
  assert.deepEqual(await decidersOf(app, owner.token), ["Deniz"]);
  await decide(app, owner.token, _id, "rejected");
  const many = { token: staff.token, body: { ids: [_id] } };
  assert.deepEqual(await app.ok("POST", "/api/requests/undo", many), { changed: 1 });
  assert.deepEqual(await decidersOf(app, owner.token), ["Deniz"]);
});

Deno.test("a request that a rule approved has no name", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { approve: "always" });
  await submit(app, owner.ownerId);
  assert.deepEqual(await decidersOf(app, owner.token), [null]);
});

Deno.test("a former member keeps the name until the membership is forgotten", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const staff = await createStaff(app.deps, owner.ownerId, "Deniz");
  const { _id } = await submit(app, owner.ownerId);
  await decide(app, staff.token, _id, "approved");
  await app.call("DELETE", `/api/team/${staff.accountId}`, { token: owner.token });
  assert.deepEqual(await decidersOf(app, owner.token), ["Deniz"]);
  await app.deps.db.write(() => [sql("delete from memberships")]);
  assert.deepEqual(await decidersOf(app, owner.token), ["Eski ekip üyesi"]);
});

Deno.test("GET /api/playback names who started what plays, and is null while nothing plays", async () => {
  await using app = await testApp();
  const owner = await connectedOwner(app);
  const staff = await createStaff(app.deps, owner.ownerId, "Deniz");
  const startedBy = async (token: string) =>
    (await app.ok("GET", "/api/playback", { token })).startedBy;
  await queueUp(app, owner, [5, 4]);
  assert.equal(await startedBy(owner.token), null);
  assert.equal((await playNext(app, staff.token)).status, 200);
  assert.equal(await startedBy(owner.token), "Deniz");
  app.clock.pass(60_000);
  assert.equal((await playNext(app, owner.token)).status, 200);
  assert.equal(await startedBy(staff.token), "Kafe sahibi");
});

Deno.test("a play keeps who pressed play next or skip, and none for the conductor; the owner's export names both", async () => {
  await using app = await testApp();
  const owner = await connectedOwner(app);
  const staff = await createStaff(app.deps, owner.ownerId, "Deniz");
  await queueUp(app, owner, [5, 4, 3]);
  assert.equal((await playNext(app, staff.token)).status, 200);
  app.clock.pass(60_000);
  await app.ok("POST", "/api/playback/skip", { token: owner.token });
  await sendNext(app.deps, owner.ownerId);
  const sent = await app.deps.db.read.select().from(plays).orderBy(plays.sentAt);
  assert.deepEqual(sent.map(({ sentBy }) => sentBy), [staff.accountId, owner.ownerId, null]);
  const kept = await app.ok("GET", "/api/account/export", { token: owner.token });
  const names = kept.requests.map((r: Record<string, unknown>) => [r.decidedBy, r.playedBy]);
  assert.deepEqual(
    names.sort(),
    [["Kafe sahibi", "Deniz"], ["Kafe sahibi", "Kafe sahibi"], ["Kafe sahibi", null]].sort(),
  );
});

Deno.test("a name is that of this cafe, not of another for which the person works", async () => {
  await using app = await testApp();
  const [owner, other] = [await createOwner(app.deps), await createOwner(app.deps)];
  const staff = await createStaff(app.deps, owner.ownerId, "Deniz");
  await enlist(app.deps, staff, other.ownerId, "Bay Deniz");
  const { _id } = await submit(app, owner.ownerId);
  await decide(app, staff.token, _id, "approved");
  assert.deepEqual(await decidersOf(app, owner.token), ["Deniz"]);
});

async function decidersOf(app: TestApp, token: string): Promise<(string | null)[]> {
  return (await openRequestsOf(app, { token })).map(({ decidedBy }) => decidedBy);
}
