import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { songRequests, tracks } from "../../db/schema/requests.ts";
import type { SongRequest } from "../../server/contract/requests.ts";
import { rounds } from "../support/time/effort.ts";
import { createAdmin, createOwner } from "../support/people/factories.ts";
import {
  anyAddress,
  decide,
  draft,
  newGuest,
  queueOf,
  submit,
} from "../support/people/requests.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const RACES = rounds(50, 1_000);
const SETTLED = { msg: "Bu isteğin durumu artık değiştirilemez." };
const UNDER_WAY = { msg: "Şu anda bir şarkı çalmaya gönderiliyor." };

for (
  const [from, to, status] of [
    ["pending", "approved", 200],
    ["pending", "rejected", 200],
    ["approved", "approved", 200],
    ["approved", "rejected", 200],
    ["rejected", "rejected", 200],
    ["rejected", "approved", 409],
    ["being played", "approved", 409],
    ["being played", "rejected", 409],
    ["played", "approved", 409],
    ["played", "rejected", 409],
  ] as const
) {
  Deno.test(`PUT /api/requests/:id from ${from} to ${to} answers ${status}`, async () => {
    await using app = await testApp();
    const { ownerId, token } = await createOwner(app.deps);
    const { _id } = await submit(app, ownerId);
    await bring(app, token, _id, from);
    const before = await stored(app, _id);
    const response = await decide(app, token, _id, to);
    assert.equal(response.status, status);
    const body = await response.json();
    const after = await stored(app, _id);
    if (status === 409) assert.deepEqual(body, from === "being played" ? UNDER_WAY : SETTLED);
    else assert.equal(body.status, to);
    assert.equal(after.status, status === 409 ? before.status : to);
    // The same status again changes nothing, not even when it was decided.
    if (from === to || status === 409) assert.deepEqual(after, before);
    const inQueue = (await queueOf(app, ownerId)).length === 1;
    assert.equal(inQueue, after.status === "approved" && after.playedAt === null);
  });
}

for (const body of [{ status: "pending" }, { status: "played" }, { status: 1 }, {}, [], null, ""]) {
  Deno.test(`PUT /api/requests/:id answers 400 to ${JSON.stringify(body)}`, async () => {
    await using app = await testApp();
    const { ownerId, token } = await createOwner(app.deps);
    const { _id } = await submit(app, ownerId);
    const response = await app.call("PUT", `/api/requests/${_id}`, { token, body });
    assert.equal(response.status, 400);
    assert.equal((await stored(app, _id)).status, "pending");
  });
}

Deno.test("PUT /api/requests/:id answers 404 to another cafe's owner and for an unknown id, alike", async () => {
  await using app = await testApp();
  const { ownerId } = await createOwner(app.deps);
  const { token: foreign } = await createOwner(app.deps);
  const { _id } = await submit(app, ownerId);
  const theirs = await decide(app, foreign, _id, "approved");
  const nobodys = await decide(app, foreign, "nothing", "approved");
  assert.deepEqual([theirs.status, nobodys.status], [404, 404]);
  assert.deepEqual(await theirs.json(), await nobodys.json());
  assert.equal((await stored(app, _id)).status, "pending");
});

Deno.test("PUT /api/requests/:id answers 401 without a token and 403 to an admin, before it looks at the body", async () => {
  await using app = await testApp();
  const { ownerId } = await createOwner(app.deps);
  const { token } = await createAdmin(app.deps);
  const { _id } = await submit(app, ownerId);
  const put = (token?: string) => app.call("PUT", `/api/requests/${_id}`, { token, body: [] });
  assert.equal((await put()).status, 401);
  assert.equal((await put("not a token")).status, 401);
  assert.equal((await put(token)).status, 403);
});

Deno.test(`approve against reject at once, ${RACES} times: always ends rejected, both told the truth, one revision a change`, async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const { ownerId, token } = await createOwner(app.deps);
  let revision = 0;
  for (let round = 0; round < RACES; round++) {
    const { _id } = await submit(app, ownerId);
    const order = round % 2 === 0 ? ["approved", "rejected"] : ["rejected", "approved"];
    const answers = await Promise.all(
      order.map((status) => decide(app, token, _id, status)),
    );
    const approval = answers[order.indexOf("approved")]!;
    const rejection = answers[order.indexOf("rejected")]!;
    assert.equal(rejection.status, 200);
    assert.equal((await rejection.json()).status, "rejected");
    const approved = approval.status === 200;
    if (approved) assert.equal((await approval.json()).status, "approved");
    else assert.deepEqual([approval.status, await approval.json()], [409, SETTLED]);
    assert.equal((await stored(app, _id)).status, "rejected");
    revision += approved ? 3 : 2;
  }
  assert.equal(await revisionOf(app, ownerId), revision);
});

Deno.test(`the same approval by several hands at once, ${RACES} times: all are answered 200, one revision`, async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const { ownerId, token } = await createOwner(app.deps);
  for (let round = 1; round <= RACES; round++) {
    const { _id } = await submit(app, ownerId);
    const answers = await Promise.all([1, 2, 3].map(() => decide(app, token, _id, "approved")));
    for (const answer of answers) {
      assert.equal(answer.status, 200);
      assert.equal((await answer.json()).status, "approved");
    }
    assert.equal(await revisionOf(app, ownerId), round * 2);
  }
});

Deno.test(`one key sent by an impatient thumb, ${RACES} times: one request, everybody gets it`, async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const { ownerId, token } = await createOwner(app.deps);
  const cookie = await newGuest(app);
  for (let round = 1; round <= RACES; round++) {
    const headers = { cookie, "idempotency-key": `thumb-${round}` };
    const answers = await Promise.all(
      [1, 2, 3].map(() => app.call("POST", "/api/requests", { body: draft(ownerId), headers })),
    );
    assert.deepEqual(answers.map((answer) => answer.status), [201, 201, 201]);
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    assert.deepEqual(bodies[1], bodies[0]);
    assert.deepEqual(bodies[2], bodies[0]);
    assert.equal(await revisionOf(app, ownerId), round * 2 - 1);
    await decide(app, token, bodies[0]._id, "rejected");
  }
});

Deno.test("an Idempotency-Key with another body is 409 and files nothing; for another guest or owner it is another key", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const { ownerId: other } = await createOwner(app.deps);
  const send = (body: unknown, cookie?: string, address?: string) =>
    app.call("POST", "/api/requests", {
      body,
      address,
      headers: { "idempotency-key": "k", ...(cookie ? { cookie } : {}) },
    });
  const cookie = await newGuest(app);
  const first: SongRequest = await (await send(draft(ownerId), cookie)).json();
  const changed = await send(draft(ownerId, { tipAmount: 99 }), cookie);
  assert.equal(changed.status, 409);
  assert.deepEqual(await changed.json(), {
    msg: "Bu istek anahtarı başka bir istekle kullanılmış.",
  });
  assert.equal((await (await send(draft(ownerId), cookie)).json())._id, first._id);
  // What is ignored of a body does not make it another.
  const ignored = await send({ ...draft(ownerId), extra: true }, cookie);
  assert.equal((await ignored.json())._id, first._id);

  const others = [
    await send(draft(other), cookie),
    await send(draft(ownerId), await newGuest(app)),
    await send(draft(ownerId), undefined, "198.51.100.1"),
    await send(draft(ownerId), undefined, "198.51.100.2"),
  ];
  const ids = await Promise.all(others.map(async (answer) => (await answer.json())._id));
  assert.equal(new Set([first._id, ...ids]).size, 5);
  const again = await send(draft(ownerId), undefined, "198.51.100.1");
  assert.equal((await again.json())._id, ids[2]);
  const open = await (await app.call("GET", "/api/requests", { token })).json();
  assert.equal(open.length, 4);
});

Deno.test("an Idempotency-Key is kept for 24 hours and answers with the request as it is now", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const cookie = await newGuest(app);
  const send = async () => {
    const headers = { cookie, "idempotency-key": "k" };
    const response = await app.call("POST", "/api/requests", { body: draft(ownerId), headers });
    assert.equal(response.status, 201);
    return await response.json();
  };
  const first = await send();
  await decide(app, token, first._id, "approved");
  app.clock.pass(24 * 60 * 60 * 1000 - 1);
  assert.deepEqual(await send(), { ...first, status: "approved" });
  app.clock.pass(1);
  assert.notEqual((await send())._id, first._id);
});

for (
  const [what, key] of Object.entries({
    "an empty one": "",
    "one with a blank": "a b",
    "one with a letter beyond ASCII": "é",
    "one of 256 characters": "x".repeat(256),
  })
) {
  Deno.test(`of Idempotency-Keys, ${what} is 400 and files nothing`, async () => {
    await using app = await testApp();
    const { ownerId, token } = await createOwner(app.deps);
    const send = (key: string) =>
      app.call("POST", "/api/requests", {
        body: draft(ownerId),
        headers: { "idempotency-key": key },
      });
    assert.equal((await send(key)).status, 400);
    assert.deepEqual(await (await app.call("GET", "/api/requests", { token })).json(), []);
    assert.equal((await send("x".repeat(255))).status, 201);
  });
}

Deno.test("what the catalogue knows about a track replaces what the guest says", async () => {
  await using app = await testApp();
  const { ownerId } = await createOwner(app.deps);
  const known = { title: "Dönence", artist: "Barış Manço", albumArt: "https://i.scdn.co/image/1" };
  const { uri } = draft(ownerId);
  await app.deps.db.write((d) => [
    d.insert(tracks).values({ uri, ...known, durationMs: 1, seenAt: 1 }),
  ]);
  const forged = await submit(app, ownerId, { songTitle: "Bedava çay", artist: "Garson" });
  assert.equal(forged.songTitle, "Dönence");
  assert.equal(forged.artist, "Barış Manço");
  assert.equal(forged.albumArt, known.albumArt);
});

Deno.test("GET /api/requests/mine shows 12 hours, all statuses, and nothing to another guest or without a cookie", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const cookie = await newGuest(app);
  const send = async (songTitle: string): Promise<string> => {
    const body = draft(ownerId, { songTitle });
    const options = { body, headers: { cookie }, address: anyAddress() };
    return (await (await app.call("POST", "/api/requests", options)).json())._id;
  };
  const mine = async (headers: Record<string, string> = { cookie }) => {
    const path = `/api/requests/mine?ownerId=${ownerId}`;
    const response = await app.call("GET", path, { headers });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("cache-control"), "no-store");
    return await response.json();
  };
  await send("eski");
  app.clock.pass(12 * 60 * 60 * 1000);
  const played = await send("çalınan");
  await bring(app, token, played, "played");
  const refused = await send("reddedilen");
  await decide(app, token, refused, "rejected");
  await send("bekleyen");
  const list = await mine();
  assert.deepEqual(
    list.map((r: Record<string, unknown>) => [r.songTitle, r.status, r.place, r.playedAt !== null]),
    [
      ["bekleyen", "pending", null, false],
      ["reddedilen", "rejected", null, false],
      ["çalınan", "approved", null, true],
    ],
  );
  assert.deepEqual(await mine({}), []);
  assert.deepEqual(await mine({ cookie: await newGuest(app) }), []);
  assert.equal((await app.call("GET", "/api/requests/mine")).status, 400);
});

/** Brings a pending request to where a test starts. */
async function bring(app: TestApp, token: string, id: string, to: string): Promise<void> {
  if (to === "pending") return;
  if (to === "rejected") return void await decide(app, token, id, "rejected");
  await decide(app, token, id, "approved");
  const set = to === "being played"
    ? { claimedAt: app.clock.now() }
    : to === "played"
    ? { playedAt: 2 }
    : null;
  if (!set) return;
  await app.deps.db.write((d) => [
    d.update(songRequests).set(set).where(eq(songRequests.id, id)),
  ]);
}

async function stored(app: TestApp, id: string) {
  return (await app.deps.db.read.select().from(songRequests).where(eq(songRequests.id, id)))[0]!;
}

async function revisionOf(app: TestApp, ownerId: string): Promise<number> {
  const [row] = await app.deps.db.read.values<[number]>(
    `select revision from rooms where owner_id = '${ownerId}'`,
  );
  return row![0];
}
