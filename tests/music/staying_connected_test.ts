import { strict as assert } from "node:assert";
import { musicGrants } from "../../db/schema/music.ts";
import { consentEndsAt, isConsentAging } from "../../server/music/spotify/tokens.ts";
import { issueToken } from "../../server/auth/tokens.ts";
import { playNext } from "../support/people/cafe_evening.ts";
import { connect } from "../support/people/connection.ts";
import { TOKEN } from "../support/music/music_faults.ts";
import { type MusicEvening, musicEvening } from "../support/music/music_evening.ts";
import { queueOf } from "../support/people/requests.ts";
import { testApp } from "../support/start/test_app.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const PLAYER = /^GET .*\/me\/player$/;

async function lookAtPlayer({ app, owner }: MusicEvening): Promise<number> {
  const response = await app.call("GET", "/api/spotify/player", { token: owner.token });
  await response.body?.cancel();
  return response.status;
}

async function status({ app, owner }: MusicEvening) {
  return await app.ok("GET", "/api/auth/status", { token: owner.token });
}

function refreshes({ account }: MusicEvening): number {
  return account.calls.filter((call) => TOKEN.test(call)).length;
}

Deno.test("a token is renewed a minute before it ends and not earlier", async () => {
  await using cafe = await musicEvening([]);
  cafe.app.clock.pass(59 * MINUTE_MS - 1);
  assert.equal(await lookAtPlayer(cafe), 200);
  assert.equal(refreshes(cafe), 0);
  cafe.app.clock.pass(1);
  assert.equal(await lookAtPlayer(cafe), 200);
  assert.equal(refreshes(cafe), 1);
});

Deno.test("concurrent calls that need a new token share one renewal", async () => {
  await using cafe = await musicEvening([10]);
  cafe.app.clock.pass(60 * MINUTE_MS);
  const { app, owner: { token } } = cafe;
  const answers = await Promise.all([
    app.call("GET", "/api/spotify/player", { token }),
    playNext(app, token),
    app.call("PUT", "/api/spotify/device", { token, body: { deviceId: "bar-hoparloru" } }),
  ]);
  assert.deepEqual(answers.map((a) => a.status), [200, 200, 200]);
  assert.equal(refreshes(cafe), 1);
});

Deno.test("a new refresh token is stored before the new access token is used", async () => {
  await using cafe = await musicEvening([]);
  cafe.account.rotateRefreshTokens = true;
  const { db } = cafe.app.deps;
  const [before] = await db.read.select().from(musicGrants);
  cafe.app.clock.pass(60 * MINUTE_MS);
  const held = cafe.account.hold("before", PLAYER);
  const looked = lookAtPlayer(cafe);
  await held.arrived;
  const [during] = await db.read.select().from(musicGrants);
  assert.notEqual(during!.refreshToken, before!.refreshToken);
  held.release();
  assert.equal(await looked, 200);
  // The service has ended the first refresh token, so only a stored second one gets us here.
  cafe.app.clock.pass(60 * MINUTE_MS);
  assert.equal(await lookAtPlayer(cafe), 200);
});

Deno.test("an answer without a refresh token keeps the one before", async () => {
  await using cafe = await musicEvening([]);
  for (let hour = 0; hour < 3; hour++) {
    cafe.app.clock.pass(60 * MINUTE_MS);
    assert.equal(await lookAtPlayer(cafe), 200);
  }
  assert.equal(refreshes(cafe), 3);
});

Deno.test("a refused token is renewed once, and the call made once more", async () => {
  await using cafe = await musicEvening([]);
  cafe.account.fail("401", { path: PLAYER });
  assert.equal(await lookAtPlayer(cafe), 200);
  assert.equal(refreshes(cafe), 1);
  assert.equal(cafe.account.calls.filter((call) => PLAYER.test(call)).length, 2);
});

Deno.test("a revoked consent ends the connection, is not tried again, and leaves the queue", async () => {
  await using cafe = await musicEvening([10]);
  cafe.account.revoke();
  cafe.app.clock.pass(60 * MINUTE_MS);
  for (let i = 0; i < 3; i++) assert.equal(await lookAtPlayer(cafe), 409);
  assert.equal(refreshes(cafe), 1);
  const { isSpotifyConnected, reason, connectedUntil } = await status(cafe);
  assert.deepEqual([isSpotifyConnected, reason, connectedUntil], [false, "consent_ended", null]);
  assert.equal((await queueOf(cafe.app, cafe.owner.ownerId)).length, 1);
  await connect(cafe.app, cafe.owner.token);
  assert.equal((await status(cafe)).isSpotifyConnected, true);
});

Deno.test("a token that is refused after the consent was revoked is not used again", async () => {
  await using cafe = await musicEvening([]);
  cafe.account.revoke();
  cafe.account.fail("401", { path: PLAYER });
  assert.equal(await lookAtPlayer(cafe), 409);
  assert.equal(cafe.account.calls.filter((call) => PLAYER.test(call)).length, 1);
  assert.equal((await status(cafe)).reason, "consent_ended");
});

Deno.test("a renewal that fails does not end the connection, and the next one works", async () => {
  await using cafe = await musicEvening([]);
  cafe.app.clock.pass(60 * MINUTE_MS);
  for (const fault of ["500", "502 HTML", "truncated JSON", "reset before the effect"] as const) {
    cafe.account.fail(fault, { path: TOKEN });
    assert.equal(await lookAtPlayer(cafe), 502, fault);
  }
  assert.equal(await lookAtPlayer(cafe), 200);
});

Deno.test("a connection asks to be renewed from day 150 on and ends after six months", async () => {
  await using cafe = await musicEvening([10]);
  const until = "2027-05-02T17:00:00.000Z";
  cafe.app.clock.pass(149 * DAY_MS);
  await loginAgain(cafe);
  assert.equal((await status(cafe)).reconnectSoon, false);
  cafe.app.clock.pass(DAY_MS);
  const warned = await status(cafe);
  assert.deepEqual([warned.isSpotifyConnected, warned.reconnectSoon], [true, true]);
  assert.equal(warned.connectedUntil, until);

  cafe.app.clock.set(Date.parse(until) - 1);
  await loginAgain(cafe);
  assert.equal((await status(cafe)).isSpotifyConnected, true);
  cafe.app.clock.pass(1);
  const over = await status(cafe);
  assert.deepEqual([over.isSpotifyConnected, over.reason], [false, "consent_ended"]);
  assert.equal((await playNext(cafe.app, cafe.owner.token)).status, 409);
  assert.deepEqual(cafe.account.calls, []);
  assert.equal((await queueOf(cafe.app, cafe.owner.ownerId)).length, 1);
});

Deno.test("a renewal that another instance has made first is used", async () => {
  await using cafe = await musicEvening([]);
  cafe.account.rotateRefreshTokens = true;
  cafe.app.clock.pass(60 * MINUTE_MS);
  const { dataDir } = cafe.app.deps.config;
  await using other = await testApp({ ...cafe.account.environment, DATA_DIR: dataDir });
  other.clock.set(cafe.app.clock.now());
  const { token } = cafe.owner;
  // Our renewal stands still at the service until the other instance has renewed: ours then comes too late.
  const held = cafe.account.hold("before", TOKEN);
  const ours = lookAtPlayer(cafe);
  await held.arrived;
  assert.equal((await other.call("GET", "/api/spotify/player", { token })).status, 200);
  held.release();
  assert.equal(await ours, 200);
  assert.equal((await status(cafe)).isSpotifyConnected, true);
});

Deno.test("a renewal of the consent before does not replace the tokens of a new consent", async () => {
  await using cafe = await musicEvening([]);
  const { app, account, owner } = cafe;
  const { db } = app.deps;
  app.clock.pass(60 * MINUTE_MS);
  const held = account.hold("after", TOKEN);
  const looked = lookAtPlayer(cafe);
  await held.arrived;
  await connect(app, owner.token);
  const consented = await db.read.select().from(musicGrants);
  held.release();
  await looked;
  assert.deepEqual(await db.read.select().from(musicGrants), consented);
});

Deno.test("tokens that were encrypted with another key end the connection", async () => {
  await using cafe = await musicEvening([]);
  const { dataDir } = cafe.app.deps.config;
  const ENCRYPTION_KEY = "another secret of thirty-two bytes!";
  await using app = await testApp({
    ...cafe.account.environment,
    DATA_DIR: dataDir,
    ENCRYPTION_KEY,
  });
  app.clock.set(cafe.app.clock.now());
  assert.equal(await lookAtPlayer({ ...cafe, app }), 409);
  assert.equal((await status({ ...cafe, app })).reason, "consent_ended");
});

Deno.test("consentEndsAt returns the same day six months later, or that month's last day", () => {
  const cases = {
    "2026-11-02": "2027-05-02",
    "2026-08-31": "2027-02-28",
    "2027-08-29": "2028-02-29",
  };
  for (const [given, ends] of Object.entries(cases)) {
    assert.equal(new Date(consentEndsAt(Date.parse(given))).toISOString().slice(0, 10), ends);
  }
  assert.equal(isConsentAging(0, 150 * DAY_MS - 1), false);
  assert.equal(isConsentAging(0, 150 * DAY_MS), true);
});

/** Logins last a week; connections outlive them. */
async function loginAgain(cafe: MusicEvening): Promise<void> {
  const { deps } = cafe.app;

  const account = { id: cafe.owner.ownerId, role: "owner" as const, tokenVersion: 1 };
  cafe.owner.token = await issueToken(deps, account);
}
