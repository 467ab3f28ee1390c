// A guest dedicates a song to a person (docs/house.md#dedications).
import { strict as assert } from "node:assert";
import { deleteExpired } from "../../server/account/delete_account.ts";
import { TURKISH } from "../../server/contract/languages/tr.ts";
import { createOwnerWithPassword, deleteAccount } from "../support/people/accounts.ts";
import { createOwner } from "../support/people/factories.ts";
import { guestOf } from "../support/people/guests.ts";
import {
  ask,
  assertFiled,
  assertRefused,
  houseOf,
  houseWith,
  setRules,
} from "../support/people/house.ts";
import { playNextInDatabase } from "../support/people/plays.ts";
import { decide, newGuest, openRequestsOf, queueOf } from "../support/people/requests.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { sql } from "../support/db/sql.ts";

const FOR_AYSE = { to: "Ayşe Gül", wish: 3 };

const WRONG = [
  { to: "", wish: 1 },
  { to: "  ", wish: 1 },
  { to: "-'", wish: 1 },
  { to: "a".repeat(21), wish: 1 },
  { to: "Ali 5", wish: 1 },
  { to: "Ali\nVeli", wish: 1 },
  { to: "http://x", wish: 1 },
  { to: "Ali 🎂", wish: 1 },
  { to: "Ali", wish: 0 },
  { to: "Ali", wish: 9 },
  { to: "Ali", wish: 1.5 },
  { to: "Ali" },
  "Ali",
];

const nowOf = async (app: TestApp, cafeId: string) =>
  (await app.ok("GET", `/api/cafes/${cafeId}/now`)).playing;
const count = async (app: TestApp) =>
  (await app.deps.db.all(sql`select 1 from dedications`)).length;

Deno.test("a dedication is in the owner's list before the decision and in /now while the song plays, and in no other public answer", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { dedications: true });
  const guest = await guestOf(app, owner.ownerId);
  const { status, body } = await ask(app, owner, { dedication: FOR_AYSE }, guest.cookie);
  assert.equal(status, 201);
  const [row] = await openRequestsOf(app, owner);
  assert.deepEqual([row!.status, row!.dedication], ["pending", FOR_AYSE]);
  await decide(app, owner.token, body._id, "approved");
  const shown = [body, await queueOf(app, owner.ownerId), await guest.mine()];
  assert.doesNotMatch(JSON.stringify(shown), /dedication|Ayşe/);
  await playNextInDatabase(app.deps, owner.ownerId);
  assert.deepEqual((await nowOf(app, owner.cafeId)).dedication, FOR_AYSE);
  const page = async (path: string) => await (await app.call("GET", path)).text();
  assert.doesNotMatch(await page(`/cafe/${owner.cafeId}`), /Ayşe/);
  assert.match(await page(`/cafe/${owner.cafeId}/ekran`), /Ayşe/);
});

Deno.test("while the rule is off a dedication counts for nothing, also one that cannot be read, and a request without one has null", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  for (const dedication of [FOR_AYSE, ...WRONG]) {
    await assertFiled(ask(app, owner, { dedication }));
  }
  await setRules(app, owner, { blockedWords: ["Ayşe"] });
  await assertFiled(ask(app, owner, { dedication: FOR_AYSE }));
  await setRules(app, owner, { dedications: true });
  await assertFiled(ask(app, owner));
  await assertFiled(ask(app, owner, { dedication: null }));
  const rows = await openRequestsOf(app, owner);
  assert.deepEqual(rows.map(({ dedication }) => dedication), Array(WRONG.length + 4).fill(null));
  assert.equal(await count(app), 0);
});

Deno.test("once the rule is turned off, nothing shows the dedications that were sent before, and turned on again it does", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { dedications: true });
  const sent = [];
  for (let i = 0; i < 2; i += 1) {
    sent.push((await ask(app, owner, { dedication: FOR_AYSE })).body._id);
  }
  await decide(app, owner.token, sent[0]!, "approved");
  await playNextInDatabase(app.deps, owner.ownerId);
  for (const dedications of [true, false, true]) {
    await setRules(app, owner, { dedications });
    app.clock.pass(1_000);
    const shown = dedications ? FOR_AYSE : null;
    assert.deepEqual((await nowOf(app, owner.cafeId)).dedication, shown);
    assert.deepEqual((await openRequestsOf(app, owner))[0]!.dedication, shown);
    const page = await (await app.call("GET", `/cafe/${owner.cafeId}/ekran`)).text();
    assert.equal(page.includes("Ayşe"), dedications);
  }
});

Deno.test("guests are told the wishes in their language, and only while the rule is on", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  assert.equal("wishes" in await houseOf(app, owner), false);
  await setRules(app, owner, { dedications: true });
  const { wishes } = await houseOf(app, owner);
  assert.deepEqual(wishes, TURKISH.wishes);
  assert.deepEqual(wishes!.slice(0, 2), ["Doğum günün kutlu olsun", "İyi ki varsın"]);
  const english = await app.call("GET", `/api/cafes/${owner.cafeId}?dil=en`);
  assert.equal((await english.json()).house.wishes[0], "Happy birthday");
});

Deno.test("a blocked word in the name refuses the request, however it is written", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { dedications: true, blockedWords: ["salak", "kötü söz"] });
  const said = "Bu ad bu kafede kullanılamıyor. Başka bir ad yazın.";
  for (const to of ["SALAK", "Salak Ali", "koTu soz", "Salak'a"]) {
    await assertRefused(
      ask(app, owner, { dedication: { to, wish: 1 } }),
      said,
      "dedication_blocked",
    );
  }
  await assertFiled(ask(app, owner, { dedication: { to: "Salaklı", wish: 1 } }));
  assert.equal((await openRequestsOf(app, owner)).length, 1);
});

Deno.test("a request whose dedication cannot be read is 400", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { dedications: true });
  for (const dedication of WRONG) {
    const { status, body: { code, field } } = await ask(app, owner, { dedication });
    const refusal = [status, code, field];
    assert.deepEqual(refusal, [400, "invalid_input", "dedication"], JSON.stringify(dedication));
  }
  assert.deepEqual(await openRequestsOf(app, owner), []);
});

Deno.test("letters of any language, blanks, hyphens and apostrophes are a name, which is trimmed", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { dedications: true });
  for (
    const to of ["Şule", "Anne-Marie", "O'Neil", "O’Neil", "Γιώργος", "  Işıl Su ", "I".repeat(20)]
  ) {
    await assertFiled(ask(app, owner, { dedication: { to, wish: 8 } }));
  }
  const names = (await openRequestsOf(app, owner)).map(({ dedication }) => dedication!.to);
  assert.equal(names.length, 7);
  assert.equal(names[5], "Işıl Su");
});

Deno.test("the same key with another dedication is 409, and with the same one files nothing more", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { dedications: true });
  const guest = await newGuest(app);
  const send = (to: string) =>
    app.call("POST", "/api/requests", {
      headers: { cookie: guest, "idempotency-key": "one" },
      body: {
        ...{ songTitle: "Gülpembe", artist: "Barış Manço", albumArt: "" },
        ...{ uri: "spotify:track:4uLU6hMCjMI75M1A2tKUQC", ownerId: owner.ownerId, tipAmount: 0 },
        dedication: { to, wish: 1 },
      },
    });
  assert.deepEqual([(await send("Ali")).status, (await send("Ali")).status], [201, 201]);
  assert.equal((await send("Veli")).status, 409);
  assert.equal(await count(app), 1);
});

Deno.test("a name is wiped with the guests' ids, also where its guest has no cookie", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { dedications: true });
  await ask(app, owner, { dedication: FOR_AYSE }, await newGuest(app));
  await ask(app, owner, { dedication: FOR_AYSE });
  app.clock.pass(47 * 60 * 60_000);
  await deleteExpired(app.deps);
  assert.equal(await count(app), 2);
  app.clock.pass(2 * 60 * 60_000);
  await deleteExpired(app.deps);
  assert.equal(await count(app), 0);
});

Deno.test("the account's export has the names that are kept, and its deletion forgets them", async () => {
  await using app = await testApp();
  const owner = await createOwnerWithPassword(app);
  await setRules(app, owner, { dedications: true });
  const { body: { _id } } = await ask(app, owner, { dedication: FOR_AYSE });
  const kept = await app.ok("GET", "/api/account/export", { token: owner.token });
  const createdAt = new Date(app.clock.now()).toISOString();
  assert.deepEqual(kept.dedications, [{ requestId: _id, ...FOR_AYSE, createdAt }]);
  assert.equal((await deleteAccount(app, owner.token)).status, 204);
  assert.equal(await count(app), 0);
});
