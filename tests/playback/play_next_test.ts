import { strict as assert } from "node:assert";
import { ledger } from "../../db/schema/money.ts";
import { findSent } from "../../db/plays.ts";
import { readRevision } from "../../db/rooms.ts";
import { settleOverdue } from "../../server/playback/settle.ts";
import { connectedOwner, playNext, queueUp } from "../support/people/cafe_evening.ts";
import { connect } from "../support/people/connection.ts";
import { searchSongs } from "../../server/music/demo/search_songs.ts";
import { createOwner } from "../support/people/factories.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { outsideLock } from "../support/db/lock.ts";
import { PLAY } from "../support/music/music_faults.ts";
import {
  assertNothingLost,
  givingUp,
  musicEvening,
  press,
  withTimeout,
} from "../support/music/music_evening.ts";
import { decide, draft, queueOf, submit } from "../support/people/requests.ts";
import { until } from "../support/time/until.ts";

const PLAYER = /^GET .*\/me\/player$/;

Deno.test("POST /api/requests/play-next plays the highest tip, says which, and earns it", async () => {
  await using app = await moneyApp();
  const owner = await connectedOwner(app);
  const [, first] = await queueUp(app, owner, [10, 25.5, 25.5]);
  const response = await playNext(app, owner.token);
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), { msg: `'${first!.songTitle}' çalınıyor.` });
  assert.equal((await queueOf(app, owner.ownerId)).some((r) => r._id === first!._id), false);
  const rows = await app.deps.db.read.select().from(ledger);
  assert.deepEqual(rows.map((r) => [r.kind, r.amountKurus, r.requestId]), [
    ["tip", 2550, first!._id],
  ]);
  const player = await (await app.call("GET", "/api/spotify/player", { token: owner.token }))
    .json();
  assert.equal(player.isPlaying, true);
  assert.equal(player.track.uri, first!.uri);
});

Deno.test("POST /api/requests/play-next goes down the queue, tips of 0 TL included", async () => {
  await using cafe = await musicEvening([0, 20, 0]);
  const [first, second, third] = cafe.requests;
  for (const { songTitle } of [second!, first!, third!]) {
    const [answer] = await press(cafe);
    assert.deepEqual([answer!.status, answer!.msg], [200, `'${songTitle}' çalınıyor.`]);
  }
  const [empty] = await press(cafe);
  assert.deepEqual([empty!.status, empty!.msg], [404, "Sırada çalınacak şarkı yok."]);
  const rows = await cafe.app.deps.db.read.select().from(ledger);
  assert.deepEqual(rows.map((r) => r.amountKurus).sort(), [0, 0, 2000]);
  await assertNothingLost(cafe);
});

Deno.test("POST /api/requests/play-next answers 409 without a music account and leaves the queue", async () => {
  await using app = await moneyApp();
  const owner = await createOwner(app.deps);
  await queueUp(app, owner, [10]);
  const response = await playNext(app, owner.token);
  assert.equal(response.status, 409);
  assert.deepEqual(await response.json(), {
    msg: "Spotify hesabı bağlı değil. Lütfen önce hesabınızı bağlayın.",
  });
  const [waiting] = await queueOf(app, owner.ownerId);
  assert.equal((await decide(app, owner.token, waiting!._id, "rejected")).status, 200);
});

Deno.test("POST /api/requests/play-next never plays what is pending, rejected or another cafe's", async () => {
  await using app = await moneyApp();
  const [owner, other] = [await connectedOwner(app), await connectedOwner(app)];
  await queueUp(app, other, [50]);
  await submit(app, owner.ownerId);
  const rejected = await submit(app, owner.ownerId);
  await decide(app, owner.token, rejected._id, "rejected");
  assert.equal((await playNext(app, owner.token)).status, 404);
  assert.equal((await queueOf(app, other.ownerId)).length, 1);
});

Deno.test("of two presses at once one plays and the other hears that a play is under way", async () => {
  await using cafe = await musicEvening([10, 5]);
  const held = cafe.account.hold("before");
  const first = press(cafe);
  await held.arrived;
  const [second] = await press(cafe);
  assert.deepEqual(
    [second!.status, second!.msg],
    [409, "Şu anda bir şarkı çalmaya gönderiliyor."],
  );
  held.release();
  assert.equal((await first)[0]!.status, 200);
  assert.equal((await queueOf(cafe.app, cafe.owner.ownerId)).length, 1);
  await assertNothingLost(cafe);
});

Deno.test("a song on its way shows in the queue, raises no revision and cannot be rejected", async () => {
  await using cafe = await musicEvening([10]);
  const { app, owner, requests: [song] } = cafe;
  const before = await readRevision(app.deps.db, owner.ownerId);
  const held = cafe.account.hold("before");
  const pressed = press(cafe);
  await held.arrived;
  assert.equal(await readRevision(app.deps.db, owner.ownerId), before);
  assert.equal((await queueOf(app, owner.ownerId))[0]!._id, song!._id);
  assert.equal((await decide(app, owner.token, song!._id, "rejected")).status, 409);
  held.release();
  assert.equal((await pressed)[0]!.status, 200);
  assert.equal(await readRevision(app.deps.db, owner.ownerId), before! + 1);
  assert.equal((await decide(app, owner.token, song!._id, "rejected")).status, 409);
});

Deno.test("the room hears of a play once, with its revision, and of a refusal nothing", async () => {
  await using cafe = await musicEvening([10]);
  const { app, owner } = cafe;
  const heard: [string, number][] = [];
  app.deps.hub = { ...app.deps.hub, announce: (id, revision) => void heard.push([id, revision]) };
  cafe.account.fail("403 restriction");
  await press(cafe);
  assert.deepEqual(heard, []);
  await press(cafe);
  assert.deepEqual(heard, [[owner.ownerId, await readRevision(app.deps.db, owner.ownerId)]]);
});

Deno.test("play-next names the chosen device, and the only other one where that is gone", async () => {
  await using cafe = await musicEvening([10, 5]);
  const { devices } = cafe.account.player();
  devices.push({ ...devices[0]!, id: "teras", name: "Teras", isActive: false });
  const { app, owner } = cafe;
  const chosen = await app.call("PUT", "/api/spotify/device", {
    token: owner.token,
    body: { deviceId: "teras" },
  });
  assert.equal(chosen.status, 200);
  await press(cafe);
  assert.equal(devices.find((d) => d.isActive)?.id, "teras");
  devices.splice(1);
  assert.equal((await press(cafe))[0]!.status, 200);
  assert.equal(devices[0]!.isActive, true);
  await assertNothingLost(cafe);
});

Deno.test("a song that the service does not have stays first, and the owner hears what to do", async () => {
  await using cafe = await musicEvening([]);
  const { app, owner } = cafe;
  const unknown = await submit(app, owner.ownerId, draft(owner.ownerId));
  await decide(app, owner.token, unknown._id, "approved");
  const [answer] = await press(cafe);
  assert.deepEqual(
    [answer!.status, answer!.msg],
    [502, "Spotify bu şarkıyı çalamıyor. Şarkıyı sıradan çıkarıp tekrar deneyin."],
  );
  assert.equal((await decide(app, owner.token, unknown._id, "rejected")).status, 200);
});

Deno.test("a song that begins after play-next gave up is recorded by the next look at the player", async () => {
  await using cafe = await musicEvening([10]);
  const { app, owner, account } = cafe;
  const held = account.hold("before");
  const [answer] = await givingUp(cafe, held.arrived, () => press(cafe));
  assert.equal(answer!.status, 502);
  held.release();
  await until(() => account.plays.size > 0);
  const { token } = owner;
  assert.equal((await app.call("GET", "/api/spotify/player", { token })).status, 200);
  assert.deepEqual(await queueOf(app, owner.ownerId), []);
  await assertNothingLost(cafe);
});

Deno.test("an order that comes through late, while the next press asks, is not given twice", async () => {
  await using cafe = await musicEvening([10, 5]);
  const { app, owner, account, requests: [song] } = cafe;
  const held = account.hold("before");
  const [first] = await givingUp(cafe, held.arrived, () => press(cafe));
  assert.equal(first!.status, 502);
  const looks = () => account.calls.filter((call) => PLAYER.test(call)).length;
  const asked = looks();
  const again = press(cafe);
  await until(() => looks() > asked);
  held.release();
  const [answer] = await again;
  assert.deepEqual([answer!.status, answer!.msg], [200, `'${song!.songTitle}' çalınıyor.`]);
  assert.equal(account.calls.filter((call) => PLAY.test(call)).length, 1);
  assert.equal((await queueOf(app, owner.ownerId)).length, 1);
  await assertNothingLost(cafe);
});

Deno.test("a player that is late to tell of a song is asked again before the song is put back", async () => {
  await using cafe = await musicEvening([10]);
  const { account } = cafe;
  account.fail("reset before the effect");
  const pressed = press(cafe);
  await until(() => account.calls.some((call) => PLAYER.test(call)));
  const [song] = searchSongs(cafe.requests[0]!.songTitle);
  account.player().play([song!]);
  assert.equal((await pressed)[0]!.status, 200);
  assert.equal(account.plays.get(cafe.requests[0]!.uri), 1);
  await assertNothingLost(cafe);
});

Deno.test("a song with an unknown outcome can be rejected once its order must be over", async () => {
  await using cafe = await musicEvening([10, 5]);
  const { app, account, owner: { ownerId, token }, requests: [first] } = cafe;
  account.fail("reset before the effect");
  account.fail("503", { path: PLAYER });
  await press(cafe);
  await app.call("POST", "/api/spotify/disconnect", { token });
  const early = await decide(app, token, first!._id, "rejected");
  assert.equal(early.status, 409);
  assert.deepEqual(await early.json(), { msg: "Şu anda bir şarkı çalmaya gönderiliyor." });
  app.clock.pass(15_000);
  const other = await createOwner(app.deps);
  assert.equal((await decide(app, other.token, first!._id, "rejected")).status, 404);
  assert.ok(await findSent(app.deps.db, ownerId));
  assert.equal((await decide(app, token, first!._id, "rejected")).status, 200);
  assert.equal(await findSent(app.deps.db, ownerId), undefined);
  await connect(app, token);
  assert.equal((await press(cafe))[0]!.status, 200);
  assert.deepEqual([...account.plays.keys()], [cafe.requests[1]!.uri]);
});

Deno.test("a song that never began is put back by a look at the player once its order is old", async () => {
  await using cafe = await musicEvening([10]);
  const { app, owner: { ownerId, token }, account } = cafe;
  const { stuck } = account.fail("timeout before the effect");
  await givingUp(cafe, stuck, () => press(cafe));
  await app.call("GET", "/api/spotify/player", { token });
  assert.ok(await findSent(app.deps.db, ownerId), "too early to say");
  app.clock.pass(15_000);
  await app.call("GET", "/api/spotify/player", { token });
  assert.equal(await findSent(app.deps.db, ownerId), undefined);
  assert.equal((await queueOf(app, ownerId)).length, 1);
});

Deno.test("the same song played before is not taken for the one whose order went unanswered", async () => {
  await using cafe = await musicEvening([]);
  const { app, owner, account } = cafe;
  const [first] = await queueUp(app, owner, [10]);
  const [second] = await queueUp(app, owner, [5]);
  assert.equal(first!.uri, second!.uri);
  await press(cafe);
  app.clock.pass(30_000);
  account.fail("reset before the effect");
  assert.equal((await press(cafe))[0]!.status, 502);
  assert.equal((await queueOf(app, owner.ownerId)).length, 1);
  assert.equal((await press(cafe))[0]!.status, 200);
  assert.equal(account.plays.get(first!.uri), 2);
});

Deno.test("an order whose outcome cannot be asked for is settled before the next one", async () => {
  await using cafe = await musicEvening([10, 5]);
  const { account, requests: [first] } = cafe;
  account.fail("reset after the effect");
  account.fail("503", { path: PLAYER, times: 2 });
  for (let i = 0; i < 2; i++) assert.equal((await press(cafe))[0]!.status, 502);
  assert.equal(account.calls.filter((call) => PLAY.test(call)).length, 1);
  const [answer] = await press(cafe);
  assert.deepEqual([answer!.status, answer!.msg], [200, `'${first!.songTitle}' çalınıyor.`]);
  assert.equal(
    account.calls.filter((call) => PLAY.test(call)).length,
    1,
    "the song is not cut off",
  );
  await assertNothingLost(cafe);
});

Deno.test("a start settles what a crash left, and what it cannot ask about it leaves", async () => {
  await using cafe = await musicEvening([10]);
  const { app, owner, account } = cafe;
  account.fail("reset after the effect");
  account.fail("503", { path: PLAYER, times: 2 });
  await press(cafe);
  await settleOverdue(app.deps, new AbortController().signal);
  assert.ok(await findSent(app.deps.db, owner.ownerId));
  await settleOverdue(app.deps, new AbortController().signal);
  assert.equal(await findSent(app.deps.db, owner.ownerId), undefined);
  await assertNothingLost(cafe);
  assert.deepEqual(await queueOf(app, owner.ownerId), []);
});

Deno.test("a stop does not wait for a player that is slow to say what a crash has left", async () => {
  await using cafe = await musicEvening([10]);
  const { app, account, owner } = cafe;
  account.fail("reset after the effect");
  account.fail("503", { path: PLAYER });
  await press(cafe);
  const held = account.hold("before", PLAYER);
  const stopping = new AbortController();
  // With a minute's patience for its answer, so that nothing but the stop can end the look soon.
  await withTimeout(cafe, 60_000, async () => {
    const settled = settleOverdue(app.deps, stopping.signal);
    await held.arrived;
    const stoppedAt = performance.now();
    stopping.abort();
    await settled;
    assert.ok(performance.now() - stoppedAt < 30_000);
  });
  assert.ok(await findSent(app.deps.db, owner.ownerId), "the next press settles it");
  assert.equal((await press(cafe))[0]!.status, 200);
  await assertNothingLost(cafe);
});

Deno.test("disconnecting releases a song with an unknown outcome", async () => {
  await using cafe = await musicEvening([10]);
  const { app, owner, account } = cafe;
  const { stuck } = account.fail("timeout before the effect");
  await givingUp(cafe, stuck, () => press(cafe));
  app.clock.pass(15_000);
  await app.call("POST", "/api/spotify/disconnect", { token: owner.token });
  assert.equal(await findSent(app.deps.db, owner.ownerId), undefined);
  await connect(app, owner.token);
  assert.equal((await press(cafe))[0]!.status, 200);
  await assertNothingLost(cafe);
});

Deno.test("a database locked from outside answers 503 within ten seconds; the song is not lost", async () => {
  await using cafe = await musicEvening([10]);
  const { app, account, owner } = cafe;
  await using lock = await outsideLock(`${app.deps.config.dataDir}/cafe.db`);
  const held = account.hold("after");
  const pressed = press(cafe);
  await held.arrived;
  const { release } = await lock.take();
  held.release();
  const [answer] = await pressed;
  assert.equal(answer!.status, 503);
  assert.ok(answer!.tookMs < 10_000, `${answer!.tookMs} ms`);
  // The order's own patience with the lock ends a little later: its claim is then left, not its play booked.
  await until(() => !app.deps.singleFlight.isRunning(`play ${owner.ownerId}`));
  await release();
  assert.equal((await press(cafe))[0]!.status, 200);
  assert.equal(account.plays.get(cafe.requests[0]!.uri), 1);
  await assertNothingLost(cafe);
});
