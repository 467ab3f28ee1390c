import { strict as assert } from "node:assert";
import { ledger } from "../../db/schema/money.ts";
import { manualSongs, players } from "../../db/schema/music.ts";
import { songRequests, supportTips } from "../../db/schema/requests.ts";
import { findCafeOf } from "../../db/people/cafes.ts";
import { findConductor, setConductor } from "../../db/plays/conductors.ts";
import { findGrant, saveGrant } from "../../db/music/music_grants.ts";
import { listPayouts } from "../../db/money/payouts.ts";
import { closePeriod } from "../../server/payouts/closing.ts";
import { runLedgerCheck } from "../../server/commands/money_commands.ts";
import {
  createOwnerWithPassword,
  deleteAccount,
  login,
  PASSWORD,
  register,
  verify,
} from "../support/people/accounts.ts";
import { createAdmin, createOwner } from "../support/people/factories.ts";
import { guestOf, sentenceOf } from "../support/people/guests.ts";
import { dumpTables } from "../support/db/dump.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { chooseSource, sendList } from "../support/music/manual_cafe.ts";
import { lettersOf } from "../support/people/letters.ts";
import { IBAN } from "../support/people/payees.ts";
import { playedSong, sendNext } from "../support/people/plays.ts";
import { draft, queueSong, submit } from "../support/people/requests.ts";
import { invite } from "../support/people/team.ts";
import type { TestApp } from "../support/start/test_app.ts";

/** RFC 6455, 1.3 */
const HANDSHAKE = {
  connection: "Upgrade",
  upgrade: "websocket",
  "sec-websocket-version": "13",
  "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
};

/** Everything in the database, as text. */
async function dump({ deps }: TestApp): Promise<string> {
  return JSON.stringify(await dumpTables(deps));
}

Deno.test("POST /api/account/delete erases personal data and ends the sessions", async () => {
  await using app = await moneyApp();
  const { token, email } = await createOwnerWithPassword(app);
  const profile = { name: "Ayşe'nin Yeri", iban: IBAN, accountHolderName: "Ayşe Yılmaz" };
  await app.call("POST", "/api/cafes", { token, body: profile });
  await app.call("POST", "/api/auth/forgot-password", { body: { email } });
  await app.idle();
  const answer = await deleteAccount(app, token);
  assert.equal(answer.status, 204);
  assert.equal(await answer.text(), "");
  assert.equal((await app.call("GET", "/api/cafes/me", { token })).status, 401);
  assert.equal((await login(app, email, PASSWORD)).status, 401);
  const left = await dump(app);
  for (const personal of [email, "555 000", IBAN, "Ayşe", "argon2id"]) {
    assert.ok(!left.includes(personal), personal);
  }
});

Deno.test("POST /api/account/delete takes the e-mail, and no other one, out of other cafes' invitations and of the outbox", async () => {
  await using app = await moneyApp();
  const { token, email } = await createOwnerWithPassword(app);
  const [other, ece] = [await createOwner(app.deps), "ece@ornek.test"];
  for (const invited of [email, ece]) {
    await invite(app, other.token, { email: invited, name: "Ece" });
  }
  for (const to of [email, ece]) assert.equal((await lettersOf(app, to)).length, 1);
  assert.equal((await deleteAccount(app, token)).status, 204);
  assert.deepEqual(await lettersOf(app, email), []);
  assert.equal((await lettersOf(app, ece)).length, 1);
  const left = await dump(app);
  assert.ok(!left.includes(email));
  assert.ok(left.includes(ece));
});

Deno.test("POST /api/account/delete removes the guests' ids of requests and of support at once, and of other cafes none", async () => {
  await using app = await moneyApp();
  const owner = await createOwnerWithPassword(app);
  const other = await createOwner(app.deps);
  const [asker, friend] = [await guestOf(app, owner.ownerId), await guestOf(app, other.ownerId)];
  const { _id } = await asker.send();
  await friend.support(_id, 5);
  const elsewhere = await submit(app, other.ownerId);
  await friend.support(elsewhere._id, 5);
  assert.equal((await deleteAccount(app, owner.token)).status, 204);
  const tips = await app.deps.db.read.select().from(supportTips);
  assert.deepEqual(tips.map((tip) => [tip.requestId, tip.kurus, tip.guestId !== null]), [
    [_id, 500, false],
    [elsewhere._id, 500, true],
  ]);
  const requests = await app.deps.db.read.select().from(songRequests);
  assert.equal(requests.find(({ id }) => id === _id)!.guestId, null);
});

Deno.test("POST /api/account/delete erases the choice of a source, the listed songs and the player", async () => {
  await using app = await moneyApp();
  const { token, ownerId } = await createOwnerWithPassword(app);
  await chooseSource(app, token, "manual");
  await sendList(app, token, "Gülpembe,Barış Manço");
  const { read } = app.deps.db;
  await app.deps.db.write((d) => [d.insert(players).values({ ownerId })]);
  assert.equal((await read.select().from(manualSongs)).length, 1);
  assert.equal((await deleteAccount(app, token)).status, 204);
  assert.deepEqual(await read.select().from(manualSongs), []);
  assert.deepEqual(await read.select().from(players), []);
  assert.equal((await findCafeOf(app.deps.db, ownerId))?.source, null);
});

Deno.test("a deleted account's e-mail can be registered again", async () => {
  await using app = await moneyApp();
  const { token, email } = await createOwnerWithPassword(app);
  await deleteAccount(app, token);
  const { status, code } = await register(app, { email });
  assert.equal(status, 201);
  assert.equal((await verify(app, email, code)).status, 200);
});

Deno.test("POST /api/account/delete requires the password, and limits wrong ones as the login does", async () => {
  await using app = await moneyApp();
  const { token, email } = await createOwnerWithPassword(app);
  for (let i = 0; i < 10; i++) {
    assert.equal((await deleteAccount(app, token, { password: `tahmin ${i}` })).status, 403);
  }
  assert.equal((await deleteAccount(app, token)).status, 429);
  assert.equal((await login(app, email, PASSWORD)).status, 429);
  assert.equal((await app.call("GET", "/api/cafes/me", { token })).status, 200);
});

Deno.test("POST /api/account/delete answers 409 while there is a balance, a pending payout or a song being ordered", async () => {
  await using app = await moneyApp();
  const { db } = app.deps;
  const { token, ownerId } = await createOwnerWithPassword(app);
  const refused = async () => {
    assert.equal((await deleteAccount(app, token)).status, 409);
    assert.equal((await app.call("GET", "/api/cafes/me", { token })).status, 200);
  };
  await playedSong(app.deps, ownerId, 2500, app.clock.now());
  await refused();
  const profile = { name: "Kafe", iban: IBAN, accountHolderName: "Ayşe Yılmaz" };
  await app.call("POST", "/api/cafes", { token, body: profile });
  await closePeriod(app.deps, app.clock.now() + 1);
  await refused();
  const { token: admin } = await createAdmin(app.deps);
  const [{ payoutId }] = await app.ok("GET", "/api/admin/payouts", { token: admin });
  await app.call("PUT", `/api/admin/payouts/${payoutId}/paid`, { token: admin });
  await queueSong(app, { ownerId, token });
  assert.ok(await sendNext(app.deps, ownerId));
  await refused();
  app.clock.pass(15_000); // a play order has ended by then
  assert.equal((await deleteAccount(app, token)).status, 204);
  assert.equal((await db.read.select().from(ledger)).length, 2, "the ledger stays");
  const left = await dump(app);
  assert.ok(!left.includes(IBAN) && !left.includes("Ayşe"), "also not in the paid payout");
});

Deno.test("POST /api/account/delete with waiveBalance gives up the balance, by a row of the ledger, and the pending payouts", async () => {
  await using app = await moneyApp({ PAYOUT_FEE_PERCENT: "10" });
  const { token, ownerId } = await createOwnerWithPassword(app);
  const { token: admin } = await createAdmin(app.deps);
  const profile = { name: "Kafe", iban: IBAN, accountHolderName: "Ayşe Yılmaz" };
  await app.call("POST", "/api/cafes", { token, body: profile });
  await playedSong(app.deps, ownerId, 2000, app.clock.now());
  app.clock.pass(1000);
  await closePeriod(app.deps, app.clock.now());
  await playedSong(app.deps, ownerId, 550, app.clock.now());
  for (const waiveBalance of [undefined, false]) {
    const body = { password: PASSWORD, waiveBalance };
    assert.equal((await deleteAccount(app, token, body)).status, 409);
  }
  const wrong = { password: "başka bir şifre", waiveBalance: true };
  assert.equal((await deleteAccount(app, token, wrong)).status, 403);
  app.clock.pass(1000);
  const answer = await deleteAccount(app, token, { password: PASSWORD, waiveBalance: true });
  assert.equal(answer.status, 204);

  const rows = await app.deps.db.read.select().from(ledger);
  const waiver = rows.find(({ kind }) => kind === "waiver");
  assert.deepEqual([waiver?.amountKurus, waiver?.createdAt], [-550, app.clock.now()]);
  assert.deepEqual(rows.map(({ kind }) => kind).sort(), ["fee", "payout", "tip", "tip", "waiver"]);
  const [payout] = await listPayouts(app.deps.db, ownerId);
  assert.deepEqual([payout?.status, payout?.totalKurus, payout?.paidAt], ["waived", 1800, null]);
  assert.deepEqual(await app.ok("GET", "/api/admin/payouts", { token: admin }), []);
  const path = `/api/admin/payouts/${payout!.id}/paid`;
  const late = app.call("PUT", path, { token: admin });
  assert.match(await sentenceOf(late, 409), /ödemesinden vazgeçti/);
  const { ok, report } = await runLedgerCheck(app.deps);
  assert.ok(ok, report);
  assert.match(report, /^Paid out or pending +0,00\nGiven up by deleting +23,50\nFees +2,00$/m);
});

Deno.test("POST /api/account/delete with waiveBalance and nothing to give up writes no row", async () => {
  await using app = await moneyApp();
  const { token } = await createOwnerWithPassword(app);
  const answer = await deleteAccount(app, token, { password: PASSWORD, waiveBalance: true });
  assert.equal(answer.status, 204);
  assert.deepEqual(await app.deps.db.read.select().from(ledger), []);
});

Deno.test("POST /api/account/delete with waiveBalance still waits for a song that is being ordered", async () => {
  await using app = await moneyApp();
  const { token, ownerId } = await createOwnerWithPassword(app);
  await queueSong(app, { ownerId, token });
  assert.ok(await sendNext(app.deps, ownerId));
  const body = { password: PASSWORD, waiveBalance: true };
  assert.equal((await deleteAccount(app, token, body)).status, 409);
  app.clock.pass(15_000);
  assert.equal((await deleteAccount(app, token, body)).status, 204);
});

Deno.test("deleting an account twice at once answers 204 and 401, and changes no other account", async () => {
  await using app = await moneyApp();
  const { token } = await createOwnerWithPassword(app);
  const neighbour = await createOwner(app.deps, "Komşu");
  const answers = await Promise.all([deleteAccount(app, token), deleteAccount(app, token)]);
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [204, 401]);
  const { name } = await app.ok("GET", "/api/cafes/me", { token: neighbour.token });
  assert.equal(name, "Komşu");
});

Deno.test("a deleted account's page, queue, room and requests answer 404 to guests", async () => {
  await using app = await moneyApp();
  const { token, ownerId, cafeId } = await createOwnerWithPassword(app);
  const guest = await guestOf(app, ownerId);
  await guest.send();
  await queueSong(app, { ownerId, token });
  assert.equal((await deleteAccount(app, token)).status, 204);
  const pages = [`/cafe/${cafeId}`, `/api/cafes/${cafeId}`];
  const calls = [`/api/requests/queue/${ownerId}`, `/api/realtime?ownerId=${ownerId}`];
  for (const path of [...pages, ...calls]) {
    const answer = await app.call("GET", path, { headers: HANDSHAKE });
    assert.equal(answer.status, 404, path);
    await answer.body?.cancel();
  }
  assert.deepEqual(await guest.mine(), []);
  const late = await app.call("POST", "/api/requests", { body: draft(ownerId) });
  assert.equal(late.status, 404);
});

Deno.test("a profile whose body arrives after its account was deleted answers 404 and is not saved", async () => {
  await using app = await moneyApp();
  const { token, ownerId } = await createOwnerWithPassword(app);
  const body = new TransformStream<Uint8Array, Uint8Array>();
  const writer = body.writable.getWriter();
  const saving = app.fetch("/api/cafes", {
    method: "POST",
    headers: { "content-type": "application/json", "x-auth-token": token },
    body: body.readable,
    duplex: "half",
  } as RequestInit);
  const profile = JSON.stringify({ name: "Ayşe'nin Yeri", iban: IBAN, accountHolderName: "Ayşe" });
  const [start, rest] = [profile.slice(0, 9), profile.slice(9)];
  // The server has accepted the token before it reads the body.
  await writer.write(new TextEncoder().encode(start));
  assert.equal((await deleteAccount(app, token)).status, 204);
  await writer.write(new TextEncoder().encode(rest));
  await writer.close();
  assert.equal((await saving).status, 404);
  const left = await dump(app);
  assert.ok(!left.includes(IBAN) && !left.includes("Ayşe"));
  assert.equal((await findCafeOf(app.deps.db, ownerId))?.iban, "");
});

Deno.test("saveGrant saves a grant and replaces it, and saves none for a deleted account", async () => {
  await using app = await moneyApp();
  const { token, ownerId } = await createOwnerWithPassword(app);
  const grant = {
    ownerId,
    accessToken: "a",
    accessExpiresAt: 1,
    refreshToken: "b",
    consentedAt: 1,
  };
  assert.equal(await saveGrant(app.deps.db, grant), true);
  assert.equal(await saveGrant(app.deps.db, { ...grant, refreshToken: "c" }), true);
  assert.equal((await findGrant(app.deps.db, ownerId))?.refreshToken, "c");
  assert.equal((await deleteAccount(app, token)).status, 204);
  assert.equal(await saveGrant(app.deps.db, grant), false);
  assert.equal(await findGrant(app.deps.db, ownerId), undefined);
});

Deno.test("POST /api/account/delete ends playing by itself", async () => {
  await using app = await moneyApp();
  const { token, ownerId } = await createOwnerWithPassword(app);
  await setConductor(app.deps.db, ownerId, true);
  assert.equal((await deleteAccount(app, token)).status, 204);
  assert.equal(await findConductor(app.deps.db, ownerId), undefined);
});
