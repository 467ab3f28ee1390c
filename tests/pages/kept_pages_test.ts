// Pages that are rendered once for many, and how many are rendered for a guest alone (docs/security.md#floods).
import { strict as assert } from "node:assert";
import { createOwner } from "../support/people/factories.ts";
import { setRules } from "../support/people/house.ts";
import { playOwnMusic } from "../support/people/plays.ts";
import { draft, newGuest, queueSong } from "../support/people/requests.ts";
import { buildClient } from "../support/start/built.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

await buildClient();

Deno.test("pages with a search term, or with a code that no table has, are the one page that is kept", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const { cafeId, ownerId } = owner;
  await open(app, cafeId);
  const kept = app.deps.cafePages.get(cafeId);
  for (const term of ["firuze", "gülpembe"]) {
    await app.fetch(`/cafe/${cafeId}?term=${term}`);
    assert.equal(app.deps.cafePages.get(cafeId), kept);
  }
  await setRules(app, owner, { tables: "required" });
  for (let i = 0; i < 10; i++) {
    const html = await (await app.fetch(`/cafe/${cafeId}?masa=0000000${i}`)).text();
    assert.match(html, /&quot;masa&quot;:&quot;-&quot;/);
  }
  assert.deepEqual([...app.deps.cafePages.keys()].sort(), [cafeId, `${cafeId}?-`]);
  const refused = await app.call("POST", "/api/requests", {
    body: { ...draft(ownerId), table: "-" },
  });
  assert.equal((await refused.json()).code, "table_wrong");
});

Deno.test("a guest's own requests are on 20 pages a minute, and then come with the script", async () => {
  await using app = await testApp();
  const { cafeId, ownerId } = await createOwner(app.deps);
  const cookie = await newGuest(app);
  const asked = { body: draft(ownerId), headers: { cookie } };
  await app.ok("POST", "/api/requests", asked);
  const hasOwn = async () =>
    /&quot;mine&quot;:\[\{/.test(await (await open(app, cafeId, cookie)).text());
  for (let i = 0; i < 20; i++) assert.ok(await hasOwn());
  assert.ok(!await hasOwn());
  app.clock.pass(60_000);
  assert.ok(await hasOwn());
});

Deno.test("an address gets 120 new guest cookies a minute at a cafe, and who has one keeps it", async () => {
  await using app = await testApp();
  const [one, other] = [await createOwner(app.deps), await createOwner(app.deps)];
  const given = async (cafeId: string, cookie = "") =>
    (await open(app, cafeId, cookie)).headers.get("set-cookie");
  const first = (await given(one.cafeId))!.split(";")[0]!;
  for (let i = 1; i < 120; i++) assert.ok(await given(one.cafeId));
  assert.equal(await given(one.cafeId), null);
  assert.ok((await given(one.cafeId, first))!.startsWith(first));
  assert.ok(await given(other.cafeId));
  app.clock.pass(60_000);
  assert.ok(await given(one.cafeId));
});

Deno.test("the pages of the television, of what was played and of refusals are rendered once a second", async () => {
  await using app = await testApp();
  const { cafeId, ownerId, token } = await createOwner(app.deps);
  const television = async () => await (await app.fetch(`/cafe/${cafeId}/ekran`)).text();
  const before = await television();
  await queueSong(app, { ownerId, token }, { songTitle: "Gülpembe" });
  assert.equal(await television(), before);
  app.clock.pass(1_000);
  assert.match(await television(), /Gülpembe/);
  await playOwnMusic(app.deps, ownerId);
  const played = async () => await (await app.fetch(`/cafe/${cafeId}/calanlar`)).text();
  assert.match(await played(), /Kafenin Şarkısı/);
});

function open({ fetch }: TestApp, cafeId: string, cookie = ""): Promise<Response> {
  return fetch(`/cafe/${cafeId}`, { headers: { cookie } });
}
