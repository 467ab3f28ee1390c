// What guests are told of a cafe's rules.
import { strict as assert } from "node:assert";
import fc from "../support/properties.ts";
import type { HouseRulesChange } from "../../server/contract/house.ts";
import { changeHouse } from "../../server/house/change_rules.ts";
import { ask, EVENINGS, houseOf, houseWith, setRules } from "../support/people/house.ts";
import { newGuest } from "../support/people/requests.ts";
import { buildClient } from "../support/start/built.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

await buildClient();

const HOUR_MS = 60 * 60_000;
const WITHOUT = {
  open: true,
  reopensAt: null,
  lastCallAt: null,
  order: "tip",
  tables: "off",
  tips: "platform",
  lines: [],
};

const LINES: [rules: HouseRulesChange, line: string][] = [
  [{ explicit: "refused" }, "Uygunsuz sözler içeren şarkılar istenemiyor."],
  [{ blockedWords: ["gizli"] }, "Bazı şarkılar bu kafede istenemiyor."],
  [{ longestMinutes: 6 }, "En fazla 6 dakikalık şarkılar istenebiliyor."],
  [{ repeatMinutes: 60 }, "Çalan bir şarkı 60 dakika geçmeden tekrar istenemiyor."],
  [{ perGuest: 3 }, "Onay bekleyen en fazla 3 isteğiniz olabilir."],
  [{ approve: "always" }, "İstekler onay beklemeden sıraya giriyor."],
  [
    { approve: "from", approveFromTl: 1000 },
    "1.000,00 TL ve üzeri bahşişli istekler onay beklemeden sıraya giriyor.",
  ],
  [
    { order: "patience", patienceSongs: 3 },
    "Sıra bahşişe göre; bir şarkının önüne sonradan gelen en fazla 3 şarkı geçebilir.",
  ],
];
for (const [rules, line] of LINES) {
  Deno.test(`GET /api/cafes/:cafeId tells guests: ${line}`, async () => {
    await using app = await testApp();
    const owner = await houseWith(app, rules);
    const { order = "tip", approve, approveFromTl = 0 } = rules;
    assert.deepEqual(await houseOf(app, owner), {
      ...WITHOUT,
      order,
      ...approve && { approvesFromTl: approveFromTl },
      lines: [line],
    });
  });
}

Deno.test("one blocked word is enough for guests to be told, and without any they are not", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { blockedWords: ["gizli"] });
  assert.equal((await houseOf(app, owner)).lines.length, 1);
  await setRules(app, owner, { blockedWords: [] });
  assert.deepEqual(await houseOf(app, owner), WITHOUT);
});

Deno.test("GET /api/cafes/:cafeId is open until the last call, and then says when it opens", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { requests: "hours", hours: EVENINGS, lastCallMinutes: 30 });
  assert.deepEqual(await houseOf(app, owner), {
    ...WITHOUT,
    lastCallAt: "2026-11-02T22:30:00.000Z",
    lines: ["Son istek saati 01.30."],
  });
  app.clock.pass(5.5 * HOUR_MS);
  assert.deepEqual(await houseOf(app, owner), {
    ...WITHOUT,
    open: false,
    reopensAt: "2026-11-03T15:00:00.000Z",
    lines: ["İstekler 18.00'de açılacak."],
  });
  await setRules(app, owner, { requests: "closed" });
  assert.deepEqual(await houseOf(app, owner), {
    ...WITHOUT,
    open: false,
    lines: ["Kafe şu anda istek almıyor."],
  });
});

Deno.test("the cafe page holds the house of its moment, also when it is kept and for a guest with requests", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { requests: "hours", hours: EVENINGS });
  const guest = await newGuest(app);
  await ask(app, owner, {}, guest);
  for (const cookie of ["", "", guest]) {
    assert.deepEqual(await housePage(app, owner.cafeId, cookie), await houseOf(app, owner));
  }
  app.clock.pass(6 * HOUR_MS);
  for (const cookie of ["", "", guest]) {
    const house = await housePage(app, owner.cafeId, cookie);
    assert.equal(house.open, false);
    assert.deepEqual(house, await houseOf(app, owner));
  }
  await setRules(app, owner, { requests: "open" });
  assert.deepEqual(await housePage(app, owner.cafeId, ""), WITHOUT);
});

Deno.test("any hours and moment: a request is filed exactly if the cafe says that it is open", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { approve: "always" });
  const time = fc.integer({ min: 0, max: 24 * 60 - 1 })
    .map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16));
  const opening = fc.record({
    weekday: fc.integer({ min: 1, max: 7 }),
    opens: time,
    closes: time,
  }).filter(({ opens, closes }) => opens !== closes);
  const passing = fc.integer({ min: 0, max: 7 * 24 * 60 * 60_000 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(opening, { minLength: 1, maxLength: 8 }),
      fc.array(passing, { minLength: 1, maxLength: 5 }),
      async (hours, moments) => {
        // The owner's login would end in these weeks.
        await changeHouse(app.deps, owner.ownerId, { requests: "hours", hours });
        for (const ms of moments) {
          app.clock.pass(ms);
          const { open } = await houseOf(app, owner);
          assert.equal((await ask(app, owner)).status, open ? 201 : 409);
        }
      },
    ),
    { numRuns: 40 },
  );
});

/** `house` in the page's data. */
async function housePage(app: TestApp, cafeId: string, cookie: string) {
  const html = await (await app.fetch(`/cafe/${cafeId}`, { headers: { cookie } })).text();
  const [, data = ""] = html.match(/data-cafe="([^"]*)"/) ?? [];
  const json = data.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
  return JSON.parse(json).house;
}
