// The deadlines of play-next (docs/playback.md#play-next), with timers that the test moves on.
import { strict as assert } from "node:assert";
import { musicBoxCafe, playRows } from "../support/music/music_box.ts";
import { playNext } from "../support/people/cafe_evening.ts";
import { holdTimers } from "../support/time/held_timers.ts";
import { until } from "../support/time/until.ts";

Deno.test("play-next aborts its calls to the player after eight seconds, and answers 502", async () => {
  await using cafe = await musicBoxCafe(1);
  const { app, box, owner } = cafe;
  let signal: AbortSignal | undefined;
  box.onPlay = (_uri, given) => {
    signal = given;
    return new Promise((resolve) =>
      given!.addEventListener("abort", () => resolve({ kind: "unknown", mayFollow: true }))
    );
  };
  box.onLook = () => Promise.reject(signal!.reason);
  using timers = holdTimers();
  const pressed = playNext(app, owner.token);
  await until(() => signal !== undefined);
  timers.tick(7_999);
  assert.equal(signal!.aborted, false);
  timers.tick(1);
  assert.equal(signal!.aborted, true);
  assert.equal(signal!.reason.name, "TimeoutError");
  assert.equal((await pressed).status, 502);
  assert.equal((await playRows(cafe))[0]?.state, "sent");
});

Deno.test("play-next answers 503 after nine and a half seconds, while its work goes on", async () => {
  await using cafe = await musicBoxCafe(1);
  const { app, box, owner } = cafe;
  const accepted = Promise.withResolvers<{ kind: "ok" }>();
  let answer: Response | undefined;
  box.onPlay = () => accepted.promise;
  using timers = holdTimers();
  const pressed = playNext(app, owner.token);
  await until(() => box.ordered.length > 0);
  pressed.then((response) => answer = response);
  timers.tick(9_499);
  await new Promise(setImmediate);
  assert.equal(answer, undefined);
  timers.tick(1);
  const response = await pressed;
  assert.equal(response.status, 503);
  assert.equal(response.headers.get("retry-after"), "2");
  assert.match((await response.json()).msg, /tekrar deneyin\.$/);
  assert.equal((await playNext(app, owner.token)).status, 409, "the first press is still at work");
  accepted.resolve({ kind: "ok" });
  await until(() => !app.deps.singleFlight.isRunning(`play ${owner.ownerId}`));
  assert.equal((await playRows(cafe))[0]?.state, "playing");
});
