// An evening in which the cafe changes its source of music: a source that is left is left.
import { strict as assert } from "node:assert";
import { PLAYLISTS, shareLink, SONGS } from "../../../server/music/demo/catalogue.ts";
import { turnFallbacks } from "../../../server/music/settings.ts";
import { assertRight, openEvening } from "./model/evening.ts";
import { otherSong } from "./model/cafe_songs.ts";

Deno.test("the source changes while an order is under way: the page plays its songs, and makes a bounded number of calls", async () => {
  await using evening = await openEvening();
  await evening.auto(true);
  const song = await evening.request(10);
  await evening.source("library");
  const page = await evening.startPage();
  const file = await evening.request(5);
  await evening.pass(30);
  assert.ok(page.callsAt.length < 30, `${page.callsAt.length} calls`);
  assert.ok(await evening.heardS(file) > 25);
  assert.deepEqual(await evening.press("skip", await evening.sight()), [200]);
  // It was heard for a moment only.
  const { earned, reversed } = await evening.tipOf(song);
  assert.equal((earned ?? 0) + (reversed ?? 0), 0);
  await assertRight(evening);
});

Deno.test("the source changes while an order is on its way to the service: its song is not heard beside the page", async () => {
  await using evening = await openEvening();
  await evening.auto(true);
  evening.service.nextOrder({ kind: "slow", s: 2, when: "before" });
  await evening.request(10);
  await evening.source("library");
  await evening.startPage();
  const file = await evening.request(5);
  await evening.pass(20);
  assert.ok(evening.ear.now().every(({ where }) => where !== "account"), "the account is silent");
  assert.ok(await evening.heardS(file) > 12);
  await assertRight(evening);
});

Deno.test("an order that is carried out after its source was left does not sound on", async () => {
  await using evening = await openEvening();
  await evening.auto(true);
  evening.service.nextOrder({ kind: "late", s: 10 });
  const song = await evening.request(10);
  await evening.pass(8);
  assert.equal(await evening.source("library"), 200);
  await evening.pass(2.5);
  assert.ok(evening.service.player.isHeard(), "the service has carried it out");
  await evening.pass(8);
  assert.equal(evening.service.player.isHeard(), false);
  assert.deepEqual(await evening.tipOf(song), { earned: null, reversed: null });
});

Deno.test("a 'Devam' that is carried out after its source was left does not sound on", async () => {
  await using evening = await openEvening();
  await evening.auto(true);
  const song = await evening.request(10);
  await evening.pass(10);
  await evening.pause();
  evening.service.nextOrder({ kind: "late", s: 8 });
  assert.equal(await evening.resume(), 502);
  assert.equal(await evening.source("library"), 200);
  await evening.pass(4);
  assert.ok(evening.service.player.isHeard(), "the service has carried it out");
  await evening.pass(8);
  assert.equal(evening.service.player.isHeard(), false);
  assert.deepEqual(await evening.tipOf(song), { earned: 1000, reversed: -1000 });
});

Deno.test("the source changes while a playlist plays: it falls silent, and only the page is heard", async () => {
  await using evening = await openEvening();
  await evening.fallback(true);
  await evening.auto(true);
  await evening.pass(20);
  assert.ok(evening.service.player.isHeard());
  await evening.source("library");
  await evening.startPage();
  await evening.request(5);
  await evening.pass(5);
  assert.equal(evening.service.player.isHeard(), false);
  assert.equal(evening.ear.now().length, 1);
  await assertRight(evening);
});

/** An evening whose guest's song plays at the account, which is away when the cafe leaves it for the page. */
async function leftWhileAway(awayS: number) {
  const evening = await openEvening();
  await evening.auto(true);
  await evening.request(10);
  await evening.pass(10);
  evening.service.away(awayS);
  assert.equal(await evening.source("library"), 200);
  await evening.startPage();
  return evening;
}

Deno.test("the source is left while its service is away, and the process is killed before it is back: its music is stopped all the same", async () => {
  await using evening = await leftWhileAway(12);
  await evening.pass(5);
  evening.kill(2);
  await evening.pass(5);
  assert.ok(evening.service.player.isHeard());
  await evening.pass(6);
  assert.equal(evening.service.player.isHeard(), false);
});

for (const isKilled of [false, true]) {
  Deno.test(`what a person chooses at a service that was away when the cafe left it is not paused${isKilled ? ", also by a process that has started since" : ""}`, async () => {
    await using evening = await leftWhileAway(12);
    await evening.pass(5);
    await evening.inApp("choose", (player) => player.play([otherSong(1)]));
    await evening.pass(4);
    if (isKilled) evening.kill(1);
    await evening.pass(16);
    assert.equal(evening.service.player.playing()?.item.uri, otherSong(1).uri);
    assert.ok(evening.service.player.isHeard());
  });
}

Deno.test("what follows by itself at a service that was away when the cafe left it is stopped", async () => {
  await using evening = await openEvening({ factor: 1 });
  evening.service.player.order.autoplay = true;
  await evening.auto(true);
  const song = await evening.request(10);
  await evening.pass(song.lengthMs / 1000 - 30);
  evening.service.away(60);
  await evening.source("library");
  await evening.pass(40);
  assert.notEqual(evening.service.player.playing()?.item.uri, song.uri);
  assert.ok(evening.service.player.isHeard());
  await evening.pass(26);
  assert.equal(evening.service.player.isHeard(), false);
});

Deno.test("what a person plays in the account's app, by hand for another system, is not paused by a process that starts", async () => {
  await using evening = await openEvening({ factor: 1 });
  const song = await evening.request(10);
  await evening.request(5);
  await evening.source("manual");
  await evening.pass(20);
  await evening.press("play next", await evening.sight());
  const item = SONGS.find(({ uri }) => uri === song.uri)!;
  await evening.inApp("choose", (player) => player.play([item]));
  await evening.pass(20);
  await evening.press("play next", await evening.sight());
  evening.kill(1);
  await evening.pass(15);
  assert.equal(evening.service.player.playing()?.item.uri, song.uri);
  assert.ok(evening.service.player.isHeard());
  assert.deepEqual(await evening.tipOf(song), { earned: 1000, reversed: null });
});

Deno.test("a waiting song of the account is not played there while the cafe plays its own files", async () => {
  await using evening = await openEvening();
  await evening.request(10);
  await evening.source("library");
  await evening.startPage();
  const file = await evening.request(5);
  const [status] = await evening.press("play next");
  await evening.pass(10);
  assert.equal(status, 200);
  assert.equal(evening.service.player.isHeard(), false);
  assert.ok(await evening.heardS(file) > 8);
  await assertRight(evening);
});

Deno.test("songs of the source that was left wait, out of the way, and are first again on return", async () => {
  await using evening = await openEvening();
  await evening.source("library");
  await evening.auto(true);
  await evening.auto(false);
  const files = [await evening.request(50), await evening.request(40), await evening.request(30)];
  await evening.source("spotify");
  await evening.auto(true);
  const song = await evening.request(5);
  await evening.pass(20);
  assert.deepEqual(
    (await evening.open()).map(({ waits, unplayable }) => [waits, unplayable]),
    files.map(() => [true, false]),
  );
  assert.ok(await evening.heardS(song) > 15);
  await evening.source("library");
  await evening.startPage();
  await evening.pass(20);
  assert.ok(await evening.heardS(files[0]!) > 15);
  assert.deepEqual((await evening.queue()).map(({ _id }) => _id).slice(0, 2), [
    files[1]!.id,
    files[2]!.id,
  ]);
  await assertRight(evening);
});

Deno.test("three songs of another source at the head of the queue do not stop the music", async () => {
  await using evening = await openEvening();
  await evening.source("manual");
  for (const tl of [50, 40, 30]) await evening.request(tl);
  await evening.source("spotify");
  await evening.auto(true);
  const song = await evening.request(5);
  await evening.pass(30);
  assert.equal((await evening.sight())!.state, "request");
  assert.ok(await evening.heardS(song) > 25);
  assert.equal((await evening.queue()).length, 3);
  await assertRight(evening);
});

Deno.test("a song of the own files is not played to a page whose source the cafe has left", async () => {
  await using evening = await openEvening();
  await evening.source("library");
  await evening.startPage();
  const file = await evening.request(20);
  await evening.source("spotify");
  await evening.pass(5);
  const [status] = await evening.press("play next");
  await evening.pass(60);
  assert.notEqual(status, 200);
  assert.deepEqual((await evening.queue()).map(({ _id }) => _id), [file.id]);
  assert.deepEqual(await evening.tipOf(file), { earned: null, reversed: null });
  await assertRight(evening);
});

Deno.test("when an hour ends, the song of its playlist is heard to its end, and the next one is of the new hour's", async () => {
  await using evening = await openEvening({ factor: 0.6 });
  const at = (ms: number) => new Date(ms + 180 * 60_000).toISOString().slice(11, 16);
  const now = evening.house.app()!.deps.now();
  const lists = [PLAYLISTS[0]!, PLAYLISTS[1]!];
  const entry = (from: string, list: typeof PLAYLISTS[number]) => ({
    ...{ from, fallback: { kind: "playlist", url: shareLink(list) } },
  });
  const begins = now - now % 60_000 + 2 * 60_000;
  const fallback = [entry(at(now - 3_600_000), lists[0]!), entry(at(begins), lists[1]!)];
  assert.equal(await evening.say("PUT", "/api/music", { fallback }), 200);
  await evening.auto(true);
  const { player } = evening.service;
  const heard: { contextUri: string | null; uri: string }[] = [];
  let changedAt = 0;
  for (let seconds = 0; seconds < 600; seconds += 5) {
    await evening.pass(5);
    // The job's own clock stands still in a simulated evening.
    await turnFallbacks(evening.house.app()!.deps);
    const uri = player.playing()?.item.uri;
    const { contextUri } = player.order;
    if (!uri || heard.at(-1)?.uri === uri) continue;
    if (heard.length > 0 && heard.at(-1)!.contextUri !== contextUri) {
      changedAt = evening.house.app()!.deps.now();
    }
    heard.push({ contextUri, uri });
  }
  assert.deepEqual(
    [...new Set(heard.map(({ contextUri }) => contextUri))],
    lists.map(({ id }) => `spotify:playlist:${id}`),
  );
  assert.ok(changedAt >= begins, "not before its hour");
  const last = heard.findLast(({ contextUri }) => contextUri!.endsWith(lists[0]!.id))!;
  const { durationMs } = lists[0]!.songs.find(({ uri }) => uri === last.uri)!;
  assert.ok(changedAt - begins <= durationMs + 10_000, "at the end of the song that played");
});

Deno.test("when an hour without music begins, the song of the playlist is heard to its end, and a guest's song ends the silence by itself", async () => {
  await using evening = await openEvening({ factor: 0.6 });
  const at = (ms: number) => new Date(ms + 180 * 60_000).toISOString().slice(11, 16);
  const { now } = evening.house.app()!.deps;
  const begins = now() - now() % 60_000 + 2 * 60_000;
  const url = shareLink(PLAYLISTS[0]!);
  const fallback = [
    { from: at(begins - 3_600_000), fallback: { kind: "playlist", url } },
    { from: at(begins), fallback: { kind: "none" } },
  ];
  assert.equal(await evening.say("PUT", "/api/music", { fallback }), 200);
  await evening.auto(true);
  const { player } = evening.service;
  let silentAt = 0;
  let last: { uri: string; durationMs: number } | undefined;
  for (let seconds = 0; seconds < 600; seconds += 1) {
    await evening.pass(1);
    // The job's own clock stands still in a simulated evening.
    if (seconds % 20 === 0) await turnFallbacks(evening.house.app()!.deps);
    if (player.isHeard()) {
      const { item, durationMs } = player.playing()!;
      assert.ok(silentAt === 0, `${item.uri} is heard in an hour without music`);
      last = { uri: item.uri, durationMs };
    } else if (last && silentAt === 0) silentAt = now();
  }
  assert.ok(silentAt >= begins - 1_000, "not before its hour");
  assert.ok(silentAt - begins <= last!.durationMs + 10_000, "at the end of the song that played");
  assert.equal(await evening.now(), null);
  const song = await evening.request(10);
  await evening.pass(20);
  assert.ok(await evening.heardS(song) > 10);
});
