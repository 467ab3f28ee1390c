// What all cafes may ask the demo account together, and that it is left alone after a 429 (docs/music.md#calls).
import { strict as assert } from "node:assert";
import { callAllowances } from "../../../db/schema/music.ts";
import { PLAYLISTS, shareLink } from "../../../server/music/demo/catalogue.ts";
import { LeftOutError } from "../../../server/music/provider.ts";
import { createSpotify } from "../../../server/music/spotify/provider.ts";
import { PLAYER, TOKEN } from "../../support/music/music_faults.ts";
import { rounds } from "../../support/time/effort.ts";
import {
  musicEvening,
  type SpotifyPlayer,
  spotifyPlayer,
} from "../../support/music/music_evening.ts";

const LIST = PLAYLISTS[0]!;
const [SONG] = LIST.songs;
const SEARCH = /^GET .*\/search$/;
const HOUR_MS = 60 * 60_000;

async function lookOften({ player }: SpotifyPlayer, times: number) {
  for (let i = 0; i < times; i++) await player.now();
}

Deno.test("looks that may wait are left out once 20 calls were made in 30 s, and no call is made for them", async () => {
  await using cafe = await spotifyPlayer();
  const { player, clock } = cafe;
  for (let i = 0; i < 20; i++) await player.now({ mayWait: true });
  assert.equal(cafe.asked().length, 20);
  await assert.rejects(player.now({ mayWait: true }), LeftOutError);
  assert.deepEqual(cafe.asked(), []);
  await player.now();
  clock.pass(30_000);
  await player.now({ mayWait: true });
});

Deno.test("searches are refused as busy once 80 calls were made in 30 s, for all cafes together", async () => {
  await using cafe = await spotifyPlayer();
  const { provider, clock } = cafe;
  await lookOften(cafe, 79);
  await provider.search("bir");
  await assert.rejects(provider.search("iki"), {
    code: "music_busy",
    detail: { retryAfterS: 30, msg: "Spotify şu anda çok yoğun. 30 saniye sonra tekrar deneyin." },
  });
  clock.pass(30_000);
  assert.ok((await provider.search("a")).length > 0);
});

Deno.test("a screen's list of devices is at most 15 s old once 20 calls were made in 30 s, and new before that", async () => {
  await using cafe = await spotifyPlayer();
  const { player, clock } = cafe;
  const listed = await player.devices({ mayBeOld: true });
  await player.devices({ mayBeOld: true });
  await lookOften(cafe, 18);
  cafe.asked();
  clock.pass(14_999);
  assert.deepEqual(await player.devices({ mayBeOld: true }), listed);
  assert.deepEqual(cafe.asked(), []);
  await player.devices();
  clock.pass(15_000);
  await lookOften(cafe, 20);
  cafe.asked();
  await player.devices({ mayBeOld: true });
  assert.deepEqual(cafe.asked(), ["GET /me/player/devices"]);
});

Deno.test("a screen's look is at most 30 s old once 20 calls were made in 30 s, says so, and is new after a command", async () => {
  await using cafe = await spotifyPlayer();
  const { player, clock, person } = cafe;
  person.play([SONG]);
  await lookOften(cafe, 20);
  cafe.asked();
  clock.pass(10_000);
  const old = (await player.now({ mayBeOld: true }))!;
  assert.deepEqual(cafe.asked(), []);
  assert.deepEqual([old.isOld, old.isPlaying, old.progressMs], [true, true, 10_000]);
  await player.pause();
  cafe.asked();
  const fresh = (await player.now({ mayBeOld: true }))!;
  assert.deepEqual(cafe.asked(), ["GET /me/player"]);
  assert.deepEqual([fresh.isOld, fresh.isPlaying], [undefined, false]);
  clock.pass(30_000);
  for (let i = 0; i < 20; i++) await player.devices();
  assert.ok(!(await player.now({ mayBeOld: true }))!.isOld, "it would be too old");
});

Deno.test("a look that was under way while a command was given is not shown again", async () => {
  await using cafe = await spotifyPlayer();
  const { account, player, person } = cafe;
  person.play([SONG]);
  const held = account.hold("after", PLAYER);
  const early = player.now();
  await held.arrived;
  await player.pause();
  held.release();
  assert.equal((await early)!.isPlaying, true);
  await Promise.all(Array.from({ length: 20 }, () => player.devices()));
  cafe.asked();
  assert.equal((await player.now({ mayBeOld: true }))!.isPlaying, false);
  assert.deepEqual(cafe.asked(), ["GET /me/player"]);
});

Deno.test("every kind of call counts, and the token endpoint does not", async () => {
  await using cafe = await spotifyPlayer();
  const { account, clock, ownerId, player, provider } = cafe;
  clock.pass(HOUR_MS);
  await provider.search("bir");
  await player.play(SONG);
  await player.pause();
  await player.resume();
  await player.setVolume(10);
  await player.devices();
  await provider.readPlaylist(ownerId, shareLink(LIST));
  await lookOften(cafe, 12);
  assert.equal(account.calls.filter((call) => call.includes("/api/token")).length, 2);
  assert.equal(account.calls.filter((call) => call.includes("/v1/")).length, 20);
  await assert.rejects(player.now({ mayWait: true }), LeftOutError);
});

Deno.test("orders and looks that are needed are made at once, however many calls there were", async () => {
  await using cafe = await spotifyPlayer();
  const { player } = cafe;
  await lookOften(cafe, 120);
  cafe.asked();
  assert.deepEqual(await player.play(SONG), { kind: "ok" });
  await player.pause();
  await player.now();
  assert.deepEqual(cafe.asked(), [
    "PUT /me/player/repeat",
    "PUT /me/player/play",
    "PUT /me/player/pause",
    "GET /me/player",
  ]);
});

Deno.test("a busy evening: two panels read every 5 s, and no search of the guests fails", async () => {
  await using cafe = await spotifyPlayer();
  const { player, provider, clock } = cafe;
  let leftOut = 0;
  for (let s = 0; s < rounds(240, 600); s++) {
    clock.pass(1_000);
    for (let panel = 0; panel < 2; panel++) {
      if (s % 5 === panel) await player.now({ mayWait: true }).catch(() => leftOut++);
    }
    // Two guests search every second, and each 20 s a song is ordered.
    for (const guest of ["a", "b"]) await provider.search(`${guest} ${s}`);
    if (s % 20 === 0) await player.play(SONG);
  }
  assert.ok(leftOut > 0);
});

for (
  const [fault, seconds] of [
    ["429 after 1", 1],
    ["429 after a date", 30],
    ["429 without Retry-After", 5],
    ["429 after 86400", 86_400],
    ["429 quota exceeded", 86_400],
  ] as const
) {
  Deno.test(`after '${fault}' nothing is asked for ${seconds} s, and calls say how many are left`, async () => {
    await using cafe = await spotifyPlayer();
    const { account, clock, ownerId, player, provider } = cafe;
    account.fail(fault, { path: PLAYER });
    await assert.rejects(player.now(), busy(seconds));
    cafe.asked();
    clock.pass(seconds * 1000 - 1);
    await assert.rejects(player.now(), busy(1));
    await assert.rejects(player.now({ mayWait: true }), busy(1));
    await assert.rejects(player.pause(), busy(1));
    await assert.rejects(provider.search("deniz"), busy(1));
    await assert.rejects(provider.readPlaylist(ownerId, LIST.uri), busy(1));
    const outcome = await player.play(SONG);
    assert.equal(outcome.kind === "refused" && outcome.error.detail.retryAfterS, 1);
    assert.deepEqual(cafe.asked().filter((call) => !call.includes("/api/token")), []);
    clock.pass(1);
    assert.equal(await player.now(), null);
  });
}

Deno.test("a look that may wait says that the service is busy rather than that it was left out", async () => {
  await using cafe = await spotifyPlayer();
  await lookOften(cafe, 30);
  cafe.account.fail("429 after 1", { path: PLAYER });
  await assert.rejects(cafe.player.now(), busy(1));
  await assert.rejects(cafe.player.now({ mayWait: true }), busy(1));
});

Deno.test("429s without a time that follow each other double the pause, and another answer ends that", async () => {
  await using cafe = await spotifyPlayer();
  const { account, clock, player, provider } = cafe;
  account.fail("429 without Retry-After", { path: PLAYER, times: 2 });
  account.fail("429 without Retry-After", { path: SEARCH, times: 1 });
  for (
    const [ask, seconds] of [[() => player.now(), 5], [() => provider.search("a"), 10], [
      () => player.now(),
      20,
    ]] as const
  ) {
    await assert.rejects(ask(), busy(seconds));
    clock.pass(seconds * 1000);
  }
  await player.now();
  account.fail("429 without Retry-After", { path: PLAYER });
  await assert.rejects(player.now(), busy(5));
});

Deno.test("what a 429 has taught outlives a restart", async () => {
  await using cafe = await musicEvening([]);
  const { account, app: { deps }, clock, owner: { ownerId } } = cafe;
  clock.pass(30_000);
  const player = await (await deps.music.sourceOf(ownerId)).openPlayer(ownerId);
  account.fail("429 after 1", { path: PLAYER });
  await assert.rejects(player.now!(), busy(1));
  await deps.db.write((d) => [d.select().from(callAllowances)]);
  clock.pass(1_000);

  const restarted = createSpotify(deps);
  assert.equal(await (await restarted.openPlayer(ownerId)).now!(), null);
  for (let i = 1; i < 45 * 8 / 9; i++) await restarted.search(`${i}`);
  await assert.rejects(restarted.search("one too many"), { code: "music_busy" });
});

Deno.test("a 429 of the token endpoint has only the token endpoint left alone", async () => {
  await using cafe = await spotifyPlayer();
  const { account, clock, player, provider } = cafe;
  clock.pass(HOUR_MS);
  await player.now();
  account.fail("429 after 1", { path: TOKEN });
  await assert.rejects(provider.search("a"), busy(1));
  cafe.asked();
  await assert.rejects(provider.search("a"), busy(1));
  assert.deepEqual(cafe.asked(), []);
  await player.now();
  clock.pass(1_000);
  assert.ok((await provider.search("a")).length > 0);
});

function busy(retryAfterS: number) {
  return (error: { code?: string; detail?: { retryAfterS?: number } }) => {
    assert.deepEqual([error.code, error.detail?.retryAfterS], ["music_busy", retryAfterS]);
    return true;
  };
}
