// Songs that play by themselves while people use the music account's own app, its devices and the panel.
import { strict as assert } from "node:assert";
import { SONGS } from "../../../server/music/demo/catalogue.ts";
import { connect } from "../../support/people/connection.ts";
import { createOwner } from "../../support/people/factories.ts";
import { decide, queueSong } from "../../support/people/requests.ts";
import { testApp } from "../../support/start/test_app.ts";
import { automaticEvening, type MusicEvening } from "../../support/music/music_evening.ts";
import { ADVERTISEMENT, EPISODE } from "../../support/music/demo_listener.ts";

const [BAR, TERRACE] = ["bar-hoparloru", "teras-hoparloru"] as const;
const MINUTE = 60;
const HOUR = 3600;
const LAST_SONG = SONGS.at(-1)!;

Deno.test("a person pauses in the app: nothing begins for an hour, and the music goes on where they resume it", async () => {
  await using evening = await automaticEvening([20, 10], { withPlaylist: true });
  const { account, player, requests } = evening;
  await evening.run(30);
  player.pause();
  await evening.run(HOUR);
  assert.equal((await evening.playback()).state, "paused");
  assert.deepEqual([...account.plays.values()], [1]);
  player.resume();
  await evening.run(10 * MINUTE);
  assert.deepEqual(await guestPlays(evening), [
    [requests[0]!.uri, "replaced"],
    [requests[1]!.uri, "finished"],
  ]);
});

Deno.test("a person skips a song in the app: it counts as played, keeps its tip, and the next one begins", async () => {
  await using evening = await automaticEvening([20, 10]);
  const { player, requests } = evening;
  await evening.run(45);
  player.next();
  assert.ok(Math.max(...await evening.listen(60)) <= 20);
  assert.deepEqual(await guestPlays(evening), [[requests[0]!.uri, "cut"], [
    requests[1]!.uri,
    null,
  ]]);
  assert.equal(await balance(evening), 30);
});

Deno.test("a person chooses a song: it plays to its end and 15 s longer, then the queue goes on", async () => {
  await using evening = await automaticEvening([20, 10]);
  const { player, requests } = evening;
  await evening.run(45);
  player.play([LAST_SONG]);
  await evening.run(LAST_SONG.durationMs / 1000 + 6);
  const { state, playing } = await evening.playback();
  assert.deepEqual([state, playing], ["human", null]);
  assert.equal((await guestPlays(evening)).length, 1);
  await evening.run(45);
  assert.deepEqual(await guestPlays(evening), [[requests[0]!.uri, "cut"], [
    requests[1]!.uri,
    null,
  ]]);
});

Deno.test("a person chooses a song, and the owner presses 'Devam': the queue goes on at once", async () => {
  await using evening = await automaticEvening([20, 10]);
  await evening.run(45);
  evening.player.play([LAST_SONG]);
  await evening.run(40);
  assert.equal((await evening.playback()).playing!.title, LAST_SONG.title);
  await evening.say("POST", "/api/playback/resume");
  await evening.run(5);
  const { state, playing } = await evening.playback();
  assert.deepEqual([state, playing!.title], ["request", evening.requests[1]!.songTitle]);
});

Deno.test("a person starts the cafe's own playlist: that is the cafe's music, and requests follow it", async () => {
  await using evening = await automaticEvening([20], { withPlaylist: true });
  const { player } = evening;
  await evening.run(10 * MINUTE);
  const songs = player.order.contextUri;
  player.play([LAST_SONG]);
  await evening.run(40);
  assert.equal((await evening.playback()).state, "human");
  player.play([...SONGS.slice(0, 3)] as [typeof LAST_SONG], { contextUri: songs! });
  await evening.run(40);
  assert.equal((await evening.playback()).state, "fallback");
});

Deno.test("a request comes while the playlist plays: the sentence says that it begins after this song", async () => {
  await using evening = await automaticEvening([20], { withPlaylist: true });
  await evening.run(10 * MINUTE);
  assert.match((await evening.playback()).sentence, /^Sırada istek yok/);
  await queueSong(evening.app, evening.owner, { uri: SONGS[99]!.uri });
  const { state, sentence } = await evening.playback();
  assert.equal(state, "fallback");
  assert.equal(sentence, "Kafenin müziği çalıyor. Sıradaki istek bu şarkıdan sonra başlar.");
});

Deno.test("a podcast or an advertisement is left to its end, and then the queue goes on", async () => {
  for (const item of [EPISODE, ADVERTISEMENT]) {
    await using evening = await automaticEvening([20, 10]);
    await evening.run(45);
    evening.player.play([item]);
    await evening.run(item.durationMs / 1000 - 5);
    assert.equal((await guestPlays(evening)).length, 1);
    await evening.run(60);
    assert.equal((await guestPlays(evening)).length, 2);
  }
});

Deno.test("another device shows a paused song when a request comes: it plays on the chosen device, which is named if it is off", async () => {
  await using evening = await automaticEvening([20]);
  const { app, owner, player } = evening;
  await evening.run(6 * MINUTE);
  await evening.say("PUT", "/api/spotify/device", { deviceId: BAR });
  player.switchOn(TERRACE);
  player.play([LAST_SONG]);
  player.transfer(TERRACE);
  player.pause();
  player.switchOff(BAR);
  const { title: songTitle, artists, uri } = SONGS[99]!;
  await queueSong(app, owner, { songTitle, artist: artists[0], uri });
  await evening.run(5);
  const { state, sentence } = await evening.playback();
  assert.equal(state, "no_device");
  assert.match(sentence, /'Bar hoparlörü' şu anda kapalı/);
  player.switchOn(BAR);
  await evening.run(30);
  assert.equal((await evening.playback()).state, "request");
  assert.deepEqual(player.devices.filter((d) => d.isActive).map(({ id }) => id), [BAR]);
});

Deno.test("a device vanishes and returns: the song that it cut counts as played, and the next one begins", async () => {
  await using evening = await automaticEvening([20, 10]);
  const { player, requests } = evening;
  await evening.run(45);
  player.switchOff(BAR);
  await evening.run(10 * MINUTE);
  const { state, sentence } = await evening.playback();
  assert.equal(state, "no_device");
  assert.match(sentence, /cihaz/);
  player.switchOn(BAR);
  await evening.run(60);
  assert.deepEqual(await guestPlays(evening), [[requests[0]!.uri, "cut"], [
    requests[1]!.uri,
    null,
  ]]);
});

Deno.test("a song that the player does not have leaves the queue as unplayable, earns nothing, and the next one plays", async () => {
  await using evening = await automaticEvening([20, 10]);
  const { account, app, owner, requests } = evening;
  account.fail("unplayable track", { uri: requests[1]!.uri });
  await evening.run(10 * MINUTE);
  assert.deepEqual(await guestPlays(evening), [[requests[0]!.uri, "replaced"]]);
  const open = await (await app.call("GET", "/api/requests", { token: owner.token })).json();
  assert.deepEqual(
    open.map(({ _id, unplayable }: { _id: string; unplayable: boolean }) => [_id, unplayable]),
    [[requests[1]!._id, true]],
  );
  assert.equal(await balance(evening), 20);
  account.heal();
  assert.equal((await decide(app, owner.token, requests[1]!._id, "approved")).status, 200);
  await evening.run(10);
  assert.equal((await guestPlays(evening)).length, 2);
});

Deno.test("three songs in a row cannot be played: all three return, and nothing begins until the owner says so", async () => {
  await using evening = await automaticEvening([40, 30, 20, 10]);
  const { account, app, owner } = evening;
  await evening.run(45);
  account.fail("unplayable track");
  await evening.run(20 * MINUTE);
  const { state, sentence } = await evening.playback();
  assert.equal(state, "stopped");
  assert.match(sentence, /üç şarkı/);
  const open = await (await app.call("GET", "/api/requests", { token: owner.token })).json();
  assert.deepEqual(open.map(({ unplayable }: { unplayable: boolean }) => unplayable), [
    ...[false, false, false],
  ]);
  const calls = account.calls.length;
  await evening.run(HOUR);
  assert.equal(account.calls.length, calls);
  account.heal();
  await evening.say("POST", "/api/playback/resume");
  await evening.run(25 * MINUTE);
  assert.equal((await guestPlays(evening)).length, 4);
});

Deno.test("the owner skips a guest's song within 30 s: its tip is reversed, and the next one begins at once", async () => {
  await using evening = await automaticEvening([20, 10]);
  const { requests } = evening;
  await evening.run(25);
  assert.equal(await balance(evening), 20);
  await evening.say("POST", "/api/playback/skip");
  assert.equal((await evening.listen(60)).length, 0);
  assert.deepEqual(await guestPlays(evening), [
    [requests[0]!.uri, "skipped"],
    [requests[1]!.uri, null],
  ]);
  assert.equal(await balance(evening), 10);
});

Deno.test("the owner pauses in the panel, and goes on", async () => {
  await using evening = await automaticEvening([20, 10]);
  await evening.run(60);
  await evening.say("POST", "/api/playback/pause");
  await evening.run(20 * MINUTE);
  const { state, playing } = await evening.playback();
  assert.deepEqual([state, playing!.isPlaying, playing!.positionMs], ["paused", false, 60_000]);
  await evening.say("POST", "/api/playback/resume");
  assert.equal((await evening.listen(3 * MINUTE)).length, 0);
  assert.equal((await evening.playback()).state, "request");
});

Deno.test("a revoked account: the state says to connect, and after that the music goes on", async () => {
  await using evening = await automaticEvening([20], { withPlaylist: true });
  const { account, app, owner } = evening;
  await evening.run(60);
  account.revoke();
  // The access token lasts for an hour.
  await evening.run(2 * HOUR);
  assert.equal((await evening.playback()).state, "reconnect");
  evening.player.pause();
  await connect(app, owner.token);
  await evening.run(10);
  assert.equal((await evening.playback()).state, "fallback");
});

Deno.test("the owner disconnects the account: the state says so at once", async () => {
  await using evening = await automaticEvening([20]);
  await evening.run(60);
  await evening.say("POST", "/api/spotify/disconnect");
  assert.equal((await evening.playback()).state, "reconnect");
});

Deno.test("the service is away for an hour: the state says until when it is left alone, and then the queue goes on", async () => {
  await using evening = await automaticEvening([20, 10]);
  const { account } = evening;
  await evening.run(60);
  await account.goAway();
  await evening.run(HOUR);
  assert.equal((await evening.playback()).state, "blocked");
  await account.comeBack();
  await evening.run(2 * MINUTE);
  assert.equal((await guestPlays(evening)).length, 2);
});

Deno.test("turned off, nothing begins by itself; turned on again, the queue goes on", async () => {
  await using evening = await automaticEvening([20, 10]);
  await evening.run(60);
  await evening.say("PUT", "/api/playback/auto", { on: false });
  await evening.run(HOUR);
  assert.equal((await guestPlays(evening)).length, 1);
  assert.equal((await evening.playback()).state, "off");
  await evening.say("PUT", "/api/playback/auto", { on: true });
  await evening.run(20);
  assert.equal((await guestPlays(evening)).length, 2);
});

/** Uri and end of each guest's song that began, in order. */
async function guestPlays(evening: MusicEvening): Promise<[string, string | null][]> {
  return (await evening.played()).filter(({ requestId }) => requestId !== null)
    .map(({ uri, whyEnded }) => [uri, whyEnded]);
}

/** What the cafe is owed, in TL. */
async function balance({ app, owner }: MusicEvening): Promise<number> {
  const answer = await app.call("GET", "/api/payouts/summary", { token: owner.token });
  return (await answer.json()).currentBalance;
}

Deno.test("turned on without a music account, the answer says that it has to be connected", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const conducting = app.deps.conductors.start();
  const answer = await app.call("PUT", "/api/playback/auto", { token, body: { on: true } });
  const { auto, state } = await answer.json();
  await conducting.stop();
  assert.deepEqual([auto, state], [true, "reconnect"]);
});
