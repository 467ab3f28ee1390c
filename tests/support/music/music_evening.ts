// A cafe whose music comes from an account outside, over sockets, which can fail; and what has to hold for it.
import { strict as assert } from "node:assert";
import { isNotNull } from "drizzle-orm";
import { ledger } from "../../../db/schema/money.ts";
import { songRequests } from "../../../db/schema/requests.ts";
import type { SongRequest } from "../../../server/contract/requests.ts";
import { createSpotify } from "../../../server/music/spotify/spotify.ts";
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
}

/** Starts both, connects an owner and queues songs with these tips. */
export async function musicEvening(
  tips: number[],
  options: Pick<MusicAccountOptions, "coverUrl"> = {},
): Promise<MusicEvening> {
  const account = await startMusicAccount(options);
  const app = await testApp(account.environment);
  account.followClock(app.clock.now);
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

/** Does `work` while the product waits `timeoutMs` for the service's answer to a call, and not its own 5 s. */
export async function withPatience<T>(
  { app: { deps } }: Pick<MusicEvening, "app">,
  timeoutMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const { config, music, now } = deps;
  deps.music = createSpotify({ config: config.spotify, now, timeoutMs });
  try {
    return await work();
  } finally {
    deps.music = music;
  }
}

/** Does `work` while the product gives an order up as soon as `when` resolves, as it would by itself in the end. */
export async function givingUp<T>(
  { app: { deps } }: Pick<MusicEvening, "app">,
  when: Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const { music } = deps;
  const impatience = new AbortController();
  when.then(() => impatience.abort(new DOMException("too slow", "TimeoutError")));
  deps.music = {
    ...music,
    play(uri, deviceId, context) {
      const signals = [impatience.signal, ...context.signal ? [context.signal] : []];
      return music.play(uri, deviceId, { ...context, signal: AbortSignal.any(signals) });
    },
  };
  try {
    return await work();
  } finally {
    deps.music = music;
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
