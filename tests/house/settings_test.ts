// GET and PUT /api/house: what an owner sets.
import { strict as assert } from "node:assert";
import { findHouse } from "../../db/requests/house.ts";
import { readRevision } from "../../db/people/rooms.ts";
import { FIELD_MESSAGES } from "../../server/contract/field_messages.ts";
import { expireRequests } from "../../server/house/expire_requests.ts";
import { createOwnerWithPassword, deleteAccount } from "../support/people/accounts.ts";
import { createOwner } from "../support/people/factories.ts";
import { answerOf } from "../support/people/guests.ts";
import { EVENINGS, houseWith, setRules } from "../support/people/house.ts";
import { testApp } from "../support/start/test_app.ts";
import { listen } from "../support/net/listener.ts";
import { submit } from "../support/people/requests.ts";
import { servedApp } from "../support/start/served_app.ts";

const NO_RULES = {
  requests: "open",
  hours: [],
  lastCallMinutes: null,
  explicit: "allowed",
  blockedWords: [],
  longestMinutes: null,
  repeatMinutes: null,
  perGuest: null,
  perHour: null,
  artistMinutes: null,
  approve: "never",
  approveFromTl: null,
  order: "tip",
  patienceSongs: 5,
  tables: "off",
  tips: "platform",
  tillLink: null,
  dedications: false,
};

Deno.test("GET /api/house returns rules that change nothing until the owner sets one", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  assert.deepEqual(await app.ok("GET", "/api/house", { token }), NO_RULES);
});

Deno.test("PUT /api/house keeps what it is sent and leaves the other rules, for this owner alone", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const other = await createOwner(app.deps);
  const first = { requests: "hours" as const, hours: EVENINGS, lastCallMinutes: 30 };
  assert.deepEqual(await setRules(app, owner, first), { ...NO_RULES, ...first });
  const second = {
    explicit: "refused" as const,
    blockedWords: ["Kötü söz", "x"],
    longestMinutes: 6,
    repeatMinutes: 60,
    perGuest: 3,
    approve: "from" as const,
    approveFromTl: 12.5,
    order: "patience" as const,
    patienceSongs: 3,
    tables: "required" as const,
    tips: "till" as const,
  };
  const both = { ...NO_RULES, ...first, ...second };
  assert.deepEqual(await setRules(app, owner, second), both);
  const read = async (token: string) => await app.ok("GET", "/api/house", { token });
  assert.deepEqual(await read(owner.token), both);
  assert.deepEqual(await setRules(app, owner, { perGuest: null }), { ...both, perGuest: null });
  assert.deepEqual(await read(other.token), NO_RULES);
});

const evening = { weekday: 1, opens: "18:00", closes: "23:00" };
// What every other field does not take: tests/http/bad_input_test.ts.
const WRONG: [what: string, body: Record<string, unknown>, field: string][] = [
  ["weekday 0", { hours: [{ ...evening, weekday: 0 }] }, "hours.weekday"],
  ["24:00", { hours: [{ ...evening, closes: "24:00" }] }, "hours.closes"],
  ["8:00", { hours: [{ ...evening, opens: "8:00" }] }, "hours.opens"],
  [
    "a last call as long as the hours",
    {
      requests: "hours",
      hours: [{ weekday: 1, opens: "18:00", closes: "19:00" }],
      lastCallMinutes: 60,
    },
    "lastCallMinutes",
  ],
];
for (const [what, body, field] of WRONG) {
  Deno.test(`PUT /api/house answers 400 to ${what}, with the field's sentence, and changes nothing`, async () => {
    await using app = await testApp();
    const { token, ownerId } = await createOwner(app.deps);
    assert.deepEqual(await answerOf(app.call("PUT", "/api/house", { token, body })), [400, {
      msg: FIELD_MESSAGES[field],
      code: "invalid_input",
      field: field.split(".")[0],
    }]);
    assert.equal(await findHouse(app.deps.db, ownerId), undefined);
  });
}

Deno.test("PUT /api/house takes null for no blocked words and no hours", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { hours: EVENINGS, blockedWords: ["kötü"] });
  const body = { hours: null, blockedWords: null };
  const { hours, blockedWords } = await app.ok("PUT", "/api/house", { token: owner.token, body });
  assert.deepEqual([hours, blockedWords], [[], []]);
});

Deno.test("PUT /api/house raises the room's revision once, also in a cafe without requests", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { perGuest: 3 });
  assert.equal(await readRevision(app.deps.db, owner.ownerId), 1);
  await setRules(app, owner, { perGuest: 4 });
  assert.equal(await readRevision(app.deps.db, owner.ownerId), 2);
});

Deno.test("changes at the same moment all count", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const changes = [{ perGuest: 3 }, { repeatMinutes: 60 }, { longestMinutes: 6 }];
  await Promise.all(changes.map((change) => setRules(app, owner, change)));
  const { perGuest, repeatMinutes, longestMinutes } = await app.ok("GET", "/api/house", {
    token: owner.token,
  });
  assert.deepEqual([perGuest, repeatMinutes, longestMinutes], [3, 60, 6]);
});

Deno.test("the account's export has the rules, and erasing the account deletes them", async () => {
  await using app = await testApp();
  const owner = await createOwnerWithPassword(app);
  const { token } = owner;
  const exported = async () => (await app.ok("GET", "/api/account/export", { token })).house;
  assert.equal(await exported(), null);
  await setRules(app, owner, { blockedWords: ["söz"] });
  assert.deepEqual(await exported(), { ...NO_RULES, blockedWords: ["söz"] });
  await deleteAccount(app, token);
  assert.equal(await findHouse(app.deps.db, owner.ownerId), undefined);
});

// Pages hear of changes of the rules, and of requests that expire.

Deno.test("PUT /api/house, and requests that expire, are announced to the cafe's room", async () => {
  await using app = await servedApp();
  const owner = await createOwner(app.deps);
  await using guest = listen(app.wsOrigin, owner.ownerId);
  await guest.next();
  await setRules(app, owner, { requests: "hours", hours: EVENINGS });
  assert.equal((await guest.next()).type, "queue_updated");
  await submit(app, owner.ownerId);
  await guest.next();
  app.clock.pass(6 * 60 * 60_000);
  await expireRequests(app.deps);
  assert.equal((await guest.next()).type, "queue_updated");
});
