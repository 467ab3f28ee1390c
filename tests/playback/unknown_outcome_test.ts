// Orders whose outcome is unknown, with an account that fails on the wire (docs/playback.md#unknown-outcome).
import { strict as assert } from "node:assert";
import { findActive } from "../../db/plays/plays.ts";
import { settleOverdue } from "../../server/playback/settle.ts";
import { queueUp } from "../support/people/cafe_evening.ts";
import { PLAY } from "../support/music/music_faults.ts";
import { assertNothingLost, musicEvening, press } from "../support/music/music_evening.ts";
import { queueOf } from "../support/people/requests.ts";
import { until } from "../support/time/until.ts";
import { sql } from "../support/db/sql.ts";

const PLAYER = /^GET .*\/me\/player$/;

Deno.test("a song that begins after play-next gave up is recorded by the next look at the player", async () => {
  await using cafe = await musicEvening([10]);
  const { app, owner, account } = cafe;
  const held = account.hold("before");
  const pressed = press(cafe);
  await held.arrived;
  cafe.giveUp("/me/player/play");
  const [answer] = await pressed;
  assert.equal(answer!.status, 502);
  held.release();
  await until(() => account.plays.size > 0);
  const { token } = owner;
  assert.equal((await app.call("GET", "/api/spotify/player", { token })).status, 200);
  assert.deepEqual(await queueOf(app, owner.ownerId), []);
  await assertNothingLost(cafe);
});

Deno.test("an order that is carried out while the next press asks is not given twice", async () => {
  await using cafe = await musicEvening([10, 5]);
  const { app, owner, account, requests: [song] } = cafe;
  const held = account.hold("before");
  const pressed = press(cafe);
  await held.arrived;
  cafe.giveUp("/me/player/play");
  assert.equal((await pressed)[0]!.status, 502);
  const look = account.hold("after", PLAYER);
  const again = press(cafe);
  await look.arrived;
  held.release();
  await until(() => account.plays.size > 0);
  look.release();
  const [answer] = await again;
  assert.deepEqual([answer!.status, answer!.msg], [200, `'${song!.songTitle}' çalmaya başladı.`]);
  assert.equal(account.calls.filter((call) => PLAY.test(call)).length, 1);
  assert.equal((await queueOf(app, owner.ownerId)).length, 1);
  await assertNothingLost(cafe);
});

Deno.test("an earlier play of the same song is not taken for the effect of a lost order", async () => {
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

Deno.test("a press settles an earlier order before it gives another", async () => {
  await using cafe = await musicEvening([10, 5]);
  const { account, requests: [first] } = cafe;
  account.fail("reset after the effect");
  account.fail("503", { path: PLAYER, times: 7 });
  for (let i = 0; i < 2; i++) assert.equal((await press(cafe))[0]!.status, 502);
  assert.equal(account.calls.filter((call) => PLAY.test(call)).length, 1);
  const [answer] = await press(cafe);
  assert.deepEqual([answer!.status, answer!.msg], [200, `'${first!.songTitle}' çalmaya başladı.`]);
  assert.equal(
    account.calls.filter((call) => PLAY.test(call)).length,
    1,
    "the song is not cut off",
  );
  await assertNothingLost(cafe);
});

Deno.test("settleOverdue stops at its signal while a player does not answer", async () => {
  await using cafe = await musicEvening([10]);
  const { app, account, owner } = cafe;
  account.fail("reset after the effect");
  account.fail("503", { path: PLAYER });
  account.fail("503", { path: PLAYER });
  await press(cafe);
  const held = account.hold("before", PLAYER);
  const stopping = new AbortController();
  const settled = settleOverdue(app.deps, stopping.signal);
  await held.arrived;
  stopping.abort();
  // The look's own time limit would end it after a minute.
  const stoppedAt = performance.now();
  await settled;
  assert.ok(performance.now() - stoppedAt < 30_000);
  assert.ok(await findActive(app.deps.db, owner.ownerId), "the next press settles it");
  assert.equal((await press(cafe))[0]!.status, 200);
  await assertNothingLost(cafe);
});

Deno.test("an accepted order that the database cannot record: the song stays on its way, and the next press finds it playing", async () => {
  await using cafe = await musicEvening([10, 5]);
  const { app, account, requests: [first] } = cafe;
  await app.deps.db.write(() => [sql(`create trigger refuse before update on plays
    when new.state = 'playing' begin select raise(abort, 'disk I/O error'); end`)]);
  assert.equal((await press(cafe))[0]!.status, 500);
  await app.deps.db.write(() => [sql("drop trigger refuse")]);
  const [answer] = await press(cafe);
  assert.deepEqual([answer!.status, answer!.msg], [200, `'${first!.songTitle}' çalmaya başladı.`]);
  assert.equal(account.plays.get(first!.uri), 1);
  await assertNothingLost(cafe);
});
