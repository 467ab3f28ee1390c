// A cafe whose music account is reached over sockets and can fail, and what must hold for its plays.
import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { ledger } from "../../../db/schema/money.ts";
import { songRequests } from "../../../db/schema/requests.ts";
import type { SongRequest } from "../../../server/contract/requests.ts";
import { createMusic } from "../../../server/music/music.ts";
import type { Fetch } from "../../../server/music/spotify/calls.ts";
import { createSpotify } from "../../../server/music/spotify/provider.ts";
import { connectedOwner, playNext, queueUp } from "../people/cafe_evening.ts";
import type { TestOwner } from "../people/factories.ts";
import { assertLedgerAgrees } from "../db/ledger_invariants.ts";
import { type MusicAccount, type MusicAccountOptions, startMusicAccount } from "./music_faults.ts";
import { queueOf } from "../people/requests.ts";
import { type TestApp, testApp } from "../start/test_app.ts";

/** A test ends the calls that take too long. */
const PATIENT = { timeoutMs: 60_000 };

export interface MusicEvening extends AsyncDisposable {
  app: TestApp;
  account: MusicAccount;
  owner: TestOwner;
  requests: SongRequest[];
  /** Ends the calls of the account that are under way at this path's end, as the product's own time limit does later. */
  giveUp(path: string): void;
}

export interface MusicEveningOptions
  extends Pick<MusicAccountOptions, "coverUrl" | "songLength" | "seed"> {
  /** Decides where playlists open, from 0 up to, not including, 1. */
  random?: () => number;
}

/**
 * Starts both, connects an owner and queues songs with these tips. A call that will not be answered is given up at once; the
 * product waits some seconds for it (tests/playback/deadline_test.ts).
 */
export async function musicEvening(
  tips: number[],
  { random, ...options }: MusicEveningOptions = {},
): Promise<MusicEvening> {
  const account = await startMusicAccount(options);
  const network = patientNetwork();
  const app = await testApp(account.environment, {
    replace: (deps) => ({
      music: createMusic(deps, [
        createSpotify(deps, { bounds: PATIENT, fetch: network.fetch, random }),
      ]),
    }),
  });
  account.followClock(app.clock.now);
  account.onStuck = network.giveUp;
  const owner = await connectedOwner(app);
  const requests = await queueUp(app, owner, tips);
  account.calls.length = 0;
  return {
    app,
    account,
    owner,
    requests,
    giveUp: network.giveUp,
    async [Symbol.asyncDispose]() {
      await account[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
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
  { app, account, owner, requests }: Omit<MusicEvening, "giveUp" | typeof Symbol.asyncDispose>,
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
