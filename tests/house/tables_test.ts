// GET and POST /api/tables, POST /api/tables/renew and DELETE /api/tables/{id}: the owner's tables.
import { strict as assert } from "node:assert";
import { readRevision } from "../../db/people/rooms.ts";
import { listTables } from "../../db/requests/house.ts";
import { createOwnerWithPassword, deleteAccount } from "../support/people/accounts.ts";
import { createOwner } from "../support/people/factories.ts";
import { addTables, renewCodes, tablesOf } from "../support/people/tables.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const FULL = "En fazla 200 masanız olabilir. Hiçbiri eklenmedi.";

Deno.test("POST /api/tables adds tables with codes of their own, and GET lists them as people count", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  assert.deepEqual(await tablesOf(app, owner), []);
  const added = await addTables(app, owner, "Masa 10", " Masa 2 ", "Bar");
  assert.deepEqual(labelsOf(added), ["Bar", "Masa 2", "Masa 10"]);
  assert.deepEqual(await tablesOf(app, owner), added);
  assert.equal(new Set(added.map(({ code }) => code)).size, 3);
  for (const { code } of added) assert.match(code, /^[0-9a-hjkmnp-tv-z]{8}$/);
});

Deno.test("POST /api/tables leaves a label that is there already with its code, and names come once", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const [first] = await addTables(app, owner, "Masa 1");
  const revision = await readRevision(app.deps.db, owner.ownerId);
  assert.deepEqual(await addTables(app, owner, "Masa 1"), [first]);
  assert.equal(await readRevision(app.deps.db, owner.ownerId), revision);
  const both = await addTables(app, owner, "Masa 1", "Masa 2", "Masa 2");
  assert.deepEqual(labelsOf(both), ["Masa 1", "Masa 2"]);
  assert.deepEqual(both[0], first);
});

Deno.test("POST /api/tables answers 409 to the 201st table and adds none, also to two calls at once", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  await addTables(app, owner, ...numbered(1, 150));
  const answers = await Promise.all([numbered(101, 180), numbered(151, 201), ["Bar"]]
    .map((labels) => app.call("POST", "/api/tables", { token: owner.token, body: { labels } })));
  assert.deepEqual(answers.map(({ status }) => status), [201, 409, 201]);
  assert.deepEqual(await answers[1]!.json(), { msg: FULL, code: "too_many_tables" });
  assert.equal((await tablesOf(app, owner)).length, 181);
  await addTables(app, owner, ...numbered(1, 199));
});

Deno.test("calls at once that add the same labels add each once", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  await Promise.all([1, 2, 3].map(() => addTables(app, owner, "Masa 1", "Masa 2")));
  assert.deepEqual(labelsOf(await tablesOf(app, owner)), ["Masa 1", "Masa 2"]);
});

Deno.test("POST /api/tables/renew gives every table of this owner another code, twice and at once too", async () => {
  await using app = await testApp();
  const [owner, other] = [await createOwner(app.deps), await createOwner(app.deps)];
  assert.deepEqual(await renewCodes(app, owner), []);
  const first = await addTables(app, owner, "Masa 1", "Masa 2");
  const others = await addTables(app, other, "Masa 1");
  await Promise.all([renewCodes(app, owner), renewCodes(app, owner)]);
  const last = await renewCodes(app, owner);
  assert.deepEqual(last.map(({ _id, label }) => [_id, label]), first.map((t) => [t._id, t.label]));
  assert.equal(new Set([...first, ...last].map(({ code }) => code)).size, 4);
  assert.deepEqual(await tablesOf(app, owner), last);
  assert.deepEqual(await tablesOf(app, other), others);
});

Deno.test("DELETE /api/tables/{id} deletes one table once", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const [one, two] = await addTables(app, owner, "Masa 1", "Masa 2");
  const remove = async (token: string) =>
    (await app.call("DELETE", `/api/tables/${one!._id}`, { token })).status;
  const atOnce = await Promise.all([remove(owner.token), remove(owner.token)]);
  assert.deepEqual(atOnce.sort(), [204, 404]);
  assert.equal(await remove(owner.token), 404);
  assert.deepEqual(await tablesOf(app, owner), [two]);
  // Its label can be used again, with a new code.
  const [again] = await addTables(app, owner, "Masa 1");
  assert.notEqual(again!.code, one!.code);
});

Deno.test("each change of the tables raises the room's revision once", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const revision = () => readRevision(app.deps.db, owner.ownerId);
  const [table] = await addTables(app, owner, ...numbered(1, 20));
  assert.equal(await revision(), 1);
  await renewCodes(app, owner);
  assert.equal(await revision(), 2);
  await app.call("DELETE", `/api/tables/${table!._id}`, { token: owner.token });
  assert.equal(await revision(), 3);
});

Deno.test("the account's export has the tables without their codes, and erasing the account deletes them", async () => {
  await using app = await testApp();
  const { token, ownerId } = await createOwnerWithPassword(app);
  const [table] = await addTables(app, { token }, "Masa 1", "Bar");
  const exported = await app.ok("GET", "/api/account/export", { token });
  assert.deepEqual(exported.tables, [{ label: "Masa 1" }, { label: "Bar" }]);
  assert.ok(!JSON.stringify(exported).includes(table!.code));
  await deleteAccount(app, token);
  assert.equal(await countTables(app, ownerId), 0);
});

function numbered(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, i) => `Masa ${first + i}`);
}

function labelsOf(tables: { label: string }[]): string[] {
  return tables.map(({ label }) => label);
}

async function countTables({ deps }: TestApp, ownerId: string): Promise<number> {
  return (await listTables(deps.db, ownerId)).length;
}
