// A press concerns the song that the person has seen: what is over by then is not skipped, and nothing else either.
import { strict as assert } from "node:assert";
import { assertRight, openEvening } from "./model/evening.ts";
import { otherSong } from "./model/cafe_songs.ts";
import type { Evening } from "./model/port.ts";

/** Two guests' songs, of which the first plays from the account or from the page. */
async function twoSongs(evening: Evening, source: "spotify" | "library") {
  if (source === "library") {
    await evening.source("library");
    await evening.startPage();
  }
  await evening.auto(true);
  return [await evening.request(20), await evening.request(10)] as const;
}

for (const source of ["spotify", "library"] as const) {
  Deno.test(`skip, pressed for a song of ${source} that has ended since, does not cut the next one`, async () => {
    await using evening = await openEvening();
    const [first, second] = await twoSongs(evening, source);
    await evening.pass(first.lengthMs / 1000 - 2);
    const seen = await evening.sight();
    assert.equal(seen!.playing!.requestId, first.id);
    await evening.pass(4);
    assert.deepEqual(await evening.press("skip", seen), [200]);
    await evening.pass(40);
    assert.ok(await evening.heardS(second) > 38);
    assert.deepEqual(await evening.tipOf(first), { earned: 2000, reversed: null });
    assert.deepEqual(await evening.tipOf(second), { earned: 1000, reversed: null });
    await assertRight(evening);
  });

  Deno.test(`two people skip the same song of ${source}: one song is skipped`, async () => {
    await using evening = await openEvening();
    const [first, second] = await twoSongs(evening, source);
    const third = await evening.request(5);
    await evening.pass(10);
    await evening.press("skip", await evening.sight(), 2);
    await evening.pass(10);
    assert.deepEqual(await evening.tipOf(first), { earned: 2000, reversed: -2000 });
    assert.ok(await evening.heardS(second) > 8);
    assert.deepEqual(await evening.tipOf(third), { earned: null, reversed: null });
    await assertRight(evening);
  });

  Deno.test(`two people skip the same song of ${source}, one a moment after the other: one song is skipped`, async () => {
    await using evening = await openEvening();
    const [first, second] = await twoSongs(evening, source);
    await evening.pass(10);
    const seen = await evening.sight();
    await evening.press("skip", seen);
    await evening.pass(3);
    assert.deepEqual(await evening.press("skip", seen), [200]);
    await evening.pass(40);
    assert.ok(await evening.heardS(first) < 12);
    assert.ok(await evening.heardS(second) > 38);
    await assertRight(evening);
  });

  Deno.test(`play next, pressed for a song of ${source} that has ended since, does not cut the next one`, async () => {
    await using evening = await openEvening();
    const [first, second] = await twoSongs(evening, source);
    const third = await evening.request(5);
    await evening.pass(first.lengthMs / 1000 - 2);
    const seen = await evening.sight();
    await evening.pass(4);
    assert.deepEqual(await evening.press("play next", seen), [200]);
    await evening.pass(20);
    assert.ok(await evening.heardS(second) > 18);
    assert.equal(await evening.heardS(third), 0);
    await assertRight(evening);
  });
}

Deno.test("skip in the last second of a song costs the next guest nothing", async () => {
  await using evening = await openEvening();
  const [first, second] = await twoSongs(evening, "spotify");
  // The next song is ordered a second and a half before the end.
  await evening.pass(first.lengthMs / 1000 - 1.6);
  const seen = await evening.sight();
  await evening.pass(0.5);
  await evening.press("skip", seen);
  await evening.pass(40);
  assert.ok(await evening.heardS(second) > 35);
  assert.deepEqual(await evening.tipOf(second), { earned: 1000, reversed: null });
  await assertRight(evening);
});

Deno.test("skip of the last song with 'Otomatik çal' off ends it: 'Devam' does not play it on", async () => {
  await using evening = await openEvening();
  const song = await evening.request(10);
  await evening.press("play next");
  await evening.pass(10);
  assert.deepEqual(await evening.press("skip", await evening.sight()), [200]);
  await evening.pass(2);
  assert.equal(await evening.now(), null);
  assert.equal(await evening.resume(), 409);
  await evening.pass(30);
  assert.ok(await evening.heardS(song) < 12);
  assert.deepEqual(await evening.tipOf(song), { earned: 1000, reversed: -1000 });
  await assertRight(evening);
});

Deno.test("skip with an empty queue while a look is on its way: the playlist follows", async () => {
  for (const when of ["before", "after"] as const) {
    await using evening = await openEvening();
    await evening.fallback(true);
    await evening.auto(true);
    await evening.pass(15);
    const calls = evening.service.callsAt.length;
    const seen = await evening.sight();
    evening.service.nextCall({ kind: "slow", s: 2, when });
    while (evening.service.callsAt.length === calls) await evening.pass(0.25);
    assert.deepEqual(await evening.press("skip", seen), [200]);
    await evening.pass(20);
    assert.equal((await evening.sight())!.state, "fallback");
    assert.ok(evening.service.player.isHeard());
    await assertRight(evening);
  }
});

Deno.test("one person presses 'Devam' and another one 'Duraklat', at once, and the page plays on: a second page goes on from there", async () => {
  await using evening = await openEvening();
  await evening.source("library");
  await evening.startPage();
  await evening.auto(true);
  await evening.request(10);
  await evening.pass(0.25);
  await evening.pressBoth("resume", "pause", await evening.sight());
  await evening.pass(4);
  assert.ok(evening.ear.now()[0], "the page plays on");
  await evening.startPage();
  await evening.pass(1);
  const { firstMs } = evening.ear.hearings.at(-1)!;
  assert.ok(firstMs >= 4_000, `from ${firstMs} ms on`);
  await assertRight(evening);
});

Deno.test("a song that is paused in the moment of its order is not over: it waits for 'Devam', and is heard", async () => {
  await using evening = await openEvening();
  await evening.auto(true);
  const { service } = evening;
  const { onOrder } = service;
  service.onOrder = (sentAt) => {
    onOrder(sentAt);
    service.onOrder = onOrder;
    void evening.inApp("pause", (player) => player.pause());
  };
  const song = await evening.request(20);
  await evening.pass(song.lengthMs / 1000 + 40);
  assert.equal((await evening.sight())!.state, "paused");
  assert.equal(service.player.playing()?.progressMs, 0);
  assert.equal(await evening.resume(), 200);
  await evening.pass(10);
  assert.equal((await evening.sight())!.state, "request");
  assert.ok(service.player.isHeard());
  assert.equal((await evening.sight())!.playing!.requestId, song.id);
  await assertRight(evening);
});

for (const isOn of [true, false]) {
  Deno.test(`'Devam' plays no song on that stopped in its last three seconds, with the switch ${isOn ? "on" : "off"}`, async () => {
    await using evening = await openEvening();
    const song = await evening.request(20);
    await (isOn ? evening.auto(true) : evening.press("play next"));
    await evening.pass(song.lengthMs / 1000 - 2);
    await evening.inApp("pause", (player) => player.pause());
    const heardS = await evening.heardS(song);
    assert.equal(await evening.resume(), isOn ? 200 : 409);
    await evening.pass(10);
    assert.equal(await evening.heardS(song), heardS);
    assert.ok(!evening.service.player.isHeard());
    assert.deepEqual(await evening.tipOf(song), { earned: 2000, reversed: null });
    await assertRight(evening);
  });
}

Deno.test("with the switch off, a song that is paused in the app in its first moment stands there, goes on with 'Devam', and earns nothing if it is skipped", async () => {
  await using evening = await openEvening();
  const song = await evening.request(20);
  await evening.press("play next");
  await evening.inApp("pause", (player) => player.pause());
  await evening.pass(60);
  const seen = await evening.sight();
  assert.deepEqual([seen!.playing!.isPlaying, seen!.playing!.positionMs], [false, 0]);
  assert.equal(await evening.resume(), 200);
  await evening.pass(10);
  assert.ok(await evening.heardS(song) > 8);
  await evening.press("skip", await evening.sight());
  assert.deepEqual(await evening.tipOf(song), { earned: 2000, reversed: -2000 });
  await assertRight(evening);
});

Deno.test("with the switch off, a song that is paused in the app is shown where it stands, and its pause does not count as heard", async () => {
  await using evening = await openEvening();
  const song = await evening.request(20);
  await evening.press("play next");
  await evening.pass(20);
  await evening.inApp("pause", (player) => player.pause());
  await evening.pass(60);
  const { playing } = (await evening.sight())!;
  assert.equal(playing!.isPlaying, false);
  assert.ok(Math.abs(playing!.positionMs - 20_000) < 1_000, `${playing!.positionMs}`);
  await evening.press("skip", await evening.sight());
  assert.deepEqual(await evening.tipOf(song), { earned: 2000, reversed: -2000 });
  await assertRight(evening);
});

Deno.test("skip, pressed for music of the app after which a guest's song has begun, does not skip that one", async () => {
  await using evening = await openEvening();
  await evening.inApp("choose", (player) => player.play([otherSong(1)]));
  await evening.pass(10);
  const song = await evening.request(30);
  await evening.press("play next");
  await evening.pass(4);
  const answer = await evening.call("POST", "/api/playback/skip", { playId: null });
  assert.match((await answer!.json()).msg, /zaten bitmişti, hiçbir şarkı geçilmedi/);
  await evening.pass(40);
  assert.ok(await evening.heardS(song) > 40);
  assert.deepEqual(await evening.tipOf(song), { earned: 3000, reversed: null });
  await assertRight(evening);
});

Deno.test("two people who both saw silence press play next, one some seconds after the other: one song begins", async () => {
  await using evening = await openEvening();
  const [first, second] = [await evening.request(20), await evening.request(10)];
  const seen = await evening.sight();
  assert.equal(seen!.playing, null);
  assert.deepEqual(await evening.press("play next", seen), [200]);
  await evening.pass(6);
  const answer = await evening.call("POST", "/api/requests/play-next", { playId: null });
  assert.equal(
    (await answer!.json()).msg,
    `'${first.title}' zaten çalıyor; ondan sonrakine geçilmedi.`,
  );
  await evening.pass(40);
  assert.ok(await evening.heardS(first) > 40);
  assert.deepEqual(await evening.tipOf(second), { earned: null, reversed: null });
  await assertRight(evening);
});

Deno.test("play next, pressed in the silence of a player that has lost its song, plays the next one", async () => {
  await using evening = await openEvening();
  const [, second] = [await evening.request(20), await evening.request(10)];
  await evening.press("play next", await evening.sight());
  await evening.pass(16);
  await evening.inApp("device off", (player) => player.devices.forEach((one) => one.isOn = false));
  await evening.inApp("device on", (player) => player.devices.forEach((one) => one.isOn = true));
  const answer = await evening.call("POST", "/api/requests/play-next", { playId: null });
  assert.equal((await answer!.json()).msg, `'${second.title}' çalmaya başladı.`);
});

Deno.test("'Devam' lets a song go on that was paused in the app in the moment in which it was ordered", async () => {
  await using evening = await openEvening();
  await evening.auto(true);
  const song = await evening.request(10);
  assert.equal(await evening.inApp("pause", (player) => player.pause()), true);
  await evening.pass(0.3);
  assert.equal(await evening.resume(), 200);
  await evening.pass(20);
  assert.ok(await evening.heardS(song) > 15);
  await assertRight(evening);
});
