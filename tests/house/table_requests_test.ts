// POST /api/requests from a table, and what the guest and the owner are told of it.
import { strict as assert } from "node:assert";
import { listen } from "../support/net/listener.ts";
import { createOwner, type TestOwner } from "../support/people/factories.ts";
import { answerOf } from "../support/people/guests.ts";
import {
  ask,
  assertFiled,
  assertRefused,
  houseOf,
  houseWith,
  setRules,
} from "../support/people/house.ts";
import { draft, openRequestsOf } from "../support/people/requests.ts";
import { addTables, renewCodes } from "../support/people/tables.ts";
import { servedApp } from "../support/start/served_app.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const MISSING = "Lütfen masanızdaki kodu telefonunuzla okutun.";
const WRONG =
  "Bu masa kodu artık geçerli değil. Lütfen masanızdaki kodu yeniden okutun ya da kafeye sorun.";

Deno.test("while tables are off, a code is ignored, whether it is right or wrong", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const [table] = await addTables(app, owner, "Masa 5");
  await assertFiled(ask(app, owner, { table: table!.code }));
  await setRules(app, owner, { perGuest: 3 });
  await assertFiled(ask(app, owner, { table: table!.code }));
  await assertFiled(ask(app, owner, { table: "yanlış" }));
  assert.deepEqual(await askedFrom(app, owner), [null, null, null]);
});

Deno.test("with optional tables a request comes with a table or without one, and a wrong code is refused", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { tables: "optional" });
  const [table] = await addTables(app, owner, "Masa 5");
  await assertFiled(ask(app, owner, { table: table!.code }));
  await assertFiled(ask(app, owner, { table: table!.code.toUpperCase() }));
  await assertFiled(ask(app, owner));
  await assertFiled(ask(app, owner, { table: "" }));
  await assertRefused(ask(app, owner, { table: "00000000" }), WRONG, "table_wrong");
  await assertRefused(ask(app, owner, { table: "5" }), WRONG);
  assert.deepEqual(await askedFrom(app, owner), ["Masa 5", "Masa 5", null, null]);
});

Deno.test("where a table is required, a request without one is refused, and with one it is filed", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { tables: "required", approve: "always" });
  const [table] = await addTables(app, owner, "Masa 5");
  await assertRefused(ask(app, owner), MISSING, "table_missing");
  await assertRefused(ask(app, owner, { table: "00000000" }), WRONG);
  await assertFiled(ask(app, owner, { table: table!.code }), "approved");
  assert.deepEqual(await askedFrom(app, owner), ["Masa 5"]);
});

Deno.test("another cafe's code is wrong here", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { tables: "optional" });
  const other = await houseWith(app, { tables: "optional" });
  const [table] = await addTables(app, other, "Masa 5");
  await assertRefused(ask(app, owner, { table: table!.code }), WRONG);
});

Deno.test("renewing or deleting ends a code at once, and requests keep the label", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { tables: "required" });
  const [table] = await addTables(app, owner, "Masa 5");
  await assertFiled(ask(app, owner, { table: table!.code }));
  const [renewed] = await renewCodes(app, owner);
  await assertRefused(ask(app, owner, { table: table!.code }), WRONG);
  await assertFiled(ask(app, owner, { table: renewed!.code }));
  await app.call("DELETE", `/api/tables/${table!._id}`, { token: owner.token });
  await assertRefused(ask(app, owner, { table: renewed!.code }), WRONG);
  assert.deepEqual(await askedFrom(app, owner), ["Masa 5", "Masa 5"]);
});

Deno.test("a closed cafe says that first, and a table's code comes before the rules about songs", async () => {
  await using app = await testApp();
  const rules = { requests: "closed", tables: "required" } as const;
  const owner = await houseWith(app, { ...rules, blockedWords: ["Gülpembe"] });
  const closed = "Bu kafe şu anda istek almıyor. Lütfen daha sonra tekrar deneyin.";
  await assertRefused(ask(app, owner), closed);
  await setRules(app, owner, { requests: "open" });
  await assertRefused(ask(app, owner), MISSING);
});

Deno.test("a request that is sent again with its key is answered with the first one after the code has ended and the cafe has closed", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { tables: "required" });
  const [table] = await addTables(app, owner, "Masa 5");
  const headers = { "idempotency-key": "bir" };
  const body = draft(owner.ownerId, { table: table!.code });
  const send = async () => await app.call("POST", "/api/requests", { body, headers });
  const first = await (await send()).json();
  await renewCodes(app, owner);
  await setRules(app, owner, { requests: "closed" });
  assert.deepEqual(await answerOf(send()), [201, first]);
  assert.deepEqual(await askedFrom(app, owner), ["Masa 5"]);
});

Deno.test("neither the public queue nor the answer to the guest tells the table or a code", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { tables: "required", approve: "always" });
  const [table] = await addTables(app, owner, "Teras 5");
  const { body } = await ask(app, owner, { table: table!.code });
  const queue = await (await app.call("GET", `/api/requests/queue/${owner.ownerId}`)).text();
  const cafe = await (await app.call("GET", `/api/cafes/${owner.cafeId}`)).text();
  for (const text of [JSON.stringify(body), queue, cafe]) assert.doesNotMatch(text, /Teras/);
  assert.ok(!cafe.includes(table!.code));
});

Deno.test("a table that is null is none, one that is far too long is a wrong code, and one that is no text is 400", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const long = "a".repeat(65);
  assert.equal((await ask(app, owner, { table: 5 })).status, 400);
  for (const table of [null, long]) await assertFiled(ask(app, owner, { table }));
  await setRules(app, owner, { tables: "optional" });
  await assertFiled(ask(app, owner, { table: null }));
  await assertRefused(ask(app, owner, { table: long }), WRONG);
  const cafe = await app.call("GET", `/api/cafes/${owner.cafeId}?masa=${long}`);
  assert.equal((await cafe.json()).house.table, null);
});

Deno.test("GET /api/cafes/{cafeId} tells a guest with a table's code its label, and everyone else the rule", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { tables: "required" });
  const [table] = await addTables(app, owner, "Masa 5");
  const asGuest = async (masa: string) =>
    (await app.ok("GET", `/api/cafes/${owner.cafeId}?masa=${masa}`)).house;
  const sentence = "Şarkı istemek için masanızdaki kodu telefonunuzla okutun.";
  const anyone = await houseOf(app, owner);
  assert.deepEqual([anyone.open, anyone.table, anyone.lines], [true, undefined, [sentence]]);
  const seated = await asGuest(table!.code);
  assert.deepEqual([seated.open, seated.table, seated.lines], [true, "Masa 5", [
    "Masanız: Masa 5.",
  ]]);
  const none = await asGuest("");
  assert.deepEqual([none.open, none.table, none.lines], [false, null, [sentence]]);
  const wrong = await asGuest("00000000");
  assert.deepEqual([wrong.open, wrong.table, wrong.lines], [false, null, [WRONG]]);
  await setRules(app, owner, { tables: "optional" });
  assert.deepEqual((await asGuest("00000000")).open, true);
  await setRules(app, owner, { tables: "off" });
  const off = await asGuest(table!.code);
  assert.deepEqual([off.open, off.table, off.lines], [true, undefined, []]);
});

Deno.test("pages hear of tables that are added, renewed and deleted", async () => {
  await using app = await servedApp();
  const owner = await createOwner(app.deps);
  await using page = listen(app.wsOrigin, owner.ownerId);
  await page.next();
  const [table] = await addTables(app, owner, "Masa 1");
  assert.equal((await page.next()).type, "queue_updated");
  await renewCodes(app, owner);
  assert.equal((await page.next()).type, "queue_updated");
  await app.call("DELETE", `/api/tables/${table!._id}`, { token: owner.token });
  assert.equal((await page.next()).type, "queue_updated");
});

/** The labels of the tables from which the owner's open requests came, oldest first. */
async function askedFrom(app: TestApp, owner: TestOwner): Promise<(string | null)[]> {
  return (await openRequestsOf(app, owner)).map(({ table }) => table);
}
