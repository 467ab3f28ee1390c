// What a look at the demo account's player shows, with what the service leaves out or puts in another place.
import { strict as assert } from "node:assert";
import { PLAYLISTS } from "../../../server/music/demo/catalogue.ts";
import { createKnownModes } from "../../../server/music/spotify/orders.ts";
import { PLAYER, relinkedUri } from "../../support/music/music_faults.ts";
import { ADVERTISEMENT, EPISODE } from "../../support/music/demo_listener.ts";
import { spotifyPlayer } from "../../support/music/music_evening.ts";
import { createClock } from "../../support/time/clock.ts";

const LIST = PLAYLISTS[0]!;
const [SONG] = LIST.songs;

Deno.test("now shows the song, its progress, its playlist and the device in use", async () => {
  await using cafe = await spotifyPlayer();
  const { clock, person, player } = cafe;
  person.play(LIST.songs, { contextUri: LIST.uri });
  clock.pass(12_000);
  const { song, ...rest } = (await player.now())!;
  assert.deepEqual([song!.uri, song!.durationMs], [SONG.uri, SONG.durationMs]);
  assert.deepEqual(rest, {
    isPlaying: true,
    progressMs: 12_000,
    contextUri: LIST.uri,
    device: { id: "bar-hoparloru", name: "Bar hoparlörü", volumePercent: 70 },
  });
});

Deno.test("now is null if nothing plays, and if the service answers 204 while something plays", async () => {
  await using cafe = await spotifyPlayer();
  assert.equal(await cafe.player.now(), null);
  cafe.person.play([SONG]);
  cafe.account.fail("204 while playing");
  assert.equal(await cafe.player.now(), null);
  assert.equal((await cafe.player.now())!.song!.uri, SONG.uri);
});

Deno.test("now has no progress if the service does not say, and no context for a song by itself", async () => {
  await using cafe = await spotifyPlayer();
  cafe.person.play([SONG]);
  cafe.account.fail("null progress");
  const { progressMs, contextUri } = (await cafe.player.now())!;
  assert.deepEqual([progressMs, contextUri], [null, null]);
});

Deno.test("now names the uri that was asked for if the service plays another recording", async () => {
  await using cafe = await spotifyPlayer();
  await cafe.player.play(SONG);
  cafe.account.fail("relinked");
  const { song, otherUri } = (await cafe.player.now())!;
  assert.deepEqual([song!.uri, otherUri], [relinkedUri(SONG.uri), SONG.uri]);
  cafe.account.fail("relinked without linked_from");
  const unnamed = (await cafe.player.now())!;
  assert.deepEqual([unnamed.song!.uri, unnamed.otherUri], [relinkedUri(SONG.uri), undefined]);
  assert.deepEqual([unnamed.song!.title, unnamed.song!.durationMs], [SONG.title, SONG.durationMs]);
});

for (
  const [what, item] of [["an episode", EPISODE], ["an advertisement", ADVERTISEMENT]] as const
) {
  Deno.test(`now shows ${what} as playing, without a song`, async () => {
    await using cafe = await spotifyPlayer();
    cafe.person.play([item]);
    cafe.clock.pass(7_000);
    const { song, isPlaying, progressMs } = (await cafe.player.now())!;
    assert.deepEqual([song, isPlaying, progressMs], [null, true, 7_000]);
  });
}

for (const fault of ["502 HTML", "503", "200 with HTML", "truncated JSON"] as const) {
  Deno.test(`now throws music_unavailable if the answer is ${fault}, and the next look works`, async () => {
    await using cafe = await spotifyPlayer();
    cafe.person.play([SONG]);
    cafe.account.fail(fault, { path: PLAYER });
    await assert.rejects(cafe.player.now(), { code: "music_unavailable" });
    assert.equal((await cafe.player.now())!.song!.uri, SONG.uri);
  });
}

const OFF = { repeat: "off", shuffle: false };

Deno.test("of returns what the last look at an owner's player has shown, for 15 s", () => {
  const clock = createClock();
  const known = createKnownModes(clock.now);
  known.saw("one", OFF);
  known.saw("other", { repeat: "track", shuffle: true });
  clock.pass(14_999);
  assert.deepEqual(known.of("one"), OFF);
  clock.pass(1);
  assert.deepEqual(known.of("one"), {});
  known.saw("one", {});
  assert.deepEqual(known.of("one"), {}, "a look that does not say");
});

Deno.test("of returns what a command has set, and no look within 3 s replaces it", () => {
  const clock = createClock();
  const known = createKnownModes(clock.now);
  known.saw("one", OFF);
  known.set("one", { repeat: "context" });
  clock.pass(2_999);
  known.saw("one", OFF);
  assert.deepEqual(known.of("one"), { repeat: "context", shuffle: false });
  clock.pass(1);
  known.saw("one", OFF);
  assert.deepEqual(known.of("one"), OFF);
});

Deno.test("a command makes nothing else known that is not known any more", () => {
  const clock = createClock();
  const known = createKnownModes(clock.now);
  known.saw("one", OFF);
  clock.pass(15_000);
  known.set("one", { shuffle: true });
  assert.deepEqual(known.of("one"), { shuffle: true });
});
