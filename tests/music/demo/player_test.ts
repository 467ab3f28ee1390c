// The demo account's player: what plays, what follows, pausing and going on.
import { strict as assert } from "node:assert";
import { SONGS } from "../../../server/music/demo/catalogue.ts";
import { createPlayers } from "../../../server/music/demo/players.ts";
import { createClock } from "../../support/time/clock.ts";
import { createDemoListener } from "../../support/music/demo_listener.ts";

const [FIRST, SECOND] = [SONGS[0]!, SONGS[1]!];

Deno.test("GET /me/player and /me/player/currently-playing answer 204 if nothing plays", async () => {
  const demo = createDemoListener();
  const { access } = await demo.connect();
  for (const path of ["/me/player", "/me/player/currently-playing"]) {
    const response = await demo.call(access, "GET", path);
    assert.equal(response.status, 204);
    assert.equal(await response.text(), "");
  }
});

Deno.test("GET /me/player shows the progress of the song, which ends after its duration", async () => {
  const demo = createDemoListener();
  const { access } = await demo.connect();
  const play = await demo.call(access, "PUT", "/me/player/play", { uris: [FIRST.uri] });
  assert.equal(play.status, 204);
  demo.clock.pass(30_000);
  const now = await (await demo.call(access, "GET", "/me/player")).json();
  assert.equal(now.is_playing, true);
  assert.equal(now.progress_ms, 30_000);
  assert.equal(now.item.uri, FIRST.uri);
  assert.equal(now.item.duration_ms, FIRST.durationMs);
  assert.equal(now.device.name, "Bar hoparlörü");
  demo.clock.pass(FIRST.durationMs - 30_001);
  assert.equal((await demo.call(access, "GET", "/me/player")).status, 200);
  demo.clock.pass(1);
  assert.equal((await demo.call(access, "GET", "/me/player")).status, 204);
});

Deno.test("PUT /me/player/play replaces what plays and what was queued behind it", async () => {
  const demo = createDemoListener();
  const { access } = await demo.connect();
  await demo.call(access, "PUT", "/me/player/play", { uris: [FIRST.uri] });
  await demo.call(access, "POST", `/me/player/queue?uri=${FIRST.uri}`);
  await demo.call(access, "PUT", "/me/player/play", { uris: [SECOND.uri] });
  const now = await (await demo.call(access, "GET", "/me/player/currently-playing")).json();
  assert.equal(now.item.uri, SECOND.uri);
  demo.clock.pass(SECOND.durationMs);
  assert.equal((await demo.call(access, "GET", "/me/player")).status, 204);
});

Deno.test("POST /me/player/queue twice plays the song twice after the current one", async () => {
  const started: string[] = [];
  const clock = createClock();
  const players = createPlayers({ now: clock.now, onStart: (song) => started.push(song.uri) });
  const demo = createDemoListener({ now: clock.now, players });
  const { access } = await demo.connect();
  await demo.call(access, "PUT", "/me/player/play", { uris: [FIRST.uri] });
  for (let i = 0; i < 2; i++) {
    assert.equal(
      (await demo.call(access, "POST", `/me/player/queue?uri=${SECOND.uri}`)).status,
      204,
    );
  }
  clock.pass(FIRST.durationMs + SECOND.durationMs + 5_000);
  const now = await (await demo.call(access, "GET", "/me/player")).json();
  assert.equal(now.progress_ms, 5_000);
  assert.deepEqual(started, [FIRST.uri, SECOND.uri, SECOND.uri]);
});

Deno.test("PUT pause keeps the progress, PUT play without a body resumes, POST next ends the song", async () => {
  const demo = createDemoListener();
  const { access } = await demo.connect();
  await demo.call(access, "PUT", "/me/player/play", { uris: [FIRST.uri], position_ms: 10_000 });
  assert.equal((await demo.call(access, "PUT", "/me/player/pause")).status, 204);
  demo.clock.pass(FIRST.durationMs);
  const paused = await (await demo.call(access, "GET", "/me/player")).json();
  assert.deepEqual([paused.is_playing, paused.progress_ms], [false, 10_000]);
  assert.equal((await demo.call(access, "PUT", "/me/player/pause")).status, 403);
  assert.equal((await demo.call(access, "PUT", "/me/player/play")).status, 204);
  demo.clock.pass(1_000);
  const resumed = await (await demo.call(access, "GET", "/me/player")).json();
  assert.deepEqual([resumed.is_playing, resumed.progress_ms], [true, 11_000]);
  assert.equal((await demo.call(access, "POST", "/me/player/next")).status, 204);
  assert.equal((await demo.call(access, "GET", "/me/player")).status, 204);
});
