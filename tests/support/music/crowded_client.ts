// Several cafes on one client id in simulated time.
import { strict as assert } from "node:assert";
import { PLAYLISTS, shareLink, SONGS } from "../../../server/music/demo/catalogue.ts";
import { createMusic } from "../../../server/music/music.ts";
import { createSpotify } from "../../../server/music/spotify/provider.ts";
import { connectedOwner } from "../people/cafe_evening.ts";
import { decide, submit } from "../people/requests.ts";
import type { TestOwner } from "../people/factories.ts";
import { type TestApp, testApp } from "../start/test_app.ts";
import { createClock, type StoppedClock } from "../time/clock.ts";
import type { FaultyPlayer } from "./faulty_player.ts";
import { type MusicAccount, type MusicAccountOptions, startMusicAccount } from "./music_faults.ts";

export interface Cafe {
  owner: TestOwner;
  player: FaultyPlayer;
  /** The requests, in the order in which they have to play. */
  ids: string[];
}

export interface CrowdedClient extends AsyncDisposable {
  app: TestApp;
  account: MusicAccount;
  clock: StoppedClock;
  cafes: Cafe[];
  /** Lets `seconds` pass. */
  run(seconds: number): Promise<void>;
}

/** The clock of a call's own time limit is the system's. */
const PATIENT = { timeoutMs: 60_000 };

/** Connects `count` cafes, each with `songs` requests and a playlist, and turns playing by itself on. */
export async function crowdedClient(
  { count, songs, ...options }: MusicAccountOptions & { count: number; songs: number },
): Promise<CrowdedClient> {
  const stack = new AsyncDisposableStack();
  const account = stack.use(await startMusicAccount(options));
  const clock = createClock();
  const app = stack.use(
    await testApp({ ...account.environment, RATE_LIMITS: "off" }, {
      clock,
      replace: (deps) => ({
        music: createMusic(deps, [createSpotify(deps, {
          bounds: PATIENT,
          random: () => 0.5,
        })]),
      }),
    }),
  );
  account.followClock(clock.now);
  const cafes: Cafe[] = [];
  for (let i = 0; i < count; i++) {
    const owner = await connectedOwner(app);
    const ids = await queueUp(app, owner, songs);
    const fallback = { kind: "playlist", url: shareLink(PLAYLISTS[0]!) };
    const chosen = await app.call("PUT", "/api/music", { token: owner.token, body: { fallback } });
    assert.equal(chosen.status, 200);
    cafes.push({ owner, ids, player: account.player(i) });
    clock.pass(30_000);
  }
  const conducting = app.deps.conductors.start();
  stack.defer(() => conducting.stop());

  const run = (seconds: number) => clock.run(seconds * 1000, () => app.deps.conductors.idle());
  for (const { owner: { token } } of cafes) {
    const on = await app.call("PUT", "/api/playback/auto", { token, body: { on: true } });
    assert.equal(on.status, 200);
    // They do not begin at the same moment.
    await run(7);
  }
  return { app, account, clock, cafes, run, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Approved requests with falling tips. Returns their ids in this order. */
async function queueUp(app: TestApp, { ownerId, token }: TestOwner, songs: number) {
  const asked = SONGS.filter((song) => !PLAYLISTS[0]!.songs.includes(song));
  const ids: string[] = [];
  for (let i = 0; i < songs; i++) {
    const { title: songTitle, artists, uri } = asked[i % asked.length]!;
    const request = { songTitle, artist: artists.join(", "), uri, tipAmount: songs - i };
    const { _id } = await submit(app, ownerId, request);
    assert.equal((await decide(app, token, _id, "approved")).status, 200);
    ids.push(_id);
  }
  return ids;
}
