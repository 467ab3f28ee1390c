// Which tab is a cafe's player: POST /api/player/claim, and what an old lease is told.
import { strict as assert } from "node:assert";
import { players } from "../../db/schema/music.ts";
import { useSource } from "../support/music/manual_cafe.ts";
import { type LibraryCafe, libraryCafe } from "../support/music/library_cafe.ts";
import { createOwner } from "../support/people/factories.ts";
import { logInAgain, sessionOf } from "../support/people/logins.ts";

const LEASE_MS = 90_000;

Deno.test("of 60 claims at once one succeeds, and the others are 409", async () => {
  await using cafe = await libraryCafe();
  const claims = await Promise.all(Array.from({ length: 60 }, (_, i) => cafe.claim(`tab ${i}`)));
  const statuses = claims.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, ...Array(59).fill(409)]);
  const refused = claims.find(({ status }) => status === 409)!;
  assert.deepEqual(await refused.json(), {
    msg: "Oynatıcı başka bir cihazda açık.",
    code: "player_taken",
  });
  const winner = await claims.find(({ status }) => status === 200)!.json();
  assert.deepEqual([winner.epoch, (await cafe.current(winner.lease)).paused], [1, false]);
});

Deno.test("a lease lasts 90 seconds, and each call after 30 of them renews it", async () => {
  await using cafe = await libraryCafe();
  const { app } = cafe;
  const { lease, until } = await (await cafe.claim("a")).json();
  assert.equal(Date.parse(until), app.clock.now() + LEASE_MS);
  app.clock.pass(LEASE_MS - 1);
  assert.equal((await cafe.claim("b")).status, 409);
  await cafe.current(lease);
  app.clock.pass(LEASE_MS - 1);
  assert.equal((await cafe.claim("b")).status, 409);
  app.clock.pass(1);
  assert.equal((await cafe.claim("b")).status, 200);
});

Deno.test("a lease that has run out works until another tab takes it", async () => {
  await using cafe = await libraryCafe();
  const lease = await cafe.hold("a");
  cafe.app.clock.pass(10 * LEASE_MS);
  await cafe.current(lease);
  assert.equal((await cafe.claim("b")).status, 409, "the call has renewed it");
});

Deno.test("with `take` another tab becomes the player, and the old lease is 409", async () => {
  await using cafe = await libraryCafe();
  const old = await cafe.hold("a");
  const lease = await cafe.hold("b", true);
  await cafe.current(lease);
  const { app } = cafe;
  const current = await app.call("GET", `/api/player/current?lease=${old}`);
  assert.equal(current.status, 409);
  const body = { lease: old, playId: "a", event: "progress", positionMs: 0 };
  const report = await app.call("POST", "/api/player/report", { body });
  assert.deepEqual([report.status, await report.json()], [409, await current.json()]);
});

Deno.test("the tab that holds the lease gets a new one when it was reloaded", async () => {
  await using cafe = await libraryCafe();
  const old = await cafe.hold("a");
  const lease = await cafe.hold("a");
  await cafe.current(lease);
  const current = await cafe.app.call("GET", `/api/player/current?lease=${old}`);
  assert.equal(current.status, 409);
  await current.body?.cancel();
});

Deno.test("a claim is 409 while the cafe's source is another one", async () => {
  await using cafe = await libraryCafe();
  await useSource(cafe.app.deps, cafe.owner.ownerId, "spotify");
  const claim = await cafe.claim("a");
  assert.deepEqual([claim.status, await claim.json()], [409, {
    msg: "Bu müzik kaynağı henüz kullanıma hazır değil.",
    code: "source_not_ready",
  }]);
});

Deno.test("a lease is of one cafe, and the database has its hash alone", async () => {
  await using cafe = await libraryCafe();
  const { app, owner } = cafe;
  const lease = await cafe.hold();
  const other = await createOwner(app.deps);
  const forged = lease.replace(owner.ownerId, other.ownerId);
  const current = await app.call("GET", `/api/player/current?lease=${forged}`);
  assert.equal(current.status, 409);
  await current.body?.cancel();
  const [row] = await app.deps.db.read.select().from(players);
  assert.ok(!JSON.stringify(row).includes(lease.split(".")[1]!));
});

for (
  const [origin, secure] of [["https://siradaki.ornek.test", true], [
    "http://127.0.0.1:8000",
    false,
  ]] as const
) {
  Deno.test(`a claim keeps the lease in a cookie for audio alone, which ends with the browser and not after a time, ${secure ? "" : "not "}Secure at ${origin}`, async () => {
    await using cafe = await libraryCafe({ environment: { APP_ORIGIN: origin } });
    const claim = await cafe.claim("a");
    const { lease } = await claim.json();
    assert.deepEqual(claim.headers.getSetCookie(), [
      `player=${lease}; Path=/api/library/audio; HttpOnly; ` +
      `${secure ? "Secure; " : ""}SameSite=Strict`,
    ]);
    assert.equal(claim.headers.get("cache-control"), "no-store");
  });
}

Deno.test("a lease with another cafe's login is refused, and changes nothing of its cafe", async () => {
  await using cafe = await libraryCafe();
  const { app, owner } = cafe;
  await cafe.queue([10]);
  const lease = await cafe.hold();
  const { next } = await cafe.current(lease);
  const { token } = await createOwner(app.deps);
  const report = { lease, playId: next!.id, event: "started", positionMs: 0 };
  const calls = (token: string) => [
    app.call("POST", "/api/player/report", { token, body: report }),
    app.call("GET", `/api/player/current?lease=${lease}`, { token }),
    app.call("POST", "/api/player/leave", { token, body: { lease } }),
  ];
  const statuses = async (token: string) =>
    (await Promise.all(calls(token))).map(({ status }) => status);
  assert.deepEqual(await statuses(token), [409, 409, 409]);
  assert.deepEqual([await cafe.rows(), await cafe.tips()], [[], []]);
  assert.equal((await cafe.claim("b")).status, 409, "the lease was not given back");
  assert.deepEqual(await statuses(owner.token), [200, 200, 204]);
});

// The lease of the page that plays ends with the login that took it (docs/speaker.md#leases).

const ENDS: Record<string, (cafe: LibraryCafe, token: string) => Promise<Response>> = {
  "a logout": ({ app }, token) => app.call("POST", "/api/auth/logout", { token }),
  "its end from another login": async ({ app, owner }, token) =>
    await app.call("DELETE", `/api/auth/sessions/${await sessionOf(app, token)}`, {
      token: owner.token,
    }),
  "the end of all other logins": ({ app, owner }) =>
    app.call("DELETE", "/api/auth/sessions", { token: owner.token }),
};

for (const [what, end] of Object.entries(ENDS)) {
  Deno.test(`after ${what} the lease reads no orders and no audio, reports nothing, and is free for another tab`, async () => {
    await using cafe = await libraryCafe();
    const { app, owner } = cafe;
    const token = await logInAgain(app, owner.ownerId);
    const body = { tab: "bar" };
    const { lease } = await app.ok("POST", "/api/player/claim", { token, body });
    assert.equal((await app.call("GET", `/api/player/current?lease=${lease}`)).status, 200);
    assert.equal((await cafe.claim("kitchen")).status, 409);
    assert.ok((await end(cafe, token)).ok);
    assert.equal((await app.call("GET", `/api/player/current?lease=${lease}`)).status, 409);
    const report = { lease, playId: "none", event: "progress", positionMs: 0 };
    assert.equal((await app.call("POST", "/api/player/report", { body: report })).status, 409);
    const headers = { cookie: `player=${lease}` };
    assert.equal((await app.fetch("/api/library/audio/1.mp3", { headers })).status, 401);
    assert.equal((await cafe.playback()).state, "no_device");
    assert.equal((await cafe.claim("kitchen")).status, 200);
  });
}
