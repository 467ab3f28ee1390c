// A cafe whose music account is reached over sockets and can fail, and what must hold for its plays.
import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { ledger } from "../../../db/schema/money.ts";
import { songRequests } from "../../../db/schema/requests.ts";
import type { SongRequest } from "../../../server/contract/requests.ts";
import { createMusic } from "../../../server/music/music.ts";
import type { Fetch } from "../../../server/music/spotify/bounded_fetch.ts";
import { CALL_TIMEOUT_MS, createSpotify } from "../../../server/music/spotify/provider.ts";
import { connectedOwner, playNext, queueUp } from "../people/cafe_evening.ts";
import type { TestOwner } from "../people/factories.ts";
import { assertLedgerAgrees } from "../db/ledger_invariants.ts";
import { type MusicAccount, type MusicAccountOptions, startMusicAccount } from "./music_faults.ts";
import { queueOf } from "../people/requests.ts";
import { type TestApp, testApp } from "../start/test_app.ts";
import { type Timed, timed } from "../time/timed.ts";

export interface MusicEvening extends AsyncDisposable {
  app: TestApp;
  account: MusicAccount;
  owner: TestOwner;
  requests: SongRequest[];
  /** How the product reaches the account: its time limit for a call in ms, and what ends its orders early. */
  network: { timeoutMs: number; givingUp?: { path: string; signal: AbortSignal } };
}

export interface MusicEveningOptions
  extends Pick<MusicAccountOptions, "coverUrl" | "songLength" | "seed"> {
  /** Decides where playlists open, from 0 up to, not including, 1. */
  random?: () => number;
}

/** Starts both, connects an owner and queues songs with these tips. */
export async function musicEvening(
  tips: number[],
  { random, ...options }: MusicEveningOptions = {},
): Promise<MusicEvening> {
  const account = await startMusicAccount(options);
  const network: MusicEvening["network"] = { timeoutMs: CALL_TIMEOUT_MS };
  const app = await testApp(account.environment, {
    replace: (deps) => ({
      music: createMusic(deps, [
        createSpotify(deps, { bounds: network, fetch: fetchOver(network), random }),
      ]),
    }),
  });
  account.followClock(app.clock.now);
  const owner = await connectedOwner(app);
  const requests = await queueUp(app, owner, tips);
  account.calls.length = 0;
  return {
    app,
    account,
    owner,
    requests,
    network,
    async [Symbol.asyncDispose]() {
      await account[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
}

/** A fetch that ends the calls that `givingUp` names when it aborts, as the product's own time limit does later. */
function fetchOver(network: MusicEvening["network"]): Fetch {
  return async (url, init) => {
    const signals = [init.signal!];
    if (network.givingUp && new URL(url).pathname.endsWith(network.givingUp.path)) {
      signals.push(network.givingUp.signal);
    }
    // Like the product's own client: connections are not reused, so no call is sent twice.
    using client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
    const response = await fetch(
      url,
      { ...init, client, signal: AbortSignal.any(signals) } as RequestInit,
    );
    return response;
  };
}

/** Does `work` while the product waits `timeoutMs` for the account's answer to a call. */
export async function withTimeout<T>(
  { network }: Pick<MusicEvening, "network">,
  timeoutMs: number,
  work: () => Promise<T>,
): Promise<T> {
  network.timeoutMs = timeoutMs;
  try {
    return await work();
  } finally {
    network.timeoutMs = CALL_TIMEOUT_MS;
  }
}

/** Does `work` while the product gives a call, by default an order to play, up as soon as `when` resolves. */
export async function givingUp<T>(
  { network }: Pick<MusicEvening, "network">,
  when: Promise<unknown>,
  work: () => Promise<T>,
  path = "/me/player/play",
): Promise<T> {
  const controller = new AbortController();
  when.then(() => controller.abort(new DOMException("too slow", "TimeoutError")));
  network.givingUp = { path, signal: controller.signal };
  try {
    return await work();
  } finally {
    delete network.givingUp;
  }
}

export interface Press extends Omit<Timed<unknown>, "result"> {
  status: number;
  msg: string;
}

/** Presses play-next in as many tabs at once. */
export async function press(
  { app, owner }: Pick<MusicEvening, "app" | "owner">,
  tabs = 1,
): Promise<Press[]> {
  return await Promise.all(Array.from({ length: tabs }, async () => {
    const { result: response, ...took } = await timed(playNext(app, owner.token));
    const { msg } = await response.json();
    return { status: response.status, msg, ...took };
  }));
}

/** No request was lost or played twice, and each tip in the ledger is that of a song that played. */
export async function assertNothingLost(
  { app, account, owner, requests }: Omit<MusicEvening, "network" | typeof Symbol.asyncDispose>,
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
