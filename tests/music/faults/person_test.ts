// What a person does in the service's own app, and settings that were left on, as the API shows them.
import { strict as assert } from "node:assert";
import { PLAYLISTS } from "../../../server/music/demo/catalogue.ts";
import { orderOf } from "../../support/music/demo_player.ts";
import { type FaultyEvening, faultyEvening } from "../../support/music/faulty_evening.ts";
import { ADVERTISEMENT, EPISODE } from "../../support/music/not_songs.ts";

const LIST = PLAYLISTS[0]!;
const [SONG, OTHER, THIRD] = LIST.songs as readonly [...typeof LIST.songs[0][]];
const [BAR, TERRACE] = ["bar-hoparloru", "teras-hoparloru"] as const;

const order = ({ command }: FaultyEvening) => command("PUT", "/play", { uris: [SONG!.uri] });

Deno.test("repeat-one left on: a song that was ordered alone begins again and again", async () => {
  await using evening = await faultyEvening();
  const { account, clock, look, player } = evening;
  player.setRepeat("track");
  await order(evening);
  clock.pass(SONG!.durationMs * 2 + 5_000);
  const now = (await look())!;
  assert.deepEqual([now.item!.uri, now.progress_ms, now.repeat_state], [SONG!.uri, 5_000, "track"]);
  assert.equal(account.plays.get(SONG!.uri), 3);
});

Deno.test("shuffle left on: songs that are ordered together begin with any of them", async () => {
  await using evening = await faultyEvening();
  const { look, player, command } = evening;
  player.setShuffle(true);
  const uris = [SONG!, OTHER!, THIRD!].map(({ uri }) => uri);
  const openings = new Set<string>();
  for (let i = 0; i < 20; i++) {
    await command("PUT", "/play", { uris });
    openings.add((await look())!.item!.uri);
  }
  assert.equal(openings.size, 3);
  assert.equal((await look())!.shuffle_state, true);
});

Deno.test("autoplay after the last track: a similar song follows", async () => {
  await using evening = await faultyEvening();
  const { clock, look, player } = evening;
  player.order.autoplay = true;
  await order(evening);
  clock.pass(SONG!.durationMs + 2_000);
  const now = (await look())!;
  assert.notEqual(now.item!.uri, SONG!.uri);
  assert.deepEqual([now.is_playing, now.progress_ms], [true, 2_000]);
});

Deno.test("crossfade: the next song of a playlist is shown 12 s early", async () => {
  await using evening = await faultyEvening();
  const { clock, look, player, command } = evening;
  player.crossfadeMs = 12_000;
  await command("PUT", "/play", orderOf(LIST));
  clock.pass(SONG!.durationMs - 12_000);
  const now = (await look())!;
  assert.deepEqual([now.item!.uri, now.progress_ms], [OTHER!.uri, 0]);
});

Deno.test("a device that vanishes: the list is empty, nothing plays, and orders find no device", async () => {
  await using evening = await faultyEvening();
  const { caller, look, player } = evening;
  await order(evening);
  player.switchOff(BAR);
  assert.equal(await look(), null);
  assert.deepEqual(await (await caller.call("GET", "/me/player/devices")).json(), { devices: [] });
  assert.equal(await order(evening), 404);
});

Deno.test("a device that returns: it is in the list and not active, and an order that names it plays", async () => {
  await using evening = await faultyEvening();
  const { caller, look, player, command } = evening;
  await order(evening);
  player.switchOff(BAR);
  player.switchOn(BAR);
  const { devices } = await (await caller.call("GET", "/me/player/devices")).json();
  assert.deepEqual([devices[0].id, devices[0].is_active], [BAR, false]);
  assert.equal(await order(evening), 404);
  assert.equal(await command("PUT", `/play?device_id=${BAR}`, { uris: [OTHER!.uri] }), 204);
  assert.equal((await look())!.item!.uri, OTHER!.uri);
});

Deno.test("a person pauses: the song stands paused where it was", async () => {
  await using evening = await faultyEvening();
  const { clock, look, player } = evening;
  await order(evening);
  clock.pass(30_000);
  player.pause();
  clock.pass(3_600_000 - 30_001);
  const now = (await look())!;
  assert.deepEqual([now.item!.uri, now.is_playing, now.progress_ms], [SONG!.uri, false, 30_000]);
});

Deno.test("a person skips: a song that was ordered alone ends in silence, one of a playlist in the next", async () => {
  await using evening = await faultyEvening();
  const { look, player, command } = evening;
  await order(evening);
  player.next();
  assert.equal(await look(), null);
  await command("PUT", "/play", orderOf(LIST));
  player.next();
  assert.equal((await look())!.item!.uri, OTHER!.uri);
});

Deno.test("a person chooses another song: it plays, without a context", async () => {
  await using evening = await faultyEvening();
  const { look, player } = evening;
  await order(evening);
  player.play([THIRD!]);
  const now = (await look())!;
  assert.deepEqual([now.item!.uri, now.context], [THIRD!.uri, null]);
});

Deno.test("a person chooses a playlist: it plays as the context", async () => {
  await using evening = await faultyEvening();
  const { look, player } = evening;
  await order(evening);
  player.play(LIST.songs, { contextUri: LIST.uri, offset: 2 });
  const now = (await look())!;
  assert.deepEqual([now.item!.uri, now.context!.uri], [THIRD!.uri, LIST.uri]);
});

Deno.test("a person changes the volume: the device shows it", async () => {
  await using evening = await faultyEvening();
  await order(evening);
  evening.player.setVolume(15);
  assert.equal((await evening.look())!.device.volume_percent, 15);
});

Deno.test("a person moves to another device: the song goes on there", async () => {
  await using evening = await faultyEvening();
  const { clock, look, player } = evening;
  await order(evening);
  clock.pass(10_000);
  player.switchOn(TERRACE);
  player.transfer(TERRACE);
  const now = (await look())!;
  assert.deepEqual([now.device.id, now.is_playing, now.progress_ms], [TERRACE, true, 10_000]);
});

Deno.test("a podcast: item is null without additional_types, and the podcast with it", async () => {
  await using evening = await faultyEvening();
  const { look, player } = evening;
  player.play([EPISODE]);
  const blind = (await look())!;
  assert.deepEqual([blind.item, blind.currently_playing_type], [null, "episode"]);
  const now = (await look("?additional_types=track,episode&market=TR"))!;
  assert.deepEqual([now.item!.uri, now.item!.duration_ms], [EPISODE.uri, EPISODE.durationMs]);
});

Deno.test("an advertisement: item is null, so there is no duration, and the song follows it", async () => {
  await using evening = await faultyEvening();
  const { clock, look, player } = evening;
  player.play([ADVERTISEMENT, SONG!]);
  clock.pass(10_000);
  const during = (await look("?additional_types=track,episode"))!;
  assert.deepEqual([during.item, during.currently_playing_type, during.is_playing], [
    null,
    "ad",
    true,
  ]);
  clock.pass(20_000);
  assert.equal((await look())!.item!.uri, SONG!.uri);
});
