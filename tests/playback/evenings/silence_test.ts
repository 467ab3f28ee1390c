// What people are shown is what is heard: silence has a reason on the screen, and ends by itself if it has none.
import { strict as assert } from "node:assert";
import { assertRight, longestSilenceS, openEvening } from "./model/evening.ts";

Deno.test("a page that is loaded again and silent: the bar says how to start the music, and the song goes on after the press", async () => {
  await using evening = await openEvening();
  await evening.source("library");
  await evening.startPage();
  await evening.auto(true);
  const song = await evening.request(10);
  await evening.pass(20);
  const page = await evening.reloadPage(false);
  await evening.pass(3);
  const sight = await evening.sight();
  assert.equal(sight!.state, "no_device");
  assert.match(sight!.sentence, /Müziği başlat/);
  await evening.pass(song.lengthMs / 1000);
  assert.equal((await evening.now())?.isPlaying ?? false, false);
  page!.press();
  await evening.pass(song.lengthMs / 1000 - 18);
  assert.ok(await evening.heardS(song) > song.lengthMs / 1000 - 6);
  assert.deepEqual(await evening.tipOf(song), { earned: 1000, reversed: null });
  await assertRight(evening);
});

Deno.test("a page that is silent from the start earns nothing", async () => {
  await using evening = await openEvening();
  await evening.source("library");
  const { memory } = await evening.startPage();
  await evening.closePage();
  await evening.auto(true);
  const song = await evening.request(10);
  evening.openPage({ isAllowed: false, memory }).goOn();
  await evening.pass(300);
  assert.deepEqual(await evening.tipOf(song), { earned: null, reversed: null });
  assert.equal((await evening.sight())!.state, "no_device");
  assert.deepEqual((await evening.queue()).map(({ _id }) => _id), [song.id]);
  await assertRight(evening);
});

/** An evening in which a page has played a guest's song for 20 s. */
async function pageThatPlays() {
  const evening = await openEvening();
  await evening.source("library");
  await evening.startPage();
  await evening.auto(true);
  await evening.request(10);
  await evening.pass(20);
  return evening;
}

Deno.test("a second tab that takes over and is silent: the bar says so", async () => {
  await using evening = await pageThatPlays();
  const second = evening.openPage({ isAllowed: false });
  second.press(true);
  second.decks.allow(false);
  await evening.pass(5);
  assert.equal((await evening.sight())!.state, "no_device");
  await assertRight(evening);
});

Deno.test("a page that is closed says so: no one is told that music plays", async () => {
  await using evening = await pageThatPlays();
  await evening.closePage();
  await evening.pass(5);
  assert.equal((await evening.sight())!.state, "no_device");
  await assertRight(evening);
});

Deno.test("'Devam' without an open page is 409", async () => {
  await using evening = await openEvening();
  await evening.source("library");
  await evening.auto(true);
  await evening.request(10);
  assert.equal(await evening.resume(), 409);
});

for (const [name, seconds] of [["ten minutes", 600], ["three hours", 10_800]] as const) {
  for (const [way, sign] of [["back", -1], ["forward", 1]] as const) {
    Deno.test(`the clock is set ${way} by ${name}: song follows song, and each earns its tip`, async () => {
      await using evening = await openEvening();
      await evening.auto(true);
      const songs = [
        await evening.request(30),
        await evening.request(20),
        await evening.request(10),
      ];
      await evening.pass(30);
      evening.time.setClock(sign * seconds * 1000);
      evening.note("clock");
      const lengthS = songs.reduce((sum, { lengthMs }) => sum + lengthMs / 1000, 0);
      await evening.pass(lengthS - 30);
      assert.ok(longestSilenceS(evening) <= 5, `${longestSilenceS(evening)} s of silence`);
      for (const song of songs) {
        assert.ok(await evening.heardS(song) > song.lengthMs / 1000 - 10, `${song.title} is heard`);
        assert.deepEqual(await evening.tipOf(song), { earned: song.tipKurus, reversed: null });
      }
      await assertRight(evening);
    });
  }
}

Deno.test("the clock is set back right after an order: its song begins all the same", async () => {
  await using evening = await openEvening();
  await evening.auto(true);
  const song = await evening.request(10);
  evening.time.setClock(-10_800_000);
  evening.note("clock");
  await evening.pass(60);
  assert.deepEqual(await evening.tipOf(song), { earned: 1000, reversed: null });
  await assertRight(evening);
});

Deno.test("the clock is set back after a song that was heard to its end, and the source is left: the song is not played again", async () => {
  await using evening = await openEvening();
  evening.openPanel();
  const song = await evening.request(10);
  assert.deepEqual(await evening.press("play next", await evening.sight()), [200]);
  await evening.pass(song.lengthMs / 1000 + 5);
  evening.time.setClock(-10_800_000);
  evening.note("clock");
  assert.equal(await evening.source("library"), 200);
  assert.deepEqual(await evening.tipOf(song), { earned: 1000, reversed: null });
  await evening.source("spotify");
  assert.equal((await evening.press("play next", await evening.sight()))[0], 404);
  await assertRight(evening);
});

Deno.test("the clock is set back by less than passes while the service is away: the service is asked again in time, and the next song follows", async () => {
  await using evening = await openEvening();
  await evening.auto(true);
  const [first, second] = [await evening.request(20), await evening.request(10)];
  await evening.pass(1);
  evening.service.away(130);
  await evening.pass(90);
  evening.time.setClock(-50_000);
  evening.note("clock");
  await evening.pass(60);
  assert.equal((await evening.sight())!.state, "request");
  assert.equal((await evening.now())!.requestId, second.id);
  assert.ok(await evening.heardS(first) < first.lengthMs / 1000 + 1);
  await assertRight(evening);
});

Deno.test("'Devam' is pressed while no device can play: the panel says once more that there is none", async () => {
  await using evening = await openEvening();
  await evening.request(20);
  const setOn = (isOn: boolean) =>
    evening.inApp(`device ${isOn ? "on" : "off"}`, (player) => {
      for (const device of player.devices) device.isOn = isOn;
    });
  await setOn(false);
  await evening.auto(true);
  await evening.pass(20);
  assert.equal((await evening.sight())!.state, "no_device");
  await evening.resume();
  await evening.pass(40);
  assert.equal((await evening.sight())!.state, "no_device");
  await setOn(true);
  await evening.pass(40);
  assert.equal((await evening.sight())!.state, "request");
  await assertRight(evening);
});

Deno.test("a song of the playlist is skipped: the panel says that the next one is of the playlist", async () => {
  await using evening = await openEvening();
  await evening.fallback(true);
  await evening.auto(true);
  await evening.pass(20);
  const before = evening.ear.now()[0]!;
  await evening.press("skip", await evening.sight());
  await evening.pass(5);
  assert.notEqual(evening.ear.now()[0], before);
  assert.equal((await evening.sight())!.state, "fallback");
  await assertRight(evening);
});
