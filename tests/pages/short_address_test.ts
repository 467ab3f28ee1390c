// k/{code} and /k/{code}/ekran: the short addresses on table cards and on the television.
import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { accounts, cafes } from "../../db/schema/accounts.ts";
import { createOwner } from "../support/people/factories.ts";
import { houseWith, setRules } from "../support/people/house.ts";
import { addTables, renewCodes } from "../support/people/tables.ts";
import { buildClient } from "../support/start/built.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

await buildClient();

/** Of a cafe whose code is `c0d1z9tv`. */
const ID = "01M825FYY5BKZRZ6VVC0D1Z9TV";

Deno.test("the short address that the owner reads leads to the cafe's page, at the host by which the guest came", async () => {
  await using app = await testApp();
  const { cafeId, token } = await createOwner(app.deps, "Kahve Durağı");
  const { shortUrl } = await (await app.call("GET", "/api/cafes/me", { token })).json();
  const { pathname } = new URL(shortUrl);
  assert.equal(pathname, `/k/${cafeId.slice(-8).toLowerCase()}`);
  const response = await app.fetch(pathname);
  assert.equal(response.status, 302);
  const page = await app.fetch(response.headers.get("location")!);
  assert.match(await page.text(), /<h1>Kahve Durağı<\/h1>/);
});

const TYPED = ["c0d1z9tv", "C0D1Z9TV", "cOdIz9tv", "codlz9tv", "CODLZ9TV", "codız9tv", "CODİZ9TV"];
for (const typed of TYPED) {
  Deno.test(`/k/${typed} leads to the cafe with the code c0d1z9tv`, async () => {
    await using app = await testApp();
    await createCafe(app);
    assert.deepEqual(await follow(app, `/k/${encodeURIComponent(typed)}`), [302, `/cafe/${ID}`]);
  });
}

Deno.test("a short address keeps the number of the table and any other query", async () => {
  await using app = await testApp();
  await createCafe(app);
  assert.deepEqual(await follow(app, "/k/c0d1z9tv?masa=7"), [302, `/cafe/${ID}?masa=7`]);
  const query = "?masa=7&term=g%C3%BClpembe";
  assert.deepEqual(await follow(app, `/k/c0d1z9tv${query}`), [302, `/cafe/${ID}${query}`]);
});

Deno.test("the short address with /ekran leads to the television page, and a slash too many does no harm", async () => {
  await using app = await testApp();
  await createCafe(app);
  assert.deepEqual(await follow(app, "/k/c0d1z9tv/ekran"), [302, `/cafe/${ID}/ekran`]);
  assert.deepEqual(await follow(app, "/k/c0d1z9tv/?masa=7"), [308, "/k/c0d1z9tv?masa=7"]);
});

const COMMON = [
  ...["x-content-type-options", "referrer-policy"],
  ...["x-frame-options", "cross-origin-resource-policy"],
];

Deno.test("a short address sets no cookie, and has the headers of every answer", async () => {
  await using app = await testApp();
  await createCafe(app);
  const [{ headers }, page] = [await app.fetch("/k/c0d1z9tv"), await app.fetch("/")];
  assert.deepEqual(headers.getSetCookie(), []);
  for (const name of COMMON) {
    assert.ok(headers.get(name), name);
    assert.equal(headers.get(name), page.headers.get(name));
  }
});

const UNKNOWN = ["c0d1z9tw", "c0d1z9t", "0c0d1z9tv", "c0d1z9t%20", "c0d1z9tu", "%00", "%25", "%FF"];
for (const code of UNKNOWN) {
  Deno.test(`/k/${code}, which no cafe has, is the page of an unknown cafe`, async () => {
    await using app = await testApp();
    await createCafe(app);
    for (const path of [`/k/${code}`, `/k/${code}/ekran`]) await assertUnknown(app, path);
  });
}

for (const [column, what] of [["verifiedAt", "unverified"], ["erasedAt", "erased"]] as const) {
  Deno.test(`the short address of a cafe is unknown if its owner is ${what}, beside one that is open`, async () => {
    await using app = await testApp();
    await createOwner(app.deps);
    const ownerId = await createCafe(app);
    const value = column === "verifiedAt" ? null : app.clock.now();
    await app.deps.db.write((d) => [
      d.update(accounts).set({ [column]: value }).where(eq(accounts.id, ownerId)),
    ]);
    await assertUnknown(app, "/k/c0d1z9tv");
  });
}

Deno.test("no two cafes have the same code, in upper or lower case", async () => {
  await using app = await testApp();
  await createCafe(app);
  const other = await createOwner(app.deps);
  for (const id of ["01M825FYY5BKZRZ6VWC0D1Z9TV", "01m825fyy5bkzrz6vwc0d1z9tv"]) {
    await assert.rejects(rename(app, other.ownerId, id), /UNIQUE constraint failed/);
  }
});

/** Creates the cafe `ID` and returns its owner's id. */
async function createCafe(app: TestApp): Promise<string> {
  const { ownerId } = await createOwner(app.deps);
  await rename(app, ownerId, ID);
  return ownerId;
}

async function rename({ deps: { db } }: TestApp, ownerId: string, id: string): Promise<void> {
  await db.write((d) => [d.update(cafes).set({ id }).where(eq(cafes.ownerId, ownerId))]);
}

async function follow(app: TestApp, path: string): Promise<[number, string | null]> {
  const { status, headers } = await app.fetch(path);
  return [status, headers.get("location")];
}

async function assertUnknown(app: TestApp, path: string): Promise<void> {
  const response = await app.fetch(path);
  assert.equal(response.status, 404);
  assert.match(response.headers.get("content-type")!, /^text\/html/);
  assert.ok(response.headers.get("content-security-policy"));
  assert.match(await response.text(), /Bu kafe bulunamadı veya şu anda hizmet vermiyor\./);
}

// The cafe page that is opened with a table's code: its cookie, and that it is kept for each table.

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

Deno.test("the page is kept for each table, and once for all codes that are no table's", async () => {
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
  assert.equal(app.deps.cafePages.size, 4);
});

async function visit(app: TestApp, path: string, cookie = "") {
  const response = await app.fetch(path, { headers: { cookie } });
  assert.equal(response.status, 200);
  const set = response.headers.getSetCookie().find((text) => text.startsWith("masa="));
  return { html: await response.text(), set };
}
