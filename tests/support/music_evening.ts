// A cafe whose music comes from an account outside, over sockets, which can fail; and what has to hold for it.
import { strict as assert } from "node:assert";
import { isNotNull } from "drizzle-orm";
import { ledger } from "../../db/schema/money.ts";
import { songRequests } from "../../db/schema/requests.ts";
import type { SongRequest } from "../../server/contract/requests.ts";
import { createSpotify } from "../../server/playback/spotify.ts";
import { connectedOwner, playNext, queueUp } from "./cafe_evening.ts";
import type { TestOwner } from "./factories.ts";
import { assertLedgerAgrees } from "./ledger_invariants.ts";
import { type MusicAccount, type MusicAccountOptions, startMusicAccount } from "./music_faults.ts";
import { queueOf } from "./requests.ts";
import { type TestApp, testApp } from "./test_app.ts";

export interface MusicEvening extends AsyncDisposable {
  app: TestApp;
  account: MusicAccount;
  owner: TestOwner;
  requests: SongRequest[];
}

export interface EveningOptions extends Pick<MusicAccountOptions, "coverUrl"> {
  /** How long one call may take; the product's own limit unless given. */
  timeoutMs?: number;
}

/** Starts both, connects an owner and queues songs with these tips. */
export async function musicEvening(
  tips: number[],
  { timeoutMs, coverUrl }: EveningOptions = {},
): Promise<MusicEvening> {
  const account = await startMusicAccount({ coverUrl });
  const app = await testApp(account.environment);
  account.followClock(app.clock.now);
  app.deps.music = createSpotify({
    config: app.deps.config.spotify,
    now: app.clock.now,
    timeoutMs,
  });
  const owner = await connectedOwner(app);
  const requests = await queueUp(app, owner, tips);
  account.calls.length = 0;
  return {
    app,
    account,
    owner,
    requests,
    async [Symbol.asyncDispose]() {
      await account[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
}

export interface Press {
  status: number;
  msg: string;
  tookMs: number;
}

/** Presses play-next in as many tabs at once. */
export async function press(
  { app, owner }: Pick<MusicEvening, "app" | "owner">,
  tabs = 1,
): Promise<Press[]> {
  return await Promise.all(Array.from({ length: tabs }, async () => {
    const startedAt = performance.now();
    const response = await playNext(app, owner.token);
    const { msg } = await response.json();
    return { status: response.status, msg, tookMs: performance.now() - startedAt };
  }));
}

/** Nothing vanished, nothing played twice, every tip booked once and for a song that played. */
export async function assertNothingLost(
  { app, account, owner, requests }: Omit<MusicEvening, typeof Symbol.asyncDispose>,
): Promise<void> {
  assert.deepEqual(account.strayed, [], "no call was led elsewhere");
  const { db } = app.deps;
  const played = await db.read.select().from(songRequests).where(isNotNull(songRequests.playedAt));
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
