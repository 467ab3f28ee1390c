// The faults that tests command the service's players to have, as its API shows them.
import { strict as assert } from "node:assert";
import { PLAYLISTS } from "../../../server/music/demo/catalogue.ts";
import { type DemoPlayer, demoPlayer, orderOf } from "../../support/music/demo_listener.ts";
import type { FaultyPlayer } from "../../support/music/faulty_player.ts";
import { createTestPlayers } from "../../support/music/music_faults.ts";
import { createClock, type TestClock } from "../../support/time/clock.ts";

const LIST = PLAYLISTS[0]!;
const [SONG, OTHER] = LIST.songs as unknown as [typeof LIST.songs[0], typeof LIST.songs[0]];

interface Evening extends Omit<DemoPlayer, "player"> {
  clock: TestClock;
  player: FaultyPlayer;
  /** How often the song has started. */
  started(uri: string): number;
}

async function openEvening(): Promise<Evening> {
  const clock = createClock();
  const begun: string[] = [];
  const { players, player } = createTestPlayers({
    now: clock.now,
    onStart: ({ uri }) => void begun.push(uri),
  });
  const { call, command, look } = await demoPlayer({ now: clock.now, players });
  const started = (uri: string) => begun.filter((one) => one === uri).length;
  return { call, command, look, clock, player: player(), started };
}

const order = ({ command }: Evening, uri = SONG.uri) => command("PUT", "/play", { uris: [uri] });

Deno.test("stuck playing at the end: the song is over, and is shown at its end as if it played", async () => {
  const evening = await openEvening();
  const { player, clock, look } = evening;
  player.fail("stuck playing at the end");
  await order(evening);
  clock.pass(SONG.durationMs - 1_000);
  assert.equal((await look())!.progress_ms, SONG.durationMs - 1_000);
  for (const laterMs of [1_000, 60_000, 600_000]) {
    clock.pass(laterMs);
    const now = (await look())!;
    assert.deepEqual([now.is_playing, now.progress_ms], [true, SONG.durationMs]);
  }
  await order(evening, OTHER.uri);
  assert.equal((await look())!.item!.uri, OTHER.uri, "an order plays all the same");
});

Deno.test("progress beyond the duration: the song is over, and goes on counting", async () => {
  const evening = await openEvening();
  const { player, clock, look } = evening;
  player.fail("progress beyond the duration");
  await order(evening);
  clock.pass(SONG.durationMs + 30 * 60_000);
  const now = (await look())!;
  assert.deepEqual([now.is_playing, now.progress_ms], [true, SONG.durationMs + 30 * 60_000]);
  player.heal();
  assert.equal(await look(), null);
});

for (
  const [fault, progressMs] of [
    ["paused at 0 after the end", 0],
    ["paused at the end", SONG.durationMs],
  ] as const
) {
  Deno.test(`${fault}: the song is over, and is shown paused at ${progressMs} ms`, async () => {
    const evening = await openEvening();
    const { player, clock, look } = evening;
    player.fail(fault);
    await order(evening);
    clock.pass(SONG.durationMs + 60_000);
    const now = (await look())!;
    assert.deepEqual([now.item!.uri, now.is_playing, now.progress_ms], [
      SONG.uri,
      false,
      progressMs,
    ]);
  });
}

Deno.test("playing without sound: the song that plays stands still, and a new order plays", async () => {
  const evening = await openEvening();
  const { player, clock, look } = evening;
  await order(evening);
  clock.pass(40_000);
  player.fail("playing without sound", { times: 1 });
  for (const laterMs of [10_000, SONG.durationMs]) {
    clock.pass(laterMs);
    const now = (await look())!;
    assert.deepEqual([now.is_playing, now.progress_ms], [true, 40_000]);
  }
  await order(evening);
  clock.pass(10_000);
  assert.equal((await look())!.progress_ms, 10_000);
});

Deno.test("playing without sound, without a limit: each new order stands still at its start, until heal", async () => {
  const evening = await openEvening();
  const { player, clock, look } = evening;
  player.fail("playing without sound");
  for (let i = 0; i < 3; i++) {
    await order(evening);
    clock.pass(30_000);
    assert.equal((await look())!.progress_ms, 0);
  }
  player.heal();
  clock.pass(5_000);
  assert.equal((await look())!.progress_ms, 5_000);
});

Deno.test("stale after a command: reads show what was before it, for some seconds", async () => {
  const evening = await openEvening();
  const { player, clock, look, command } = evening;
  await order(evening);
  clock.pass(20_000);
  player.fail("stale after a command", { forMs: 3_000 });
  await order(evening, OTHER.uri);
  await command("PUT", "/volume?volume_percent=10");
  for (const laterMs of [0, 2_999]) {
    clock.pass(laterMs);
    const now = (await look())!;
    assert.deepEqual([now.item!.uri, now.progress_ms, now.device.volume_percent], [
      SONG.uri,
      20_000,
      70,
    ]);
  }
  clock.pass(1);
  const now = (await look())!;
  assert.deepEqual([now.item!.uri, now.progress_ms], [OTHER.uri, 3_000]);
});

Deno.test("stale after a command: if nothing played before it, reads answer 204", async () => {
  const evening = await openEvening();
  const { player, clock, look } = evening;
  player.fail("stale after a command");
  await order(evening);
  assert.equal(await look(), null);
  clock.pass(2_500);
  assert.equal((await look())!.item!.uri, SONG.uri);
});

Deno.test("unplayable track: its order answers 204, what played stops, and nothing plays", async () => {
  const evening = await openEvening();
  const { look, player, started } = evening;
  player.fail("unplayable track", { uri: SONG.uri });
  await order(evening, OTHER.uri);
  assert.equal(await order(evening), 204);
  assert.equal(await look(), null);
  assert.equal(started(SONG.uri), 0);
  assert.equal(await order(evening, OTHER.uri), 204);
  assert.equal((await look())!.item!.uri, OTHER.uri);
});

Deno.test("unplayable track, three times: three orders play nothing, and the fourth plays", async () => {
  const evening = await openEvening();
  const { player, look } = evening;
  player.fail("unplayable track", { times: 3 });
  for (let i = 0; i < 3; i++) {
    assert.equal(await order(evening), 204);
    assert.equal(await look(), null);
  }
  await order(evening);
  assert.equal((await look())!.item!.uri, SONG.uri);
});

Deno.test("opens on the first track: a shuffled playlist begins with its first song each time", async () => {
  const evening = await openEvening();
  const { player, look, command } = evening;
  player.fail("opens on the first track");
  await command("PUT", "/shuffle?state=true");
  for (let i = 0; i < 10; i++) {
    await command("PUT", "/play", orderOf(LIST));
    assert.equal((await look())!.item!.uri, SONG.uri);
  }
  await command("PUT", "/play", orderOf(LIST, 7));
  assert.equal((await look())!.item!.uri, LIST.songs[7]!.uri, "an offset counts");
});
