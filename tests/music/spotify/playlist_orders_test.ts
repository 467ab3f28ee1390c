// Orders for a playlist at the demo account: shuffled, from anywhere, without an end.
import { strict as assert } from "node:assert";
import { PLAYLISTS } from "../../../server/music/demo/catalogue.ts";
import { spotifyPlayer } from "../../support/music/music_evening.ts";

const LIST = PLAYLISTS[0]!;
const { uri, songs: { length } } = LIST;
const BAR = "bar-hoparloru";
const SHUFFLE_ON = "PUT /me/player/shuffle";
const ORDER = "PUT /me/player/play";
const REPEAT_ALL = "PUT /me/player/repeat";
const SHUFFLE = /^PUT .*\/me\/player\/shuffle$/;
const REPEAT = /^PUT .*\/me\/player\/repeat$/;

Deno.test("playPlaylist plays the list from a random song, shuffled, and over again", async () => {
  await using cafe = await spotifyPlayer({ random: () => 0.5 });
  const { person, player, clock } = cafe;
  assert.deepEqual(await player.playPlaylist({ uri, length }), { kind: "ok" });
  assert.deepEqual(cafe.asked(), [SHUFFLE_ON, ORDER, REPEAT_ALL]);
  const { item, shuffle, repeat, contextUri } = person.look()!;
  assert.deepEqual([shuffle, repeat, contextUri], [true, "context", uri]);
  assert.equal(item.uri, LIST.songs[Math.floor(length / 2)]!.uri);
  clock.pass(24 * 60 * 60_000);
  assert.equal((await player.now())!.isPlaying, true);
});

Deno.test("playPlaylist can open on the first and on the last song", async () => {
  for (const [random, song] of [[0, LIST.songs[0]], [1 - 2 ** -53, LIST.songs.at(-1)!]] as const) {
    await using cafe = await spotifyPlayer({ random: () => random });
    await cafe.player.playPlaylist({ uri, length });
    assert.equal((await cafe.player.now())!.song!.uri, song.uri);
  }
});

Deno.test("playPlaylist does not open on the first song each time, although the account's player does", async () => {
  await using cafe = await spotifyPlayer({ random: () => 0.9 });
  cafe.account.fail("opens on the first track");
  await cafe.player.playPlaylist({ uri, length });
  assert.equal((await cafe.player.now())!.song!.uri, LIST.songs[Math.floor(0.9 * length)]!.uri);
});

Deno.test("playPlaylist orders the list once more without a place if it has become shorter", async () => {
  await using cafe = await spotifyPlayer({ random: () => 0.99 });
  assert.deepEqual(await cafe.player.playPlaylist({ uri, length: 10_000 }), { kind: "ok" });
  assert.deepEqual(cafe.asked(), [SHUFFLE_ON, ORDER, ORDER, REPEAT_ALL]);
  assert.equal((await cafe.player.now())!.contextUri, uri);
});

Deno.test("playPlaylist names no place if the length is not known, or the list is empty", async () => {
  for (const length of [null, 0]) {
    await using cafe = await spotifyPlayer({ random: () => 0.99 });
    cafe.account.fail("opens on the first track");
    assert.deepEqual(await cafe.player.playPlaylist({ uri, length }), { kind: "ok" });
    assert.equal((await cafe.player.now())!.song!.uri, LIST.songs[0].uri);
  }
});

for (const [what, path] of [["shuffle", SHUFFLE], ["repeat", REPEAT]] as const) {
  for (const fault of ["403 restriction", "502 HTML", "reset before the effect"] as const) {
    Deno.test(`playPlaylist plays the list although ${what} could not be set: ${fault}`, async () => {
      await using cafe = await spotifyPlayer();
      cafe.account.fail(fault, { path });
      assert.deepEqual(await cafe.player.playPlaylist({ uri, length }), { kind: "ok" });
      assert.equal((await cafe.player.now())!.contextUri, uri);
    });
  }
}

for (const fault of ["401", "429 after 1", "404 no device"] as const) {
  Deno.test(`playPlaylist gives its order once if repeat meets ${fault} after it`, async () => {
    await using cafe = await spotifyPlayer();
    cafe.account.fail(fault, { path: REPEAT });
    assert.deepEqual(await cafe.player.playPlaylist({ uri, length }), { kind: "ok" });
    assert.equal(cafe.asked().filter((call) => call === ORDER).length, 1);
  });
}

Deno.test("playPlaylist sets shuffle and repeat once the list plays if no device was active", async () => {
  await using cafe = await spotifyPlayer();
  const { person, player } = cafe;
  person.switchOff(BAR);
  person.switchOn(BAR);
  assert.deepEqual(await player.playPlaylist({ uri, length }), { kind: "ok" });
  const { shuffle, repeat } = person.look()!;
  assert.deepEqual([shuffle, repeat], [true, "context"]);
});

Deno.test("a song that follows a playlist is not repeated, and a playlist after it is shuffled without another call", async () => {
  await using cafe = await spotifyPlayer();
  const { person, player, clock } = cafe;
  await player.playPlaylist({ uri, length });
  clock.pass(1_000);
  cafe.asked();
  await player.play(LIST.songs[0]);
  assert.equal(person.look()!.repeat, "off");
  await player.playPlaylist({ uri, length });
  assert.equal(person.look()!.repeat, "context");
  assert.deepEqual(cafe.asked(), [REPEAT_ALL, ORDER, ORDER, REPEAT_ALL]);
});

Deno.test("a look that still shows what was before a playlist does not leave repeat on for the next song", async () => {
  await using cafe = await spotifyPlayer();
  const { account, person, player } = cafe;
  await player.play(LIST.songs[0]);
  account.fail("stale after a command");
  await player.playPlaylist({ uri, length });
  assert.equal((await player.now())!.contextUri, null, "stale");
  await player.play(LIST.songs[1]!);
  account.heal();
  assert.equal(person.look()!.repeat, "off");
});

Deno.test("a look that shows nothing leaves known what was set: the next song costs no other call", async () => {
  await using cafe = await spotifyPlayer();
  const { account, clock, player } = cafe;
  await player.play(LIST.songs[0]);
  clock.pass(4_000);
  account.fail("204 while playing");
  assert.equal(await player.now(), null);
  cafe.asked();
  await player.play(LIST.songs[1]!);
  assert.deepEqual(cafe.asked(), [ORDER]);
});

Deno.test("playPlaylist of a list that the service does not have is refused with a sentence of its own", async () => {
  await using cafe = await spotifyPlayer();
  const unknown = { uri: "spotify:playlist:0000000000000000000000", length: 5 };
  const outcome = await cafe.player.playPlaylist(unknown);
  assert.ok(outcome.kind === "refused");
  assert.deepEqual([outcome.because, outcome.error.code], ["song", "music_unavailable"]);
  assert.match(outcome.error.detail.msg!, /çalma listesi/);
});

Deno.test("playPlaylist follows the device in use", async () => {
  await using cafe = await spotifyPlayer();
  cafe.person.switchOn("teras-hoparloru");
  await cafe.player.playPlaylist({ uri, length }, { deviceId: "teras-hoparloru" });
  assert.equal((await cafe.player.now())!.device!.id, "teras-hoparloru");
});
