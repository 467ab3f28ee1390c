// Songs that play by themselves while the owner presses something in the panel.
import { strict as assert } from "node:assert";
import { setFallback } from "../../../db/plays/conductors.ts";
import { readRevision } from "../../../db/people/rooms.ts";
import { ledger } from "../../../db/schema/money.ts";
import { PLAYLISTS, shareLink, SONGS } from "../../../server/music/demo/catalogue.ts";
import { automaticEvening } from "../../support/music/music_evening.ts";
import { PLAY } from "../../support/music/music_faults.ts";
import { playNext } from "../../support/people/cafe_evening.ts";
import { queueSong } from "../../support/people/requests.ts";

const LENGTH = { ms: 100_000 };
const MINUTE = 60;

Deno.test("'play next' is on its way while another request is approved: its song is followed like any other", async () => {
  await using evening = await automaticEvening([20, 10]);
  const { account, app, owner } = evening;
  await evening.run(60);
  const held = account.hold("after", PLAY);
  const pressed = playNext(app, owner.token);
  await held.arrived;
  await queueSong(app, owner);
  await app.deps.conductors.idle();
  held.release();
  assert.equal((await pressed).status, 200);
  await evening.run(60);
  assert.equal((await evening.playback()).state, "request");
});

Deno.test("the account refuses 'play next': the song that it was to replace plays on to its end", async () => {
  await using evening = await automaticEvening([20, 10], { songLength: LENGTH });
  const { account, app, owner, requests } = evening;
  await evening.run(60);
  account.fail("403 restriction", { path: PLAY });
  assert.equal((await playNext(app, owner.token)).status, 502);
  await evening.run(30);
  assert.equal(account.plays.get(requests[1]!.uri), undefined);
  await evening.run(10);
  assert.equal(account.plays.get(requests[1]!.uri), 1);
});

Deno.test("'Devam', pressed while a song plays, leaves the panel's state as it was", async () => {
  await using evening = await automaticEvening([20, 10]);
  await evening.run(60);
  assert.equal((await evening.playback()).state, "request");
  await evening.say("POST", "/api/playback/resume");
  await evening.run(10);
  assert.equal((await evening.playback()).state, "request");
});

Deno.test("turned off in the last seconds of a song: no other song begins", async () => {
  await using evening = await automaticEvening([20, 10], { songLength: LENGTH });
  await evening.run(96);
  await evening.say("PUT", "/api/playback/auto", { on: false });
  await evening.run(10);
  assert.deepEqual([...evening.account.plays.values()], [1]);
});

Deno.test("the owner skips a song while the service is away: it plays on and keeps its tip", async () => {
  await using evening = await automaticEvening([20, 10], { songLength: LENGTH });
  const { account, app, owner } = evening;
  await evening.run(15);
  await account.goAway();
  const answer = await app.call("POST", "/api/playback/skip", { token: owner.token });
  assert.equal(answer.status, 502);
  await account.comeBack();
  const rows = await app.deps.db.read.select().from(ledger);
  assert.deepEqual(rows.map(({ kind }) => kind), ["tip"]);
  await evening.run(4 * MINUTE);
  assert.deepEqual((await evening.played()).map(({ whyEnded }) => whyEnded), [
    "replaced",
    "finished",
  ]);
});

Deno.test("the account refuses the song after a skipped one: it begins by itself once it can", async () => {
  await using evening = await automaticEvening([20, 10], { songLength: LENGTH });
  const { account, app, owner, requests } = evening;
  await evening.run(50);
  account.fail("403 restriction", { path: PLAY });
  const answer = await app.call("POST", "/api/playback/skip", { token: owner.token });
  assert.equal(answer.status, 502);
  await evening.run(30);
  assert.equal(account.plays.get(requests[1]!.uri), 1);
});

Deno.test("'play next' is pressed while the playlist is being ordered: the guest's song is not cut off by it", async () => {
  await using evening = await automaticEvening([20], { withPlaylist: true, songLength: LENGTH });
  const { account, app, owner } = evening;
  await evening.run(90);
  const held = account.hold("before", PLAY);
  const running = evening.run(10);
  await held.arrived;
  const { title: songTitle, artists, uri } = SONGS[99]!;
  const { _id } = await queueSong(app, owner, { songTitle, artist: artists[0], uri });
  const pressed = await playNext(app, owner.token);
  held.release();
  await running;
  const plays = (await evening.played()).filter((play) => play.requestId === _id);
  assert.equal(pressed.status, 409);
  assert.equal(plays.length, 0);
  await evening.run(4 * MINUTE);
  assert.deepEqual(
    (await evening.played()).filter((play) => play.requestId === _id).map((p) => p.whyEnded),
    ["finished"],
  );
});

Deno.test("the owner chooses another playlist: it begins after the present song", async () => {
  await using evening = await automaticEvening([20], { withPlaylist: true, songLength: LENGTH });
  const { player } = evening;
  await evening.run(150);
  const before = player.order.contextUri;
  const other = PLAYLISTS.find(({ uri }) => uri !== before)!;
  await evening.say("PUT", "/api/music", {
    fallback: { kind: "playlist", url: shareLink(other) },
  });
  await evening.run(20);
  assert.equal(player.order.contextUri, before);
  await evening.run(60);
  assert.equal(player.order.contextUri, other.uri);
});

Deno.test("the owner skips a song 32 s after its start: its tip stays, although it was first seen later than that", async () => {
  await using evening = await automaticEvening([20, 10], { songLength: LENGTH });
  const { app, player } = evening;
  while ((player.playing()?.progressMs ?? 0) < 31_000) await evening.run(1);
  await evening.say("POST", "/api/playback/skip");
  const rows = await app.deps.db.read.select().from(ledger);
  assert.ok(!rows.some(({ kind }) => kind === "reversal"));
});

Deno.test("'play next' finds a song that began by itself 2 s before: skipped 31 s after its start, it keeps its tip", async () => {
  await using evening = await automaticEvening([20, 10], { songLength: LENGTH });
  const { app } = evening;
  await evening.run(2);
  await evening.say("POST", "/api/requests/play-next");
  await evening.run(29);
  await evening.say("POST", "/api/playback/skip");
  const rows = await app.deps.db.read.select().from(ledger);
  assert.ok(!rows.some(({ kind }) => kind === "reversal"));
});

Deno.test("turned off right after a song was ordered: it counts as begun, and 'play next' plays the one after it", async () => {
  await using evening = await automaticEvening([30, 20, 10], { songLength: LENGTH });
  const { account, app, owner, requests } = evening;
  while (account.plays.size < 2) await evening.run(1);
  await evening.say("PUT", "/api/playback/auto", { on: false });
  await evening.run(5 * MINUTE);
  assert.equal((await playNext(app, owner.token)).status, 200);
  assert.deepEqual(requests.map(({ uri }) => account.plays.get(uri)), [1, 1, 1]);
  const rows = await app.deps.db.read.select().from(ledger);
  assert.deepEqual(rows.map(({ amountKurus }) => amountKurus), [3000, 2000, 1000]);
});

Deno.test("the music service has the playlist no longer: the state does not blame the service, and a request begins at once", async () => {
  await using evening = await automaticEvening([20], { songLength: LENGTH });
  const { account, app, owner } = evening;
  await setFallback(app.deps.db, owner.ownerId, {
    fallbackUri: "spotify:playlist:0000000000000000000000",
    fallbackUrl: "https://open.spotify.com/playlist/0000000000000000000000",
    fallbackTitle: "Silinen liste",
    fallbackArt: "",
    fallbackLength: 10,
  });
  await app.deps.conductors.changed(owner.ownerId);
  await evening.run(10 * MINUTE);
  assert.equal((await evening.playback()).state, "idle");
  const calls = account.calls.length;
  await evening.run(10 * MINUTE);
  assert.equal(account.calls.length, calls);
  const { title: songTitle, artists, uri } = SONGS[99]!;
  await queueSong(app, owner, { songTitle, artist: artists[0], uri });
  await evening.run(5);
  assert.equal(account.plays.get(uri), 1);
});

Deno.test("a person moves within a song that 'play next' has started: the pages are told", async () => {
  await using evening = await automaticEvening([20, 10], { songLength: LENGTH });
  const { app, owner, player } = evening;
  await evening.run(50);
  assert.equal((await playNext(app, owner.token)).status, 200);
  await evening.run(20);
  const before = await readRevision(app.deps.db, owner.ownerId);
  player.seek(60_000);
  await evening.run(20);
  assert.ok((await readRevision(app.deps.db, owner.ownerId))! > before!);
});
