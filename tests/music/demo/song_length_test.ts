// Short songs, for tests and for people who try out what follows a song.
import { strict as assert } from "node:assert";
import { PLAYLISTS } from "../../../server/music/demo/catalogue.ts";
import { createPlayers } from "../../../server/music/demo/players.ts";
import { createClock } from "../../support/time/clock.ts";
import { createDemoListener, demoPlayer, orderOf } from "../../support/music/demo_listener.ts";

const FIVE = PLAYLISTS.at(-1)!;

Deno.test("five songs of three seconds play through in fifteen", async () => {
  const clock = createClock();
  const started: string[] = [];
  const players = createPlayers({
    now: clock.now,
    songLength: { ms: 3_000 },
    onStart: ({ uri }) => started.push(uri),
  });
  const { command, look } = await demoPlayer({ now: clock.now, players });
  await command("PUT", "/play", orderOf(FIVE));
  clock.pass(14_999);
  const last = (await look())!;
  assert.deepEqual([last.item!.duration_ms, last.progress_ms], [3_000, 2_999]);
  clock.pass(1);
  assert.equal(await look(), null);
  assert.deepEqual(started, FIVE.songs.map(({ uri }) => uri));
});

Deno.test("a length for all shows in the catalogue too, as a factor or in ms", async () => {
  const { now } = createClock();
  const [song] = FIVE.songs;
  for (
    const [songLength, ms] of [
      [{ factor: 0.1 }, song.durationMs / 10],
      [{ ms: 7_000 }, 7_000],
      [{ factor: 0 }, 1_000],
      [undefined, song.durationMs],
    ] as const
  ) {
    const players = createPlayers({ now, songLength });
    const demo = createDemoListener({ players });
    const { access } = await demo.connect();
    const track = await (await demo.call(access, "GET", `/tracks/${song.id}`)).json();
    assert.equal(track.duration_ms, ms);
  }
});

Deno.test("a listener's own length counts from the next song on", async () => {
  const { command, look, player } = await demoPlayer();
  await command("PUT", "/play", orderOf(FIVE));
  player.songLength = { ms: 5_000 };
  assert.equal((await look())!.item!.duration_ms, FIVE.songs[0].durationMs);
  await command("POST", "/next");
  assert.equal((await look())!.item!.duration_ms, 5_000);
});
