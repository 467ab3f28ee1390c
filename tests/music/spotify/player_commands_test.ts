// Pause, resume and volume at the demo account.
import { strict as assert } from "node:assert";
import { PLAYLISTS } from "../../../server/music/demo/catalogue.ts";
import { DomainError } from "../../../server/errors.ts";
import type { SpotifyDevice } from "../../../server/music/spotify/answers.ts";
import { deviceFor } from "../../../server/music/spotify/orders.ts";
import { type SpotifyPlayer, spotifyPlayer } from "../../support/music/music_evening.ts";

const [SONG] = PLAYLISTS[0]!.songs;
const [BAR, PHONE] = ["bar-hoparloru", "kasa-telefonu"];
const PAUSE = /^PUT .*\/me\/player\/pause$/;

/** The song plays, and the calls are counted from now on. */
async function playing(): Promise<SpotifyPlayer> {
  const cafe = await spotifyPlayer();
  await cafe.player.play(SONG);
  cafe.clock.pass(10_000);
  cafe.asked();
  return cafe;
}

Deno.test("pause stops the song where it is, and resume goes on from there", async () => {
  await using cafe = await playing();
  const { player, clock } = cafe;
  await player.pause();
  clock.pass(60_000);
  const paused = (await player.now())!;
  assert.deepEqual([paused.isPlaying, paused.progressMs], [false, 10_000]);
  await player.resume();
  clock.pass(5_000);
  const resumed = (await player.now())!;
  assert.deepEqual([resumed.isPlaying, resumed.progressMs], [true, 15_000]);
});

Deno.test("pause of what is paused already is fine, and so is resume of what plays", async () => {
  await using cafe = await playing();
  const { player, person } = cafe;
  await player.resume();
  assert.deepEqual(cafe.asked(), ["PUT /me/player/play", "GET /me/player"]);
  person.pause();
  await player.pause();
  assert.deepEqual(cafe.asked(), ["PUT /me/player/pause", "GET /me/player"]);
  assert.equal(person.look()!.isPlaying, false);
});

Deno.test("pause is fine if nothing plays any more, and resume is not", async () => {
  await using cafe = await playing();
  cafe.person.endSong();
  await cafe.player.pause();
  await assert.rejects(cafe.player.resume(), { code: "music_restricted" });
});

Deno.test("pause throws if it is refused while the song plays on, and the look is fresh", async () => {
  await using cafe = await playing();
  cafe.account.fail("403 restriction", { path: PAUSE });
  await assert.rejects(cafe.player.pause(), { code: "music_restricted" });
  assert.deepEqual(cafe.asked(), ["PUT /me/player/pause", "GET /me/player"]);
});

Deno.test("pause throws what keeps the service from it, without another look", async () => {
  await using cafe = await playing();
  for (
    const [fault, code] of [
      ["403 premium as text", "music_premium_required"],
      ["404 no device", "music_no_device"],
      ["502 HTML", "music_unavailable"],
      ["429 after 1", "music_busy"],
    ] as const
  ) {
    cafe.account.fail(fault, { path: PAUSE });
    await assert.rejects(cafe.player.pause(), { code });
    assert.deepEqual(cafe.asked(), ["PUT /me/player/pause"]);
  }
});

Deno.test("resume goes on at the only device if none is active any more", async () => {
  await using cafe = await playing();
  const { person, player } = cafe;
  person.switchOff(BAR);
  person.switchOn(BAR);
  await player.resume();
  assert.deepEqual(person.look()!.item.uri, SONG.uri);
  assert.equal(person.look()!.isPlaying, true);
});

Deno.test("setVolume sets the volume of the device in use", async () => {
  await using cafe = await playing();
  for (const percent of [0, 35, 100]) {
    await cafe.player.setVolume(percent);
    assert.equal((await cafe.player.now())!.device!.volumePercent, percent);
  }
});

Deno.test("setVolume throws volume_fixed for a device whose volume cannot be set, which shows none", async () => {
  await using cafe = await playing();
  const { person, player } = cafe;
  person.switchOn(PHONE);
  person.transfer(PHONE);
  assert.equal((await player.now())!.device!.volumePercent, null);
  await assert.rejects(player.setVolume(50), { code: "volume_fixed" });
});

Deno.test("setVolume without an active device throws music_no_device", async () => {
  await using cafe = await playing();
  cafe.person.switchOff(BAR);
  await assert.rejects(cafe.player.setVolume(50), { code: "music_no_device" });
});

const NONE = { deviceId: null, deviceName: null };

Deno.test("deviceFor without a choice returns the one device that may be controlled, and throws if there is none or more than one", () => {
  const device = (id: string, isRestricted = false): SpotifyDevice => (
    { id, name: id, isActive: false, isRestricted }
  );
  assert.equal(deviceFor(NONE, [device("a", true), device("b")]).id, "b");
  assert.throws(() => deviceFor(NONE, []), { code: "music_no_device" });
  assert.throws(() => deviceFor(NONE, [device("a", true)]), { code: "music_restricted" });
  assert.throws(() => deviceFor(NONE, [device("a"), device("b")]), { code: "music_choose_device" });
});

Deno.test("deviceFor returns the chosen device, and throws with its name if it is off or may not be controlled", () => {
  const [bar, locked]: SpotifyDevice[] = [
    { id: "bar", name: "Bar", isActive: false, isRestricted: false },
    { id: "tv", name: "Televizyon", isActive: true, isRestricted: true },
  ];
  assert.equal(deviceFor({ deviceId: "bar", deviceName: "Bar" }, [locked!, bar!]).id, "bar");
  const off = { code: "music_no_device", detail: { msg: /^'Bar' şu anda kapalı/ } };
  assert.throws(() => deviceFor({ deviceId: "bar", deviceName: "Bar" }, [locked!]), matches(off));
  const tv = { code: "music_no_device", detail: { msg: /^'Televizyon' şu anda kapalı/ } };
  assert.throws(
    () => deviceFor({ deviceId: "tv", deviceName: "Televizyon" }, [locked!, bar!]),
    matches(tv),
  );
  const unnamed = { code: "music_no_device", detail: { msg: /^Seçtiğiniz cihaz şu anda kapalı/ } };
  assert.throws(() => deviceFor({ deviceId: "x", deviceName: null }, [bar!]), matches(unnamed));
});

function matches(expected: { code: string; detail: { msg: RegExp } }) {
  return (error: unknown) => {
    assert.ok(error instanceof DomainError);
    assert.equal(error.code, expected.code);
    assert.match(error.detail.msg!, expected.detail.msg);
    return true;
  };
}
