// A cafe whose songs play by themselves, in simulated time, with a music account that can fail and a person at it.
import { strict as assert } from "node:assert";
import { asc, eq } from "drizzle-orm";
import { plays } from "../../../db/schema/requests.ts";
import type { Playback } from "../../../server/contract/playback.ts";
import type { SongRequest } from "../../../server/contract/requests.ts";
import { PLAYLISTS, shareLink } from "../../../server/music/demo/catalogue.ts";
import { createSpotify } from "../../../server/music/spotify/provider.ts";
import { createMusic } from "../../../server/music/music.ts";
import { connectedOwner, queueUp } from "../people/cafe_evening.ts";
import type { TestOwner } from "../people/factories.ts";
import { type TestApp, testApp } from "../start/test_app.ts";
import { createClock, type StoppedClock } from "../time/clock.ts";
import type { FaultyPlayer } from "./faulty_player.ts";
import { type MusicAccount, type MusicAccountOptions, startMusicAccount } from "./music_faults.ts";

export interface AutomaticEvening extends AsyncDisposable {
  app: TestApp;
  account: MusicAccount;
  clock: StoppedClock;
  owner: TestOwner;
  /** The person's side of the player. */
  player: FaultyPlayer;
  requests: SongRequest[];
  /** Lets `seconds` pass. */
  run(seconds: number): Promise<void>;
  /** Lets `seconds` pass, and returns how long each silence lasted, in seconds. */
  listen(seconds: number): Promise<number[]>;
  /** A call of the owner, expecting success. */
  say(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  playback(): Promise<Playback>;
  /** Every play that began, in order. */
  played(): Promise<{ requestId: string | null; uri: string; whyEnded: string | null }[]>;
}

export interface AutomaticEveningOptions extends MusicAccountOptions {
  withPlaylist?: boolean;
  /** Decides where playlists open, from 0 up to, not including, 1. */
  random?: () => number;
}

/** Starts everything, queues songs with these tips (TL), and turns playing by itself on; `withPlaylist` with other songs. */
export async function automaticEvening(
  tips: number[],
  { withPlaylist = false, random = () => 0.5, ...options }: AutomaticEveningOptions = {},
): Promise<AutomaticEvening> {
  const account = await startMusicAccount(options);
  const clock = createClock();
  const app = await testApp(account.environment, {
    clock,
    replace: (deps) => ({ music: createMusic(deps, [createSpotify(deps, { random })]) }),
  });
  account.followClock(clock.now);
  const owner = await connectedOwner(app);
  const requests = await queueUp(app, owner, tips);
  const conducting = app.deps.conductors.start();
  const settled = () => app.deps.conductors.idle();

  const evening: AutomaticEvening = {
    ...{ app, account, clock, owner, requests },
    player: account.player(),
    run: (seconds) => clock.run(seconds * 1000, settled),
    async listen(seconds) {
      const silences = [0];
      for (let i = 0; i < seconds; i++) {
        await evening.run(1);
        if (evening.player.isHeard()) silences.push(0);
        else silences[silences.length - 1]! += 1;
      }
      return silences.filter((silence) => silence > 0);
    },
    async say(method, path, body) {
      const response = await app.call(method, path, { token: owner.token, body });
      const answer = await response.json();
      assert.equal(response.status, 200, JSON.stringify(answer));
      await settled();
      return answer;
    },
    async playback() {
      return await evening.say("GET", "/api/playback") as unknown as Playback;
    },
    async played() {
      const rows = await app.deps.db.read.select().from(plays)
        .where(eq(plays.ownerId, owner.ownerId)).orderBy(asc(plays.startedAt), asc(plays.id));
      return rows.filter(({ startedAt }) => startedAt !== null)
        .map(({ requestId, uri, whyEnded }) => ({ requestId, uri, whyEnded }));
    },
    async [Symbol.asyncDispose]() {
      await conducting.stop();
      await account[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
  if (withPlaylist) {
    const uris = requests.map(({ uri }) => uri);
    const list = PLAYLISTS.find(({ songs }) => !songs.some(({ uri }) => uris.includes(uri)))!;
    const fallback = { kind: "playlist", url: shareLink(list) };
    await evening.say("PUT", "/api/music", { fallback });
  }
  await evening.say("PUT", "/api/playback/auto", { on: true });
  return evening;
}
