// How long it is silent between songs that play by themselves, in real time.
import { strict as assert } from "node:assert";
import { PLAYLISTS, shareLink } from "../../../server/music/demo/catalogue.ts";
import { createMusic } from "../../../server/music/music.ts";
import { createSpotify } from "../../../server/music/spotify/provider.ts";
import { connectedOwner, queueUp } from "../../support/people/cafe_evening.ts";
import { startMusicAccount } from "../../support/music/music_faults.ts";
import { testApp } from "../../support/start/test_app.ts";
import { runningClock } from "../../support/time/clock.ts";
import { timed } from "../../support/time/timed.ts";
import { passed } from "../../support/time/until.ts";

const MAX_SILENCE_MS = 2_000;
/** How often it is listened. */
const TICK_MS = 20;

const SONG_MS = 10_000;

Deno.test("five songs and the playlist after them play without 2 s of silence between them, in real time", async () => {
  const clock = runningClock();
  await using account = await startMusicAccount({ now: clock.now, songLength: { ms: SONG_MS } });
  await using app = await testApp(account.environment, {
    clock,
    replace: (deps) => ({ music: createMusic(deps, [createSpotify(deps)]) }),
  });
  const owner = await connectedOwner(app);
  const requests = await queueUp(app, owner, [50, 40, 30, 20, 10]);
  const uris = requests.map(({ uri }) => uri);
  const list = PLAYLISTS.find(({ songs }) => !songs.some(({ uri }) => uris.includes(uri)))!;
  const fallback = { kind: "playlist", url: shareLink(list) };
  const { token } = owner;
  assert.equal((await app.call("PUT", "/api/music", { token, body: { fallback } })).status, 200);
  const conducting = app.deps.conductors.start();
  await app.call("PUT", "/api/playback/auto", { token, body: { on: true } });
  const player = account.player();
  const started = () => account.timeline.flatMap((one) => "started" in one ? [one] : []);

  const silences: number[] = [];
  const { heldUpMs } = await timed((async () => {
    while (started().length === 0) await passed(TICK_MS);
    let heardAt = clock.now();
    while (started().length < 7) {
      await passed(TICK_MS);
      if (!player.isHeard()) continue;
      const silentMs = clock.now() - heardAt;
      if (silentMs > 5 * TICK_MS) silences.push(silentMs);
      heardAt = clock.now();
    }
  })());
  await conducting.stop();

  const songs = started().slice(0, 5);
  const gaps = songs.map(({ at }, i) => started()[i + 1]!.at - at - SONG_MS);
  assert.deepEqual(songs.map((one) => one.started), uris);
  // A gap below 0: the next song began before this one had ended.
  console.log(`gaps of ${gaps} ms, silences of ${silences} ms, held up for ${heldUpMs} ms`);
  assert.ok(Math.max(...gaps) < MAX_SILENCE_MS + heldUpMs, `${gaps}`);
  assert.ok(Math.max(0, ...silences) < MAX_SILENCE_MS + heldUpMs, `${silences}`);
  assert.ok(Math.min(...gaps) >= -3_000, `a song was cut off early: ${gaps}`);
});
