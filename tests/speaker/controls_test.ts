// Pause, 'Devam', skip and volume of the page that plays the cafe's files.
import { strict as assert } from "node:assert";
import { libraryCafe } from "../support/music/library_cafe.ts";
import { firstSong } from "./first_song.ts";

Deno.test("pause and 'Devam' stop the song and its clock, and the player is told", async () => {
  await using cafe = await libraryCafe();
  const { lease } = await firstSong(cafe, [10]);
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
  const { lease, requests: [, second] } = await firstSong(cafe, [10, 5]);
  await cafe.say("POST", "/api/playback/pause");
  await cafe.report(lease, `${second!._id}-0`, "started");
  cafe.app.clock.pass(5_000);
  const { paused, play } = await cafe.current(lease);
  assert.deepEqual([paused, play!.uri, play!.positionMs], [true, second!.uri, 0]);
});

Deno.test("skip within 30 seconds reverses the tip and plays the next song", async () => {
  await using cafe = await libraryCafe();
  const { lease, requests: [, second] } = await firstSong(cafe, [10, 5]);
  cafe.app.clock.pass(29_999);
  assert.equal((await cafe.say("POST", "/api/playback/skip")).status, 200);
  const { play, paused } = await cafe.current(lease);
  assert.deepEqual([play!.uri, paused], [second!.uri, false]);
  assert.deepEqual((await cafe.tips()).map(([, kind]) => kind), ["tip", "reversal"]);
});

Deno.test("skip in the moment in which the page begins the next song ends nothing, and says so", async () => {
  await using cafe = await libraryCafe();
  const { app, owner } = cafe;
  const { lease, requests: [first, second] } = await firstSong(cafe, [30, 20, 10]);
  const { playing } = await cafe.playback();
  const { selfPlaying } = await app.deps.music.sourceOf(owner.ownerId);
  const { isOpen } = selfPlaying!;
  selfPlaying!.isOpen = async (ownerId) => {
    selfPlaying!.isOpen = isOpen;
    await cafe.report(lease, `${first!._id}-0`, "ended", 200_000);
    await cafe.report(lease, `${second!._id}-0`, "started");
    return await isOpen(ownerId);
  };
  const answer = await cafe.say("POST", "/api/playback/skip", { playId: playing!.playId });
  assert.deepEqual([answer.status, await answer.json()], [200, {
    msg: "'Şarkı 1' zaten bitmişti, hiçbir şarkı geçilmedi.",
  }]);
  const rows = (await cafe.rows()).map(({ uri, state, whyEnded }) => [uri, state, whyEnded]);
  assert.deepEqual(rows, [["library:1", "ended", "finished"], ["library:2", "playing", null]]);
  assert.equal((await cafe.tips()).length, 2);
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
  const { lease } = await firstSong(cafe, [10]);
  assert.equal((await cafe.say("PUT", "/api/playback/volume", { percent: 35 })).status, 200);
  assert.equal((await cafe.current(lease)).volumePercent, 35);
  const { canVolume, volumePercent } = await cafe.playback();
  assert.deepEqual([canVolume, volumePercent], [true, 35]);
});

Deno.test("while nothing plays, pause is 409 and changes nothing", async () => {
  await using cafe = await libraryCafe();
  const lease = await cafe.hold();
  const answer = await cafe.say("POST", "/api/playback/pause");
  assert.deepEqual([answer.status, await answer.json()], [
    409,
    { msg: "Şu anda çalan bir şarkı yok.", code: "nothing_plays" },
  ]);
  assert.equal((await cafe.current(lease)).paused, false);
});
