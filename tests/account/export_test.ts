import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { setConductor } from "../../db/plays/conductors.ts";
import { accounts, recoveryCodes, secondFactors } from "../../db/schema/accounts.ts";
import { supportTips } from "../../db/schema/requests.ts";
import { deleteExpired } from "../../server/account/delete_account.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { manualCafe } from "../support/music/manual_cafe.ts";
import { createOwnerWithPassword, deleteAccount, PASSWORD } from "../support/people/accounts.ts";
import { createOwner } from "../support/people/factories.ts";
import { guestOf } from "../support/people/guests.ts";
import { lettersOf } from "../support/people/letters.ts";
import { playOwnMusic } from "../support/people/plays.ts";
import { begin, ownerWithSecondFactor, stateOf } from "../support/people/second_factor.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { sql } from "../support/db/sql.ts";

Deno.test("GET /api/account/export returns the owner's data, without secrets and without other owners' data", async () => {
  await using app = await moneyApp();
  const { token, email, cafeId, ownerId } = await createOwnerWithPassword(app);
  const other = await createOwner(app.deps, "Komşu");
  await app.call("POST", "/api/auth/forgot-password", { body: { email } });
  const [letter] = await lettersOf(app, email);
  const answer = await app.call("GET", "/api/account/export", { token });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("cache-control"), "no-store");
  const text = await answer.text();
  const kept = JSON.parse(text);
  assert.equal(kept.account.email, email);
  assert.equal(kept.account.phoneNumber, "+90 555 000 00 00");
  assert.equal(kept.cafe._id, cafeId);
  const at = new Date(app.clock.now()).toISOString();
  assert.equal(kept.logins.length, 1);
  assert.deepEqual([kept.logins[0].device, kept.logins[0].lastUsedAt], [null, at]);
  assert.deepEqual(kept.letters.map((l: { kind: string }) => l.kind), ["reset_link"]);
  assert.deepEqual(kept.pendingSecrets.map((s: { purpose: string }) => s.purpose), ["reset"]);
  const link = letter!.match(/reset-password\/([\w-]+)/)![1]!;
  const [row] = await app.deps.db.read.select().from(accounts).where(eq(accounts.id, ownerId));
  for (const secret of [link, row!.passwordHash, "argon2", other.email, other.ownerId, "Komşu"]) {
    assert.ok(!text.includes(secret), secret);
  }
});

Deno.test("GET /api/account/export returns the switch, the playlist and the songs that played without a request", async () => {
  await using app = await moneyApp();
  const { token, ownerId } = await createOwnerWithPassword(app);
  await setConductor(app.deps.db, ownerId, true);
  await playOwnMusic(app.deps, ownerId);
  const { automaticPlaying, otherMusic } = await app.ok("GET", "/api/account/export", { token });
  const nothing = { playlistUrl: null, playlistTitle: null, hours: [] };
  assert.deepEqual(automaticPlaying, { isOn: true, ...nothing });
  assert.equal(otherMusic.length, 1);
});

Deno.test("GET /api/account/export returns what was added to tips and taken back, without guests' ids", async () => {
  await using app = await moneyApp();
  const { token, ownerId } = await createOwnerWithPassword(app);
  const guest = await guestOf(app, ownerId);
  const friend = await guestOf(app, ownerId);
  const [supported, withdrawn] = [await guest.send({ tipAmount: 10 }), await guest.send()];
  await friend.support(supported._id, 5.5);
  await guest.takeBack(withdrawn._id);
  const text = await (await app.call("GET", "/api/account/export", { token })).text();
  const { requests, supportTips: tips } = JSON.parse(text);
  assert.deepEqual(
    requests.map((r: { _id: string; tipAmount: number; status: string }) => [
      ...[r._id, r.tipAmount, r.status],
    ]),
    [[withdrawn._id, 10, "withdrawn"], [supported._id, 15.5, "pending"]],
  );
  const createdAt = new Date(app.clock.now()).toISOString();
  assert.deepEqual(tips, [{ requestId: supported._id, amount: 5.5, createdAt }]);
  for (const { guestId } of await app.deps.db.read.select().from(supportTips)) {
    assert.ok(!text.includes(guestId!));
  }
});

Deno.test("GET /api/account/export returns the source of music and the listed songs", async () => {
  await using cafe = await manualCafe("Gülpembe,Barış Manço\nHolding,Kibariye");
  const { app, owner: { token } } = cafe;
  const { cafe: { musicSource }, listedSongs } = await app.ok("GET", "/api/account/export", {
    token,
  });
  assert.equal(musicSource, "manual");
  assert.deepEqual(listedSongs, [
    { title: "Gülpembe", artist: "Barış Manço" },
    { title: "Holding", artist: "Kibariye" },
  ]);
});

Deno.test("GET /api/account/export says since when the second factor is on, without its secret", async () => {
  await using app = await moneyApp();
  const { recoveryCodes, secret, token } = await ownerWithSecondFactor(app);
  const onSince = new Date(app.clock.now()).toISOString();
  const text = await (await app.call("GET", "/api/account/export", { token })).text();
  assert.deepEqual(JSON.parse(text).secondFactor, { onSince, recoveryCodesLeft: 10 });
  for (const hidden of [secret, ...recoveryCodes]) assert.ok(!text.includes(hidden));
  const waiting = await createOwnerWithPassword(app);
  await begin(app, waiting.token);
  const other = await app.ok("GET", "/api/account/export", { token: waiting.token });
  assert.equal(other.secondFactor, null);
});

// The second factor's data ends with the account, and a secret without a first code ends by itself.
const SETUP_MS = 10 * 60_000;

async function stored({ deps: { db } }: TestApp) {
  const [factors, codes] = await Promise.all([
    db.read.select().from(secondFactors),
    db.read.select().from(recoveryCodes),
  ]);
  return [factors.length, codes.length];
}

Deno.test("POST /api/account/delete erases the second factor and the recovery codes, and no other account's", async () => {
  await using app = await testApp();
  const { token, nextCode } = await ownerWithSecondFactor(app);
  const other = await ownerWithSecondFactor(app);
  const body = { password: PASSWORD, code: nextCode() };
  assert.equal((await deleteAccount(app, token, body)).status, 204);
  assert.deepEqual(await stored(app), [1, 10]);
  assert.equal((await stateOf(app, other.token)).on, true);
});

Deno.test("a secret without a first code is deleted after 10 minutes, and a confirmed one stays", async () => {
  await using app = await testApp();
  await ownerWithSecondFactor(app);
  await begin(app, (await createOwnerWithPassword(app)).token);
  app.clock.pass(SETUP_MS);
  await deleteExpired(app.deps);
  assert.deepEqual(await stored(app), [2, 10]);
  app.clock.pass(1);
  await deleteExpired(app.deps);
  assert.deepEqual(await stored(app), [1, 10]);
});

Deno.test("GET /api/account/export returns what the owner's hand has done: first, own, blocks and picks, without guests' ids; deletion forgets them", async () => {
  await using app = await testApp();
  const { token, ownerId } = await createOwnerWithPassword(app);
  const guest = await guestOf(app, ownerId);
  const sent = await guest.send({ tipAmount: 0 });
  const say = (method: string, path: string, body?: object) =>
    app.ok(method, path, { token, body });
  await say("PUT", `/api/requests/${sent._id}`, { status: "approved" });
  await say("PUT", `/api/requests/${sent._id}/first`, { first: true });
  const { uri, songTitle, artist, albumArt } = sent;
  await say("POST", "/api/requests/own", { uri, songTitle, artist, albumArt });
  await say("POST", `/api/requests/${sent._id}/block`);
  const pick = { uri, title: songTitle, artist, albumArt: "" };
  await say("PUT", "/api/music", { picks: [pick] });

  const kept = await say("GET", "/api/account/export");
  const at = new Date(app.clock.now()).toISOString();
  assert.deepEqual(
    kept.requests.map((row: { own: boolean; firstAt: string | null }) => [row.own, row.firstAt]),
    [[true, null], [false, at]],
  );
  assert.deepEqual(kept.picks, [pick]);
  assert.deepEqual(kept.blocks.map((block: { songTitle: string }) => Object.keys(block)), [
    ["songTitle", "by", "until"],
  ]);
  assert.equal(kept.blocks[0].songTitle, songTitle);

  assert.equal((await deleteAccount(app, token)).status, 204);
  const { db } = app.deps;
  const [left] = await db.all<{ picks: string; blocks: number }>(sql`
    select picks, (select count(*) from guest_blocks) as blocks from cafes
    where owner_id = ${ownerId}`);
  assert.deepEqual(left, { picks: "[]", blocks: 0 });
});
