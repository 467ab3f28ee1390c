// What is known of a page that plays and says nothing any more: its song is where it was last reported, no further.
import { strict as assert } from "node:assert";
import { assertRight, openEvening } from "./model/evening.ts";

/** An evening in which a page has played a guest's song for so many seconds. */
async function pageThatPlays(seconds: number) {
  const evening = await openEvening();
  await evening.source("library");
  await evening.startPage();
  await evening.auto(true);
  const song = await evening.request(10);
  await evening.pass(seconds);
  return { evening, song };
}

const KEPT = { earned: 1000, reversed: null };
const REVERSED = { earned: 1000, reversed: -1000 };

for (const waitS of [20, 60, 110]) {
  Deno.test(`a tab that is gone without a word for ${waitS} s: the next one begins where the song was last reported`, async () => {
    const { evening } = await pageThatPlays(35);
    await using _ = evening;
    await evening.closePage(false);
    await evening.pass(waitS);
    const shown = (await evening.now())!;
    assert.ok(shown.positionMs >= 30_000 && shown.positionMs <= 35_000, `${shown.positionMs}`);
    await evening.startPage();
    await evening.pass(5);
    const { firstMs } = evening.ear.hearings.at(-1)!;
    assert.ok(Math.abs(firstMs - shown.positionMs) < 1_000, `${firstMs}`);
    await assertRight(evening);
  });

  Deno.test(`a tab that is gone without a word for ${waitS} s: a tip is kept if 30 seconds were heard, and reversed if not`, async () => {
    for (const [heardS, tip] of [[8, REVERSED], [26, REVERSED], [35, KEPT], [75, KEPT]] as const) {
      const { evening, song } = await pageThatPlays(heardS);
      await using _ = evening;
      await evening.closePage(false);
      await evening.pass(waitS);
      assert.equal(await evening.source("spotify"), 200);
      assert.deepEqual(await evening.tipOf(song), tip, `${heardS} s`);
      await assertRight(evening);
    }
  });
}

Deno.test("a song is skipped while its tab is gone without a word: what was last reported counts", async () => {
  const { evening, song } = await pageThatPlays(8);
  await using _ = evening;
  await evening.closePage(false);
  await evening.pass(60);
  assert.deepEqual(await evening.press("skip", await evening.sight()), [200]);
  assert.deepEqual(await evening.tipOf(song), REVERSED);
});

Deno.test("a page without a network: its song stands for everyone else, the bar says why, and goes on with the next report", async () => {
  const { evening, song } = await pageThatPlays(35);
  await using _ = evening;
  evening.pageAway(40);
  await evening.pass(25);
  const sight = (await evening.sight())!;
  assert.equal(sight.state, "no_device");
  assert.match(sight.sentence, /haber alınamıyor/);
  const shown = (await evening.now())!;
  assert.deepEqual([shown.isPlaying, shown.positionMs], [false, sight.playing!.positionMs]);
  await evening.pass(20);
  assert.equal((await evening.sight())!.state, "request");
  const again = (await evening.now())!;
  assert.ok(again.isPlaying && Math.abs(again.positionMs - 80_000) < 3_500, `${again.positionMs}`);
  await evening.pass(song.lengthMs / 1000 - 75);
  assert.deepEqual(await evening.tipOf(song), KEPT);
  await assertRight(evening);
});

Deno.test("the source is left while a page without a network plays on: the tip is kept", async () => {
  const { evening, song } = await pageThatPlays(35);
  await using _ = evening;
  evening.pageAway(120);
  await evening.pass(62);
  assert.equal(await evening.source("spotify"), 200);
  assert.deepEqual(await evening.tipOf(song), KEPT);
});

for (const auto of [true, false]) {
  Deno.test(`'Devam' while a page that was loaded again is silent, 'Otomatik çal' ${auto ? "on" : "off"}: it says what to press, and nothing runs on`, async () => {
    const { evening, song } = await pageThatPlays(10);
    await using _ = evening;
    if (!auto) await evening.auto(false);
    const page = await evening.reloadPage(false);
    await evening.pass(3);
    const answer = await evening.call("POST", "/api/playback/resume");
    evening.note("resume");
    assert.equal(answer!.status, 200);
    assert.match((await answer!.json()).msg, /Müziği başlat/);
    await evening.pass(30);
    const sight = (await evening.sight())!;
    assert.match(sight.sentence, /Müziği başlat/);
    const { isPlaying, positionMs } = (await evening.now())!;
    assert.ok(!isPlaying && positionMs <= 10_000, `${positionMs}`);
    page!.press();
    await evening.pass(5);
    assert.equal((await evening.now())!.isPlaying, true);
    assert.deepEqual(await evening.press("skip", await evening.sight()), [200]);
    assert.deepEqual(await evening.tipOf(song), REVERSED);
    await assertRight(evening);
  });
}

Deno.test("'Devam' ends a person's pause at once at a page that is heard", async () => {
  const { evening } = await pageThatPlays(10);
  await using _ = evening;
  await evening.pause();
  await evening.pass(40);
  assert.equal(await evening.resume(), 200);
  assert.equal((await evening.now())!.isPlaying, true);
  await evening.pass(20);
  const { isPlaying, positionMs } = (await evening.now())!;
  assert.ok(isPlaying && Math.abs(positionMs - 30_000) < 3_500, `${positionMs}`);
  await assertRight(evening);
});

Deno.test("play next at a silent page, 'Otomatik çal' off: the bar says how to start the music", async () => {
  await using evening = await openEvening();
  await evening.source("library");
  await evening.startPage();
  await evening.pass(2);
  const page = await evening.reloadPage(false);
  await evening.pass(2);
  const song = await evening.request(10);
  assert.deepEqual(await evening.press("play next"), [200]);
  await evening.pass(5);
  assert.match((await evening.sight())!.sentence, /Müziği başlat/);
  page!.press();
  await evening.pass(5);
  assert.ok(!/Müziği başlat/.test((await evening.sight())!.sentence));
  assert.ok(await evening.heardS(song) > 3);
  await assertRight(evening);
});

// By more than the page has played, and by less.
for (const backS of [10_800, 60]) {
  Deno.test(`the clock is set back by ${backS} s, and then the tab is gone without a word: the bar says why it is silent`, async () => {
    const { evening } = await pageThatPlays(85);
    await using _ = evening;
    evening.time.setClock(-backS * 1000);
    evening.note("clock back");
    await evening.pass(1);
    await evening.closePage(false);
    await evening.pass(30);
    const sight = await evening.sight();
    assert.equal(sight!.state, "no_device");
    assert.match(sight!.sentence, /haber alınamıyor/);
  });
}

Deno.test("a song is sent to a tab that is gone without a word: 15 seconds later the bar says why it is silent", async () => {
  const { evening } = await pageThatPlays(25);
  await using _ = evening;
  await evening.request(5);
  await evening.closePage(false);
  await evening.pass(10);
  await evening.press("skip", await evening.sight());
  assert.match((await evening.sight())!.sentence, /birazdan başlar/);
  await evening.pass(16);
  const sight = await evening.sight();
  assert.equal(sight!.state, "no_device");
  assert.match(sight!.sentence, /haber alınamıyor/);
});
