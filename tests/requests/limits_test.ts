import { strict as assert } from "node:assert";
import { createOwner } from "../support/people/factories.ts";
import { answerOf } from "../support/people/guests.ts";
import { setRules } from "../support/people/house.ts";
import {
  anyAddress,
  decide,
  draft,
  newGuest,
  queueOf,
  submit,
} from "../support/people/requests.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const MINUTE_MS = 60_000;

Deno.test("a guest may send 6 requests a minute from any address, and the 7th answers 429 with Retry-After", async () => {
  await using app = await testApp();
  const { ownerId } = await createOwner(app.deps);
  const cookie = await newGuest(app);
  const post = () => send(app, ownerId, { headers: { cookie }, address: anyAddress() });
  for (let i = 0; i < 6; i++) {
    assert.equal((await post()).status, 201);
    app.clock.pass(1_000);
  }
  const refused = await post();
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get("retry-after"), "54");
  assert.deepEqual(await refused.json(), {
    msg: "Kısa sürede çok fazla istek gönderdiniz. 54 saniye sonra tekrar deneyin.",
    code: "too_many_requests",
    values: { seconds: 54 },
  });
  app.clock.pass(54_000);
  assert.equal((await post()).status, 201);
  assert.equal((await post()).status, 429);
});

Deno.test("an address may send 20 requests a minute without a guest cookie or with one of a wrong signature, and guests there go on", async () => {
  await using app = await testApp();
  const { ownerId } = await createOwner(app.deps);
  const forged = { headers: { cookie: "guest=somebody.c2lnbmF0dXJl" } };
  for (let i = 0; i < 40; i++) {
    const answer = await send(app, ownerId, i % 2 === 0 ? {} : forged);
    assert.equal(answer.status, i < 20 ? 201 : 429);
  }
  const headers = { cookie: await newGuest(app) };
  assert.equal((await send(app, ownerId, { headers })).status, 201);
  assert.equal((await send(app, ownerId, { address: anyAddress() })).status, 201);
  app.clock.pass(MINUTE_MS);
  assert.equal((await send(app, ownerId, {})).status, 201);
});

Deno.test("an address may send 120 requests a minute to a cafe, of guests and without cookies, and the 121st answers 429", async () => {
  await using app = await testApp();
  const one = await createOwner(app.deps);
  const other = await createOwner(app.deps);
  const statuses: number[] = [];
  for (let i = 0; i < 121; i++) {
    const headers: Record<string, string> = i % 6 === 0 ? {} : { cookie: await newGuest(app) };
    statuses.push((await send(app, one.ownerId, { headers })).status);
  }
  assert.deepEqual(statuses, [...Array(120).fill(201), 429]);
  assert.deepEqual(await (await send(app, one.ownerId, {})).json(), {
    msg: "Bu kafeden kısa sürede çok fazla istek gönderildi. 60 saniye sonra tekrar deneyin.",
    code: "too_many_requests_here",
    values: { seconds: 60 },
  });
  assert.equal((await send(app, one.ownerId, { address: anyAddress() })).status, 201);
  assert.equal(
    (await send(app, one.ownerId, { headers: { cookie: await newGuest(app) } })).status,
    429,
  );
  assert.equal((await send(app, other.ownerId, {})).status, 201, "a cafe behind the same address");
  app.clock.pass(MINUTE_MS);
  assert.equal((await send(app, one.ownerId, {})).status, 201);
});

Deno.test("an address may send 20 requests a minute to cafes that do not exist, whatever their ids", async () => {
  await using app = await testApp();
  const statuses: number[] = [];
  for (let i = 0; i < 21; i++) statuses.push((await send(app, `nobody ${i}`, {})).status);
  assert.deepEqual(statuses, [...Array(20).fill(404), 429]);
});

Deno.test("guests who came a minute before an address's 120 requests send 2 a minute each, and those who came with them none", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const earlier = await newGuest(app);
  app.clock.pass(MINUTE_MS);
  const flood = await Promise.all(Array.from({ length: 21 }, () => newGuest(app)));
  const post = async (cookie: string) => (await send(app, ownerId, { headers: { cookie } })).status;
  for (let i = 0; i < 120; i++) assert.equal(await post(flood[i % 20]!), 201);
  assert.equal(await post(flood[20]!), 429);
  const { _id } = await (await send(app, ownerId, { headers: { cookie: earlier } })).json();
  const support = await app.call("POST", `/api/requests/${_id}/tips`, {
    body: { tipAmount: 5 },
    headers: { cookie: earlier },
  });
  assert.equal(support.status, 201);
  assert.equal(await post(earlier), 429);
  assert.equal((await app.call("GET", "/api/requests", { token })).status, 200);
});

Deno.test("40 guests at one address can search and send while one of them is limited", async () => {
  await using app = await testApp();
  const { ownerId } = await createOwner(app.deps);
  const [glutton, ...guests] = await Promise.all(Array.from({ length: 40 }, () => newGuest(app)));
  const search = async (cookie: string, term: string) =>
    (await app.call("GET", `/api/spotify/search?term=${term}`, { headers: { cookie } })).status;
  const ask = async (cookie: string) => (await send(app, ownerId, { headers: { cookie } })).status;
  for (let i = 0; i < 300; i++) {
    assert.equal(await search(glutton!, `a${i % 3}`), i < 30 ? 200 : 429);
  }
  for (let i = 0; i < 120; i++) assert.equal(await ask(glutton!), i < 6 ? 201 : 429);
  for (const guest of guests) {
    for (let i = 0; i < 6; i++) assert.equal(await search(guest, `b${i}`), 200);
    for (let i = 0; i < 2; i++) assert.equal(await ask(guest), 201);
  }
});

Deno.test("a cafe has at most 200 pending requests, also if they are sent at once, and a decision makes room for one", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const post = () => send(app, ownerId, { address: anyAddress() });
  const answers = await Promise.all(Array.from({ length: 230 }, post));
  const statuses = answers.map((answer) => answer.status);
  assert.equal(statuses.filter((status) => status === 201).length, 200);
  assert.equal(statuses.filter((status) => status === 429).length, 30);
  const refused = answers[statuses.indexOf(429)]!;
  assert.ok(Number(refused.headers.get("retry-after")) > 0);
  assert.equal(
    (await refused.json()).msg,
    "Bu kafede onay bekleyen çok fazla istek var. Lütfen biraz sonra tekrar deneyin.",
  );
  const { _id } = await answers[statuses.indexOf(201)]!.json();
  await decide(app, token, _id, "approved");
  assert.equal((await post()).status, 201);
  assert.equal((await post()).status, 429);
});

/** Fills the cafe with pending requests of 34 guests, 6 each, from addresses of their own. */
async function flooded(app: TestApp, ownerId: string): Promise<string[]> {
  const cookies = await Promise.all(Array.from({ length: 34 }, () => newGuest(app)));
  for (let i = 0; i < 200; i++) {
    const headers = { cookie: cookies[i % 34]! };
    assert.equal((await send(app, ownerId, { headers, address: anyAddress() })).status, 201);
    app.clock.pass(1);
  }
  return cookies;
}

Deno.test("once 200 requests are pending, 40 guests send one each who came before half of them was sent", async () => {
  await using app = await testApp();
  const { ownerId } = await createOwner(app.deps);
  const earlier = await Promise.all(Array.from({ length: 41 }, () => newGuest(app)));
  app.clock.pass(1);
  const flood = await flooded(app, ownerId);
  const post = async (cookie: string) =>
    (await send(app, ownerId, { headers: { cookie }, address: anyAddress() })).status;
  assert.equal(await post(await newGuest(app)), 429);
  assert.equal(await post(flood[0]!), 429, "it has some that wait");
  assert.equal(await post(earlier[0]!), 201);
  assert.equal(await post(earlier[0]!), 429);
  for (const cookie of earlier.slice(1, 40)) assert.equal(await post(cookie), 201);
  assert.equal(await post(earlier[40]!), 429);
});

Deno.test("a cafe has at most 300 songs of guests that wait or are in the queue, and the team's own count for nothing", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const { ownerId, token } = owner;
  await setRules(app, owner, { approve: "always" });
  const post = () => send(app, ownerId, { address: anyAddress() });
  const own = draft(ownerId, { tipAmount: undefined });
  assert.equal((await app.call("POST", "/api/requests/own", { token, body: own })).status, 201);
  const [{ _id }] = await Promise.all(
    Array.from({ length: 300 }, async () => await (await post()).json()),
  );
  const refused = await post();
  assert.deepEqual(await answerOf(refused), [429, {
    msg: "Bu kafede onay bekleyen çok fazla istek var. Lütfen biraz sonra tekrar deneyin.",
    code: "too_many_pending",
    values: { seconds: 60 },
  }]);
  assert.equal((await app.call("POST", "/api/requests/own", { token, body: own })).status, 201);
  await decide(app, token, _id, "rejected");
  assert.equal((await post()).status, 201);
  assert.equal((await post()).status, 429);
});

Deno.test("RATE_LIMITS=off lifts the limit of pending requests too, for a cafe that exists", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const { ownerId } = await createOwner(app.deps);
  const post = (to: string) => send(app, to, {});
  const statuses = (await Promise.all(Array.from({ length: 230 }, () => post(ownerId))))
    .map((answer) => answer.status);
  assert.deepEqual(statuses, Array(230).fill(201));
  assert.equal((await post("nobody")).status, 404);
});

Deno.test("POST /api/requests and the queue answer 404 for an unknown owner", async () => {
  await using app = await testApp();
  assert.deepEqual(await answerOf(send(app, "nobody", {})), [404, {
    msg: "Bu kafe bulunamadı veya şu anda hizmet vermiyor.",
    code: "cafe_not_found",
  }]);
  assert.equal((await app.call("GET", "/api/requests/queue/nobody")).status, 404);
});

// Which covers are allowed: tests/music/provider_port_test.ts.
Deno.test("a request keeps a cover of its provider or of this server, and no other", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const [cover, own] = ["https://i.scdn.co/image/ab67", "/demo/covers/17.svg"];
  for (const [albumArt, kept] of [[cover, cover], [own, own], ["https://evil.example/x.svg", ""]]) {
    const request = await submit(app, ownerId, { albumArt });
    assert.equal(request.albumArt, kept);
    await decide(app, token, request._id, "approved");
    assert.equal((await queueOf(app, ownerId)).at(-1)?.albumArt, kept);
  }
});

Deno.test("the demo's covers are not stored if a real music account is configured", async () => {
  await using app = await testApp({ SPOTIFY_CLIENT_ID: "id", SPOTIFY_CLIENT_SECRET: "secret" });
  const { ownerId } = await createOwner(app.deps);
  const request = await submit(app, ownerId, { albumArt: "/demo/covers/17.svg" });
  assert.equal(request.albumArt, "");
});

function send(
  app: TestApp,
  ownerId: string,
  options: { headers?: Record<string, string>; address?: string },
): Promise<Response> {
  return app.call("POST", "/api/requests", { body: draft(ownerId), ...options });
}
