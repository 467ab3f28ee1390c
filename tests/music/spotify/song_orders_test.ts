// Orders for one song at the demo account: repeat goes off before them, and they follow the device in use.
import { strict as assert } from "node:assert";
import { PLAYLISTS } from "../../../server/music/demo/catalogue.ts";
import { PLAY } from "../../support/music/music_faults.ts";
import { spotifyPlayer } from "../../support/music/music_evening.ts";

const [SONG, OTHER] = PLAYLISTS[0]!.songs as unknown as [
  typeof PLAYLISTS[0]["songs"][0],
  typeof PLAYLISTS[0]["songs"][0],
];
const [BAR, TERRACE] = ["bar-hoparloru", "teras-hoparloru"];
const [REPEAT_OFF, ORDER, LOOK, DEVICES] = [
  "PUT /me/player/repeat",
  "PUT /me/player/play",
  "GET /me/player",
  "GET /me/player/devices",
];
const REPEAT = /^PUT .*\/me\/player\/repeat$/;

Deno.test("play puts repeat off first, so that a song does not come again", async () => {
  await using cafe = await spotifyPlayer();
  const { person, player, clock, account } = cafe;
  person.setRepeat("track");
  assert.deepEqual(await player.play(SONG), { kind: "ok" });
  assert.deepEqual(cafe.asked(), [REPEAT_OFF, ORDER]);
  clock.pass(SONG.durationMs + 1_000);
  assert.equal(await player.now(), null);
  assert.equal(account.plays.get(SONG.uri), 1);
});

Deno.test("play makes no extra call if the last look or command says that repeat is off", async () => {
  await using cafe = await spotifyPlayer();
  const { person, player, clock } = cafe;
  await player.play(SONG);
  clock.pass(14_000);
  await player.play(OTHER);
  clock.pass(10_000);
  await player.now();
  clock.pass(14_000);
  await player.play(SONG);
  assert.deepEqual(cafe.asked(), [REPEAT_OFF, ORDER, ORDER, LOOK, ORDER]);
  await player.now();
  clock.pass(15_000);
  await player.play(OTHER);
  assert.deepEqual(cafe.asked(), [LOOK, REPEAT_OFF, ORDER], "a look of long ago proves nothing");
  clock.pass(3_000);
  person.setRepeat("context");
  await player.now();
  await player.play(SONG);
  assert.deepEqual(cafe.asked(), [LOOK, REPEAT_OFF, ORDER]);
});

for (const fault of ["403 restriction", "500", "502 HTML", "reset before the effect"] as const) {
  Deno.test(`play orders the song although repeat could not be put off: ${fault}`, async () => {
    await using cafe = await spotifyPlayer();
    cafe.account.fail(fault, { path: REPEAT });
    assert.deepEqual(await cafe.player.play(SONG), { kind: "ok" });
    assert.deepEqual(cafe.asked(), [REPEAT_OFF, ORDER]);
    await cafe.player.play(OTHER);
    assert.deepEqual(cafe.asked(), [REPEAT_OFF, ORDER], "it is not taken for done");
  });
}

Deno.test("play is refused without an order if repeat could not be put off because the service is busy", async () => {
  await using cafe = await spotifyPlayer();
  cafe.account.fail("429 after 1", { path: REPEAT });
  const outcome = await cafe.player.play(SONG);
  assert.equal(outcome.kind === "refused" && outcome.error.code, "music_busy");
  assert.deepEqual(cafe.asked(), [REPEAT_OFF]);
});

Deno.test("play on a device that was not active puts repeat off once the song plays", async () => {
  await using cafe = await spotifyPlayer();
  const { person, player } = cafe;
  person.setRepeat("track");
  person.switchOff(BAR);
  person.switchOn(BAR);
  assert.deepEqual(await player.play(SONG), { kind: "ok" });
  assert.deepEqual(cafe.asked(), [REPEAT_OFF, DEVICES, ORDER, REPEAT_OFF]);
  assert.equal(person.look()!.repeat, "off");
});

Deno.test("play does not repeat an accepted order if the token is refused after it", async () => {
  await using cafe = await spotifyPlayer();
  const { account, person, player } = cafe;
  person.switchOff(BAR);
  person.switchOn(BAR);
  account.fail("404 no device", { path: REPEAT });
  account.fail("401", { path: REPEAT });
  assert.deepEqual(await player.play(SONG), { kind: "ok" });
  assert.equal(account.plays.get(SONG.uri), 1);
});

Deno.test("play follows the device in use, whatever device was chosen", async () => {
  await using cafe = await spotifyPlayer();
  const { person, player, provider, ownerId } = cafe;
  await player.chooseDevice(BAR);
  const opened = await provider.openPlayer(ownerId);
  person.switchOn(TERRACE);
  person.transfer(TERRACE);
  assert.deepEqual(await opened.play(SONG, { deviceId: TERRACE }), { kind: "ok" });
  assert.equal((await player.now())!.device!.id, TERRACE);
  assert.deepEqual(await opened.play(OTHER), { kind: "ok" });
  assert.equal((await player.now())!.device!.id, BAR, "without a device in use, the chosen one");
});

Deno.test("play goes to the only device that is on if the device in use has vanished", async () => {
  await using cafe = await spotifyPlayer();
  assert.deepEqual(await cafe.player.play(SONG, { deviceId: "gone" }), { kind: "ok" });
  assert.equal((await cafe.player.now())!.device!.id, BAR);
});

for (
  const uri of ["spotify:track:0000000000000000000000", "spotify:album:0000000000000000000000"]
) {
  Deno.test(`play of ${uri} is refused because of the song`, async () => {
    await using cafe = await spotifyPlayer();
    const outcome = await cafe.player.play({ uri });
    assert.ok(outcome.kind === "refused");
    assert.deepEqual([outcome.because, outcome.error.code], ["song", "music_unavailable"]);
  });
}

for (
  const fault of ["403 premium as JSON", "403 restriction", "404 no device", "429 after 1"] as const
) {
  Deno.test(`play that meets '${fault}' is not refused because of the song`, async () => {
    await using cafe = await spotifyPlayer();
    cafe.account.fail(fault, { path: PLAY, times: 2 });
    const outcome = await cafe.player.play(SONG);
    assert.ok(outcome.kind === "refused");
    assert.equal(outcome.because, undefined);
  });
}
