// A press of play-next while another process holds the database's lock, in real time.
import { strict as assert } from "node:assert";
import { outsideLock } from "../support/db/lock.ts";
import { assertNothingLost, musicEvening, press } from "../support/music/music_evening.ts";
import { timed } from "../support/time/timed.ts";
import { until } from "../support/time/until.ts";

Deno.test("play-next answers 503 within ten seconds while the database is locked, and the song is not lost", async () => {
  await using cafe = await musicEvening([10]);
  const { app, account, owner } = cafe;
  await using lock = await outsideLock(`${app.deps.config.dataDir}/cafe.db`);
  const held = account.hold("after");
  const pressed = timed(press(cafe));
  await held.arrived;
  const { release } = await lock.take();
  held.release();
  const { result: [answer], tookMs } = await pressed;
  assert.equal(answer!.status, 503);
  assert.ok(tookMs < 10_000, `${tookMs} ms`);
  // The press goes on waiting for the lock a little longer. Then it gives up, and its play stays `sent`.
  await until(() => !app.deps.singleFlight.isRunning(`play ${owner.ownerId}`));
  await release();
  assert.equal((await press(cafe))[0]!.status, 200);
  assert.equal(account.plays.get(cafe.requests[0]!.uri), 1);
  await assertNothingLost(cafe);
});
