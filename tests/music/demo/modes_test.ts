// Next, previous and seek; shuffle, repeat, autoplay and crossfade.
import { strict as assert } from "node:assert";
import { PLAYLISTS } from "../../../server/music/demo/catalogue.ts";
import { createPlayers } from "../../../server/music/demo/players.ts";
import { createClock } from "../../support/time/clock.ts";
import { type DemoPlayer, demoPlayer, orderOf } from "../../support/music/demo_listener.ts";

const FIVE = PLAYLISTS.at(-1)!;
const URIS = FIVE.songs.map(({ uri }) => uri);

/** The uris that play from now on, `count` at most. */
async function heard({ look, clock }: DemoPlayer, count: number): Promise<string[]> {
  const uris: string[] = [];
  for (let now = await look(); now && uris.length < count; now = await look()) {
    uris.push(now.item!.uri);
    clock.pass(now.item!.duration_ms - now.progress_ms!);
  }
  return uris;
}

Deno.test("POST next and previous go through the playlist, and after its last song there is silence", async () => {
  const { command, look } = await demoPlayer();
  await command("PUT", "/play", orderOf(FIVE, 3));
  const at = async () => URIS.indexOf((await look())?.item?.uri ?? "");
  assert.equal(await command("POST", "/next"), 204);
  assert.equal(await at(), 4);
  assert.equal(await command("POST", "/previous"), 204);
  assert.equal(await at(), 3);
  await command("POST", "/next");
  await command("POST", "/next");
  assert.equal(await look(), null);
});

Deno.test("POST previous at the first song begins it anew", async () => {
  const { command, look, clock } = await demoPlayer();
  await command("PUT", "/play", orderOf(FIVE));
  clock.pass(30_000);
  await command("POST", "/previous");
  const now = (await look())!;
  assert.deepEqual([now.item!.uri, now.progress_ms], [URIS[0], 0]);
});

Deno.test("PUT seek jumps, also while paused, and beyond the end to the next song", async () => {
  const { command, look } = await demoPlayer();
  await command("PUT", "/play", orderOf(FIVE));
  assert.equal(await command("PUT", "/seek?position_ms=60000"), 204);
  assert.equal((await look())!.progress_ms, 60_000);
  await command("PUT", "/pause");
  await command("PUT", "/seek?position_ms=5000");
  const paused = (await look())!;
  assert.deepEqual([paused.is_playing, paused.progress_ms], [false, 5_000]);
  await command("PUT", `/seek?position_ms=${FIVE.songs[0].durationMs}`);
  assert.equal((await look())!.item!.uri, URIS[1]);
});

Deno.test("PUT repeat?state=track repeats the song, and next leads on all the same", async () => {
  const listener = await demoPlayer();
  const { command, look } = listener;
  await command("PUT", "/play", orderOf(FIVE));
  assert.equal(await command("PUT", "/repeat?state=track"), 204);
  assert.equal((await look())!.repeat_state, "track");
  assert.deepEqual(await heard(listener, 3), [URIS[0], URIS[0], URIS[0]]);
  await command("POST", "/next");
  assert.equal((await look())!.item!.uri, URIS[1]);
});

Deno.test("POST next after the last song begins the list anew if it repeats, also if only its song does", async () => {
  for (const [state, at] of [["context", 0], ["track", 0], ["off", -1]] as const) {
    const { command, look } = await demoPlayer();
    await command("PUT", `/repeat?state=${state}`);
    await command("PUT", "/play", orderOf(FIVE, URIS.length - 1));
    await command("POST", "/next");
    assert.equal(URIS.indexOf((await look())?.item?.uri ?? ""), at, state);
  }
});

Deno.test("PUT repeat?state=context begins the playlist anew after its last song", async () => {
  const listener = await demoPlayer();
  await listener.command("PUT", "/play", orderOf(FIVE));
  await listener.command("PUT", "/repeat?state=context");
  assert.deepEqual(await heard(listener, 7), [...URIS, URIS[0], URIS[1]]);
});

Deno.test("PUT repeat and shuffle stay as they are when something else is ordered", async () => {
  const { command, look } = await demoPlayer();
  await command("PUT", "/repeat?state=context");
  await command("PUT", "/shuffle?state=true");
  await command("PUT", "/play", { uris: [URIS[0]] });
  const now = (await look())!;
  assert.deepEqual([now.repeat_state, now.shuffle_state], ["context", true]);
});

Deno.test("PUT shuffle?state=true keeps the song and scrambles the rest; false goes on in the playlist's order", async () => {
  const listener = await demoPlayer();
  const { command, look } = listener;
  await command("PUT", "/play", orderOf(FIVE, 1));
  assert.equal(await command("PUT", "/shuffle?state=true"), 204);
  assert.equal((await look())!.item!.uri, URIS[1]);
  const scrambled = await heard(listener, 9);
  assert.deepEqual(scrambled.toSorted(), URIS.toSorted());
  await command("PUT", "/play", orderOf(FIVE, 2));
  await command("PUT", "/shuffle?state=false");
  assert.deepEqual(await heard(listener, 9), URIS.slice(2));
});

Deno.test("a shuffled playlist opens at its offset, and without one anywhere", async () => {
  // Thirty openings by chance leave one of the five out once in 160 times.
  const seats = createPlayers({ now: createClock().now, seed: "a" });
  const { command, look } = await demoPlayer({ players: { of: () => seats.of("one") } });
  await command("PUT", "/shuffle?state=true");
  await command("PUT", "/play", orderOf(FIVE, 4));
  assert.equal((await look())!.item!.uri, URIS[4]);
  const openings = new Set<string>();
  for (let i = 0; i < 30; i++) {
    await command("PUT", "/play", orderOf(FIVE));
    openings.add((await look())!.item!.uri);
  }
  assert.equal(openings.size, URIS.length);
});

Deno.test("what is shuffled follows from the seed", async () => {
  const listen = async (seed: string) => {
    const { now } = createClock();
    const seats = createPlayers({ now, seed });
    const listener = await demoPlayer({ players: { of: () => seats.of("one") } });
    await listener.command("PUT", "/shuffle?state=true");
    await listener.command("PUT", "/play", orderOf(PLAYLISTS[0]!, 0));
    const uris: string[] = [];
    for (let i = 0; i < 5; i++) {
      uris.push((await listener.look())!.item!.uri);
      await listener.command("POST", "/next");
    }
    return uris;
  };
  assert.deepEqual(await listen("a"), await listen("a"));
  assert.notDeepEqual(await listen("a"), await listen("b"));
});

Deno.test("with autoplay similar songs follow the last one, and without it silence", async () => {
  const listener = await demoPlayer();
  listener.player.order.autoplay = true;
  listener.player.songLength = { ms: 10_000 };
  await listener.command("PUT", "/play", { uris: [URIS[0]] });
  const [first, ...similar] = await heard(listener, 30);
  assert.equal(first, URIS[0]);
  assert.equal(similar.length, 29, "it goes on and on");
  assert.ok(!similar.slice(0, 20).includes(first!), "the song itself is none of them");
  assert.ok(URIS.includes(similar[0]!), "the same artist comes first");
  assert.equal((await listener.look())!.context, null);
});

Deno.test("with a crossfade the next song begins before the first has ended", async () => {
  const { command, look, clock, player } = await demoPlayer();
  player.crossfadeMs = 12_000;
  await command("PUT", "/play", orderOf(FIVE));
  const { durationMs } = FIVE.songs[0];
  clock.pass(durationMs - 12_001);
  assert.equal((await look())!.item!.uri, URIS[0]);
  clock.pass(1);
  const now = (await look())!;
  assert.deepEqual([now.item!.uri, now.progress_ms], [URIS[1], 0]);
});

Deno.test("a song that nothing follows plays to its end, whatever the crossfade", async () => {
  const { command, look, clock, player } = await demoPlayer();
  player.crossfadeMs = 12_000;
  await command("PUT", "/play", { uris: [URIS[0]] });
  clock.pass(FIVE.songs[0].durationMs - 1);
  assert.equal((await look())!.item!.uri, URIS[0]);
  clock.pass(1);
  assert.equal(await look(), null);
});

for (
  const path of [
    "/seek",
    "/seek?position_ms=-1",
    "/seek?position_ms=soon",
    "/volume",
    "/volume?volume_percent=101",
    "/volume?volume_percent=-1",
    "/shuffle",
    "/shuffle?state=maybe",
    "/repeat",
    "/repeat?state=once",
  ]
) {
  Deno.test(`PUT ${path} answers 400`, async () => {
    const { call, command } = await demoPlayer();
    await command("PUT", "/play", orderOf(FIVE));
    const response = await call("PUT", `/me/player${path}`);
    assert.equal(response.status, 400);
    assert.equal((await response.json()).error.status, 400);
  });
}
