// The cafe page that is opened with a table's code: its cookie, and that it is kept for each table.
import { strict as assert } from "node:assert";
import { createOwner } from "../support/people/factories.ts";
import { houseWith, setRules } from "../support/people/house.ts";
import { addTables, renewCodes } from "../support/people/tables.ts";
import { buildClient } from "../support/start/built.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

await buildClient();

const SCAN = /<p class="house-closed" role="status">Şarkı istemek için masanızdaki kodu/;
const WRONG = /<p class="house-closed" role="status">Bu masa kodu artık geçerli değil/;

Deno.test("a scanned card names the table, and a cookie of this cafe leads the short address back to it", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { tables: "required" });
  const [table] = await addTables(app, owner, "Masa 5");
  const scanned = await visit(app, `/cafe/${owner.cafeId}?masa=${table!.code}`);
  assert.match(scanned.html, /Masanız: Masa 5\./);
  assert.match(scanned.html, new RegExp(`&quot;masa&quot;:&quot;${table!.code}&quot;`));
  const attributes = `Max-Age=21600; Path=/cafe/${owner.cafeId}; HttpOnly; SameSite=Lax`;
  assert.equal(scanned.set, `masa=${table!.code}; ${attributes}`);
  const again = await visit(app, `/cafe/${owner.cafeId}`, `masa=${table!.code}`);
  assert.match(again.html, /Masanız: Masa 5\./);
  assert.equal(again.set, undefined, "six hours count from the scan");
  assert.match((await visit(app, `/cafe/${owner.cafeId}`)).html, SCAN);
});

Deno.test("another card replaces the table of the visit, and a wrong one ends it and says so", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { tables: "required" });
  const [one, two] = await addTables(app, owner, "Masa 1", "Masa 2");
  const path = (masa: string) => `/cafe/${owner.cafeId}?masa=${masa}`;
  const moved = await visit(app, path(two!.code), `masa=${one!.code}`);
  assert.match(moved.html, /Masanız: Masa 2\./);
  const wrong = await visit(app, path("00000000"), `masa=${one!.code}`);
  assert.match(wrong.html, WRONG);
  assert.match(wrong.set!, /^masa=; Max-Age=0; Path=\/cafe\//);
  const sly = await visit(app, path("%22%3E%3Cscript%3E"));
  assert.match(sly.html, WRONG);
  assert.doesNotMatch(sly.html, /"><script>/);
});

Deno.test("a code that was renewed is wrong on the next page, also in the cookie", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { tables: "required" });
  const [table] = await addTables(app, owner, "Masa 5");
  const visitAgain = () => visit(app, `/cafe/${owner.cafeId}`, `masa=${table!.code}`);
  assert.match((await visitAgain()).html, /Masanız: Masa 5\./);
  await renewCodes(app, owner);
  assert.match((await visitAgain()).html, WRONG);
});

Deno.test("while tables are off the page says nothing of them, and knows its table once they are on", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const [table] = await addTables(app, owner, "Masa 5");
  const path = `/cafe/${owner.cafeId}?masa=`;
  assert.doesNotMatch((await visit(app, `${path}7`)).html, /[Mm]asanız|house-closed">Bu/);
  const { html } = await visit(app, `${path}${table!.code}`);
  assert.doesNotMatch(html, /Masa 5/);
  assert.match(html, new RegExp(`&quot;masa&quot;:&quot;${table!.code}&quot;`));
  await setRules(app, owner, { tables: "optional" });
  assert.match((await visit(app, `${path}${table!.code}`)).html, /Masanız: Masa 5\./);
});

Deno.test("the page is kept for each table, and not for codes that are no table's", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { tables: "optional" });
  const [one, two] = await addTables(app, owner, "Masa 1", "Masa 2");
  const path = `/cafe/${owner.cafeId}?masa=`;
  const kept = (code: string) => app.deps.cafePages.get(`${owner.cafeId}?${code}`);
  await visit(app, path + one!.code);
  const first = kept(one!.code);
  assert.ok(first);
  await visit(app, path + two!.code);
  await visit(app, path + one!.code);
  assert.equal(kept(one!.code), first);
  for (let i = 0; i < 5; i++) await visit(app, `${path}0000000${i}`);
  await visit(app, `/cafe/${owner.cafeId}`);
  assert.equal(app.deps.cafePages.size, 3);
});

async function visit(app: TestApp, path: string, cookie = "") {
  const response = await app.fetch(path, { headers: { cookie } });
  assert.equal(response.status, 200);
  const set = response.headers.getSetCookie().find((text) => text.startsWith("masa="));
  return { html: await response.text(), set };
}
