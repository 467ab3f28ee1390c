// What counts as heard, however the song ends: by a skip, by leaving the source, with the switch off, or by a clock that
// was set (docs/playback.md#heard).
import { strict as assert } from "node:assert";
import { assertRight, openEvening } from "./model/evening.ts";

const KEPT = { earned: 2000, reversed: null };
const REVERSED = { earned: 2000, reversed: -2000 };

Deno.test("the switch is turned off while the music is paused: the song stays paused", async () => {
  await using evening = await openEvening();
  await evening.auto(true);
  const song = await evening.request(20);
  await evening.pass(10);
  await evening.pause();
  await evening.pass(5);
  await evening.auto(false);
  await evening.pass(30);
  assert.equal((await evening.now())!.isPlaying, false);
  await evening.source("library");
  assert.deepEqual(await evening.tipOf(song), REVERSED);
  await assertRight(evening);
});

Deno.test("the source is left while its song stands, paused in the app: the pause does not count as heard", async () => {
  await using evening = await openEvening();
  const song = await evening.request(20);
  await evening.press("play next");
  await evening.pass(10);
  await evening.inApp("pause", (player) => player.pause());
  await evening.pass(30);
  await evening.source("library");
  assert.deepEqual(await evening.tipOf(song), REVERSED);
  await assertRight(evening);
});

Deno.test("the source is left after the clock was set back: what the player shows counts as heard", async () => {
  await using evening = await openEvening();
  const song = await evening.request(20);
  await evening.press("play next");
  await evening.pass(40);
  evening.time.setClock(-600_000);
  evening.note("clock");
  await evening.pass(1);
  await evening.source("library");
  assert.deepEqual(await evening.tipOf(song), KEPT);
  await assertRight(evening);
});

Deno.test("the clock is set back by less than the page has played, and the source is left: the tip is kept", async () => {
  await using evening = await openEvening();
  await evening.source("library");
  await evening.startPage();
  await evening.auto(true);
  const song = await evening.request(20);
  await evening.pass(60);
  evening.time.setClock(-60_000);
  evening.note("clock");
  await evening.pass(0.3);
  await evening.source("spotify");
  assert.deepEqual(await evening.tipOf(song), KEPT);
  await assertRight(evening);
});

Deno.test("the clock was set back and no one looked until the song was over: it keeps its tip when it is skipped", async () => {
  await using evening = await openEvening();
  const song = await evening.request(20);
  await evening.press("play next");
  await evening.pass(5);
  evening.time.setClock(-600_000);
  evening.note("clock");
  evening.rules.listen = () => {};
  await evening.pass(song.lengthMs / 1000);
  await evening.press("skip");
  assert.deepEqual(await evening.tipOf(song), KEPT);
});

Deno.test("a song of unknown length, shorter than 30 seconds and heard whole, keeps its tip when it is skipped late", async () => {
  await using evening = await openEvening({ factor: 0.09 });
  const song = await evening.request(20);
  await evening.press("play next");
  evening.rules.listen = () => {};
  await evening.pass(song.lengthMs / 1000 + 2);
  await evening.press("skip");
  assert.deepEqual(await evening.tipOf(song), KEPT);
});

Deno.test("a song that was skipped after the clock was set back does not go on with 'Devam'", async () => {
  await using evening = await openEvening();
  const first = await evening.request(20);
  await evening.press("play next");
  await evening.pass(first.lengthMs / 1000 + 6);
  evening.time.setClock(-600_000);
  evening.note("clock");
  const second = await evening.request(10);
  await evening.press("play next");
  await evening.pass(10);
  await evening.press("skip");
  await evening.pass(3);
  assert.equal(await evening.resume(), 409);
  await evening.pass(20);
  assert.ok(await evening.heardS(second) < 12);
});

Deno.test("play next while a song whose order was not answered stands paused: that song is named, and no other begins", async () => {
  await using evening = await openEvening();
  const song = await evening.request(20);
  await evening.request(10);
  evening.service.nextOrder({ kind: "lost", awayS: 8 });
  await evening.press("play next");
  await evening.pass(10);
  await evening.inApp("pause", (player) => player.pause());
  evening.rules.listen = () => {};
  const answer = await evening.call("POST", "/api/requests/play-next");
  assert.equal(
    (await answer!.json()).msg,
    `'${song.title}' duraklatılmış. Sürdürmek için 'Devam'a basın.`,
  );
  assert.equal((await evening.queue()).length, 1);
});
