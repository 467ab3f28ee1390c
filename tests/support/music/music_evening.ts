// A cafe whose music account is reached over sockets and can fail, on a clock that stands still: its songs are started by
// hand, or play by themselves.
import { strict as assert } from "node:assert";
import { asc, eq } from "drizzle-orm";
import { ledger } from "../../../db/schema/money.ts";
import { plays, songRequests } from "../../../db/schema/requests.ts";
import type { Playback } from "../../../server/contract/playback.ts";
import type { SongRequest } from "../../../server/contract/requests.ts";
import { PLAYLISTS, shareLink } from "../../../server/music/demo/catalogue.ts";
import { createManual } from "../../../server/music/manual/provider.ts";
import { createMusic } from "../../../server/music/music.ts";
import type { MusicProvider, Player } from "../../../server/music/provider.ts";
import type { Fetch } from "../../../server/music/spotify/calls.ts";
import { createSpotify } from "../../../server/music/spotify/provider.ts";
import { connectedOwner, playNext, queueUp } from "../people/cafe_evening.ts";
import type { TestOwner } from "../people/factories.ts";
import { assertLedgerAgrees } from "../db/ledger_invariants.ts";
import { queueOf } from "../people/requests.ts";
import { type TestApp, testApp } from "../start/test_app.ts";
import { createClock, type StoppedClock } from "../time/clock.ts";
import type { FaultyPlayer } from "./faulty_player.ts";
import { type MusicAccount, type MusicAccountOptions, startMusicAccount } from "./music_faults.ts";

/** A test ends the calls that take too long: the clock of a call's own time limit is the system's. */
const PATIENT = { timeoutMs: 60_000 };

export interface MusicEvening extends AsyncDisposable {
  app: TestApp;
  account: MusicAccount;
  clock: StoppedClock;
  owner: TestOwner;
  /** The person's side of the player. */
  player: FaultyPlayer;
  requests: SongRequest[];
  /** Ends the calls of the account that are under way at this path's end, as the product's own time limit does later. */
  giveUp(path: string): void;
  /** From now on songs play by themselves at every cafe that wants it. */
  conduct(): void;
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

interface MusicEveningOptions extends MusicAccountOptions {
  /** Decides where playlists open, from 0 up to, not including, 1. */
  random?: () => number;
  environment?: Record<string, string>;
  /** When it begins, in epoch ms: by default as the clocks of other tests. */
  startMs?: number;
}

/**
 * Starts both, connects an owner and queues songs with these tips (TL). A call that will not be answered is given up at
 * once; the product waits some seconds for it (tests/playback/deadline_test.ts).
 */
export async function musicEvening(
  tips: number[],
  { random, environment, startMs, ...options }: MusicEveningOptions = {},
): Promise<MusicEvening> {
  const stack = new AsyncDisposableStack();
  const account = await startMusicAccount(options);
  const network = patientNetwork();
  const clock = createClock(startMs);
  const app = stack.use(
    await testApp({ ...account.environment, ...environment }, {
      clock,
      replace: (deps) => ({
        music: createMusic(deps, [
          createSpotify(deps, { bounds: PATIENT, fetch: network.fetch, random }),
          createManual(deps),
        ]),
      }),
    }),
  );
  stack.use(account);
  account.followClock(clock.now);
  account.onStuck = network.giveUp;
  const owner = await connectedOwner(app);
  const requests = await queueUp(app, owner, tips);
  account.calls.length = 0;
  const { conductors, db } = app.deps;

  const evening: MusicEvening = {
    ...{ app, account, clock, owner, requests },
    player: account.player(),
    giveUp: network.giveUp,
    conduct() {
      const conducting = conductors.start();
      stack.defer(() => conducting.stop());
    },
    run: (seconds) => clock.run(seconds * 1000, () => conductors.idle()),
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
      await conductors.idle();
      return answer;
    },
    async playback() {
      return await evening.say("GET", "/api/playback") as unknown as Playback;
    },
    async played() {
      const rows = await db.read.select().from(plays)
        .where(eq(plays.ownerId, owner.ownerId)).orderBy(asc(plays.startedAt), asc(plays.id));
      return rows.filter(({ startedAt }) => startedAt !== null)
        .map(({ requestId, uri, whyEnded }) => ({ requestId, uri, whyEnded }));
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
  return evening;
}

/** The same, and turns playing by itself on; `withPlaylist` with other songs for an empty queue. */
export async function automaticEvening(
  tips: number[],
  { withPlaylist = false, ...options }: MusicEveningOptions & { withPlaylist?: boolean } = {},
): Promise<MusicEvening> {
  const evening = await musicEvening(tips, { random: () => 0.5, ...options });
  evening.conduct();
  if (withPlaylist) {
    const uris = evening.requests.map(({ uri }) => uri);
    const list = PLAYLISTS.find(({ songs }) => !songs.some(({ uri }) => uris.includes(uri)))!;
    const fallback = { kind: "playlist", url: shareLink(list) };
    await evening.say("PUT", "/api/music", { fallback });
  }
  await evening.say("PUT", "/api/playback/auto", { on: true });
  return evening;
}

/** A connected owner's player as the Spotify provider opens it. */
export interface SpotifyPlayer extends AsyncDisposable, Pick<MusicEvening, "account" | "clock"> {
  ownerId: string;
  provider: Required<MusicProvider>;
  player: Required<Player>;
  /** The person's side of the same player. */
  person: FaultyPlayer;
  /** The calls of the Web API since the last time it was asked, as 'METHOD /path'. */
  asked(): string[];
}

/** No call has been made for as long as calls are counted. */
export async function spotifyPlayer(options: MusicEveningOptions = {}): Promise<SpotifyPlayer> {
  const evening = await musicEvening([], options);
  const { app: { deps }, account, clock, owner: { ownerId }, player: person } = evening;
  clock.pass(30_000);
  const provider = await deps.music.sourceOf(ownerId) as Required<MusicProvider>;
  const player = await provider.openPlayer(ownerId) as Required<Player>;
  return {
    ...{ ownerId, account, clock, provider, player, person },
    asked: () => account.calls.splice(0).map((call) => call.replace("/v1", "")),
    [Symbol.asyncDispose]: () => evening[Symbol.asyncDispose](),
  };
}

/** The network, whose calls end when a test says so. */
function patientNetwork(): { fetch: Fetch; giveUp(path: string): void } {
  const underWay = new Map<AbortController, string>();
  return {
    async fetch(url, init) {
      const controller = new AbortController();
      underWay.set(controller, new URL(url).pathname);
      const signal = AbortSignal.any([init.signal!, controller.signal]);
      // Like the product's own client: connections are not reused, so no call is sent twice.
      using client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
      try {
        return await fetch(url, { ...init, client, signal } as RequestInit);
      } finally {
        underWay.delete(controller);
      }
    },
    giveUp(path) {
      for (const [controller, pathname] of underWay) {
        if (!pathname.endsWith(path)) continue;
        controller.abort(new DOMException("too slow", "TimeoutError"));
      }
    },
  };
}

/** What the owner reads. */
export interface Press {
  status: number;
  msg: string;
}

/** Presses play-next in as many tabs at once. */
export async function press(
  { app, owner }: Pick<MusicEvening, "app" | "owner">,
  tabs = 1,
): Promise<Press[]> {
  return await Promise.all(Array.from({ length: tabs }, async () => {
    const response = await playNext(app, owner.token);
    const { msg } = await response.json();
    return { status: response.status, msg };
  }));
}

/** No request was lost or played twice, and each tip in the ledger is that of a song that played. */
export async function assertNothingLost(
  { app, account, owner, requests }: Pick<MusicEvening, "app" | "account" | "owner" | "requests">,
): Promise<void> {
  assert.deepEqual(account.strayed, [], "no call was led elsewhere");
  const { db } = app.deps;
  const played = await db.read.select().from(songRequests).where(eq(songRequests.status, "played"));
  const queued = await queueOf(app, owner.ownerId);
  assert.deepEqual(
    [...played.map((r) => r.id), ...queued.map((r) => r._id)].sort(),
    requests.map((r) => r._id).sort(),
    "each request was played or is in the queue",
  );
  for (const { uri } of requests) {
    assert.ok((account.plays.get(uri) ?? 0) <= 1, `${uri} was played at most once`);
  }
  for (const { uri } of played) assert.equal(account.plays.get(uri), 1, `${uri} really played`);
  const booked = await db.read.select({ requestId: ledger.requestId }).from(ledger);
  assert.deepEqual(booked.map((r) => r.requestId).sort(), played.map((r) => r.id).sort());
  await assertLedgerAgrees(app.deps);
}
