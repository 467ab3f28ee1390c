// A person's hand on the page that plays the cafe's files: play next, pause, skip, volume, and what the panel says.
import { strict as assert } from "node:assert";
import { libraryCafe } from "../support/music/library_cafe.ts";
import { playNext } from "../support/people/cafe_evening.ts";

const CLOSED =
  "Oynatıcı açık değil. Hoparlörlere bağlı bilgisayarda Oynatıcı ekranını açıp başlatın.";

Deno.test("play next is 409 while no page holds the player, and the song stays first", async () => {
  await using cafe = await libraryCafe();
  await cafe.queue([10]);
  const answer = await playNext(cafe.app, cafe.owner.token);
  assert.deepEqual([answer.status, await answer.json()], [409, { msg: CLOSED }]);
  assert.deepEqual((await cafe.requests()).map(({ status }) => status), ["approved"]);
  cafe.app.clock.pass(1);
  await cafe.hold();
  cafe.app.clock.pass(90_000);
  assert.equal((await playNext(cafe.app, cafe.owner.token)).status, 409, "the lease is over");
  assert.deepEqual(await cafe.tips(), []);
});

Deno.test("play next begins the song and earns its tip at once, and the player is told to play it", async () => {
  await using cafe = await libraryCafe();
  const [first, second] = await cafe.queue([10, 5]);
  const lease = await cafe.hold();
  await cafe.report(lease, `${first!._id}-0`, "started");
  cafe.app.clock.pass(5_000);
  assert.equal((await playNext(cafe.app, cafe.owner.token)).status, 200);
  assert.equal((await cafe.tips()).length, 2);
  const { play, next } = await cafe.current(lease);
  assert.deepEqual([play!.uri, play!.positionMs, next], [second!.uri, 0, null]);
  await cafe.report(lease, play!.id, "started");
  assert.equal((await cafe.tips()).length, 2);
});

Deno.test("play next says that a song's file is missing, and the song stays first", async () => {
  await using cafe = await libraryCafe();
  await cafe.queue([10]);
  await cafe.hold();
  cafe.library.lose(1);
  const answer = await playNext(cafe.app, cafe.owner.token);
  assert.deepEqual([answer.status, await answer.json()], [404, {
    msg: "Bu şarkının dosyası bulunamadı. Şarkıyı sıradan çıkarıp tekrar deneyin.",
  }]);
  assert.deepEqual(await cafe.tips(), []);
});

Deno.test("pause and 'Devam' stop the song and its clock, and the player is told", async () => {
  await using cafe = await libraryCafe();
  await cafe.queue([10]);
  const lease = await cafe.hold();
  const { next } = await cafe.current(lease);
  await cafe.report(lease, next!.id, "started");
  cafe.app.clock.pass(10_000);
  assert.equal((await cafe.say("POST", "/api/playback/pause")).status, 200);
  cafe.app.clock.pass(50_000);
  const paused = await cafe.current(lease);
  assert.deepEqual([paused.paused, paused.play!.positionMs], [true, 10_000]);
  assert.equal((await cafe.playback()).state, "paused");
  assert.equal((await cafe.say("POST", "/api/playback/resume")).status, 200);
  cafe.app.clock.pass(1_000);
  const resumed = await cafe.current(lease);
  assert.deepEqual([resumed.paused, resumed.play!.positionMs], [false, 11_000]);
  assert.equal((await cafe.playback()).state, "request");
});

Deno.test("a song that begins in the moment of a pause rests", async () => {
  await using cafe = await libraryCafe();
  const [first, second] = await cafe.queue([10, 5]);
  const lease = await cafe.hold();
  await cafe.report(lease, `${first!._id}-0`, "started");
  await cafe.say("POST", "/api/playback/pause");
  await cafe.report(lease, `${second!._id}-0`, "started");
  cafe.app.clock.pass(5_000);
  const { paused, play } = await cafe.current(lease);
  assert.deepEqual([paused, play!.uri, play!.positionMs], [true, second!.uri, 0]);
});

Deno.test("skip within 30 seconds reverses the tip and plays the next song", async () => {
  await using cafe = await libraryCafe();
  const [first, second] = await cafe.queue([10, 5]);
  const lease = await cafe.hold();
  await cafe.report(lease, `${first!._id}-0`, "started");
  cafe.app.clock.pass(29_999);
  assert.equal((await cafe.say("POST", "/api/playback/skip")).status, 200);
  const { play, paused } = await cafe.current(lease);
  assert.deepEqual([play!.uri, paused], [second!.uri, false]);
  assert.deepEqual((await cafe.tips()).map(([, kind]) => kind), ["tip", "tip", "reversal"]);
});

Deno.test("skip at an empty queue lets a song of the library follow, and rests while the switch is off", async () => {
  await using cafe = await libraryCafe({ fallback: true });
  const lease = await cafe.hold();
  const first = (await cafe.current(lease)).next!;
  await cafe.report(lease, first.id, "started");
  assert.equal((await cafe.say("POST", "/api/playback/skip")).status, 200);
  const { play, next, paused } = await cafe.current(lease);
  assert.deepEqual([play, paused], [null, false]);
  assert.notEqual(next!.uri, first.uri);
  await cafe.report(lease, next!.id, "started");
  await cafe.say("PUT", "/api/playback/auto", { on: false });
  assert.equal((await cafe.say("POST", "/api/playback/skip")).status, 200);
  const silent = await cafe.current(lease);
  assert.deepEqual([silent.play, silent.next], [null, null]);
});

Deno.test("the volume is the player's, and the panel shows it", async () => {
  await using cafe = await libraryCafe();
  await cafe.queue([10]);
  const lease = await cafe.hold();
  const { next } = await cafe.current(lease);
  await cafe.report(lease, next!.id, "started");
  assert.equal((await cafe.say("PUT", "/api/playback/volume", { percent: 35 })).status, 200);
  assert.equal((await cafe.current(lease)).volumePercent, 35);
  const { canVolume, volumePercent } = await cafe.playback();
  assert.deepEqual([canVolume, volumePercent], [true, 35]);
});

Deno.test("without an open player, pause, 'Devam', skip and volume are 409 and change nothing", async () => {
  await using cafe = await libraryCafe();
  await cafe.queue([10]);
  const lease = await cafe.hold();
  const { next } = await cafe.current(lease);
  await cafe.report(lease, next!.id, "started");
  cafe.app.clock.pass(90_001);
  const calls = [
    ["POST", "/api/playback/pause"],
    ["POST", "/api/playback/resume"],
    ["POST", "/api/playback/skip"],
    ["PUT", "/api/playback/volume", { percent: 1 }],
  ] as const;
  for (const [method, path, body] of calls) {
    const answer = await cafe.say(method, path, body);
    assert.deepEqual([answer.status, await answer.json()], [409, { msg: CLOSED }], path);
  }
  const { play, paused, volumePercent } = await cafe.current(lease);
  assert.deepEqual([play!.id, paused, volumePercent], [next!.id, false, 100]);
});

Deno.test("GET /api/playback says in each state what the player does, and a change is announced", async () => {
  await using cafe = await libraryCafe({ fallback: true });
  const { app, owner } = cafe;
  const heard: string[] = [];
  const stop = app.deps.hub.listen((ownerId) => void heard.push(ownerId));
  const state = async () => (await cafe.playback()).state;
  assert.deepEqual([await state(), (await cafe.playback()).sentence], ["no_device", CLOSED]);
  const lease = await cafe.hold();
  assert.deepEqual(heard, [owner.ownerId]);
  assert.equal(await state(), "idle");
  await cafe.report(lease, (await cafe.current(lease)).next!.id, "started");
  assert.equal(await state(), "fallback");
  const [request] = await cafe.queue([10]);
  await cafe.report(lease, `${request!._id}-0`, "started");
  assert.equal(await state(), "request");
  heard.length = 0;
  await cafe.say("PUT", "/api/playback/volume", { percent: 1 });
  assert.deepEqual(heard, [owner.ownerId]);
  await cafe.say("PUT", "/api/playback/auto", { on: false });
  assert.equal(await state(), "off");
  stop();
});
