// kill -9 of a server whose songs play by themselves, at each step of a hand-over. The next start goes on by itself
// (docs/conductor.md#orders-without-effect).
import { strict as assert } from "node:assert";
import { openDatabase } from "../../../db/connection/client.ts";
import { plays } from "../../../db/schema/requests.ts";
import { PLAYLISTS, shareLink } from "../../../server/music/demo/catalogue.ts";
import { createMusic } from "../../../server/music/music.ts";
import type { SongRequest } from "../../../server/contract/requests.ts";
import { createSpotify } from "../../../server/music/spotify/provider.ts";
import { connectedOwner, queueUp } from "../../support/people/cafe_evening.ts";
import { replayable, SEED, type Seeded, seeded } from "../../support/random.ts";
import { assertNothingLost as assertEachPlayedOrQueued } from "../../support/music/music_evening.ts";
import { type MusicAccount, PLAY, startMusicAccount } from "../../support/music/music_faults.ts";
import { type ServerProcess, startServer, UNLIMITED } from "../../support/start/server_process.ts";
import { testApp } from "../../support/start/test_app.ts";
import { rounds } from "../../support/time/effort.ts";
import { passed, until } from "../../support/time/until.ts";
import { Told } from "../crowd.ts";
import { report, summary } from "../report.ts";
import { assertNothingLost } from "../nothing_lost.ts";
import { sideBySide } from "../side_by_side.ts";

/** From the start of the next process until music is heard: an order without an answer may be carried out late. */
const MAX_SILENCE_MS = 8_000;

/** Of each moment. With those during play-next, the long form has a hundred. */
const EACH = rounds(1, 6);
const AT_ONCE = 6;

Deno.test("kill -9 at any step of a hand-over: the next start goes on by itself", () =>
  replayable("kills", async () => {
    const moments = Object.keys(MOMENTS);
    const silentMs = await eveningsOf(moments);
    await report({
      part: "kills",
      what: `a hand-over is killed at ${moments.length} moments`,
      value: `${silentMs.length} times; silence: ${summary(silentMs)}`,
      goal: `each song plays once, silence of at most ${MAX_SILENCE_MS / 1000} s`,
    });
  }));

/** Lives through an evening for each moment and kill, which mostly wait for songs to end. Returns how long each was silent, in ms. */
async function eveningsOf(moments: string[]): Promise<number[]> {
  const silentMs: number[] = [];
  await sideBySide(moments.length * EACH, AT_ONCE, async (n) => {
    const moment = moments[n % moments.length]!;
    const random = seeded(SEED + Math.floor(n / moments.length));
    silentMs.push(
      await evening(MOMENTS[moment]!, random).catch((cause) => {
        throw new Error(`kill -9 ${moment}`, { cause });
      }),
    );
  });
  return silentMs;
}

/** Returns for how many ms nothing was heard after the next start. */
async function evening(crash: (crash: Crash) => Promise<void>, random: Seeded): Promise<number> {
  const dataDir = await Deno.makeTempDir({ prefix: "siradaki-crash-" });
  await using folder = new AsyncDisposableStack();
  folder.defer(() => Deno.remove(dataDir, { recursive: true }));
  await using account = await startMusicAccount({ now: Date.now, songLength: { ms: SONG_MS } });
  const environment = { ...UNLIMITED, ...account.environment };
  const { owner, requests, list } = await prepare({ ...account.environment, DATA_DIR: dataDir });
  account.calls.length = 0;
  const [, secondRequest] = requests;
  const player = account.player();

  const first = await startServer(dataDir, { environment });
  {
    await using db = await opened(dataDir);
    const second = (is: (play: typeof plays.$inferSelect) => boolean) =>
      until(async () =>
        (await db.rows()).some((play) => play.requestId === secondRequest!._id && is(play))
      );
    await crash({ account, server: first, random, second }).finally(() => first.kill());
  }
  await checkAfterKill(dataDir, requests, account);
  account.heal();

  const server = await startServer(dataDir, { environment });
  let longestMs = 0;
  try {
    let heardAt = Date.now();
    const playlistIsHeard = () =>
      player.playing() !== null && player.order.contextUri === list.uri && player.isHeard();
    await until(() => {
      if (player.isHeard()) heardAt = Date.now();
      longestMs = Math.max(longestMs, Date.now() - heardAt);
      return playlistIsHeard();
    });
    // The last looks record what is heard.
    await passed(4_000);
    assert.ok(playlistIsHeard());
  } finally {
    await server.kill();
  }
  assert.ok(longestMs <= MAX_SILENCE_MS, `${longestMs} ms of silence`);
  await using app = await testApp({ ...account.environment, DATA_DIR: dataDir });
  app.clock.set(Date.now());
  await assertEachPlayedOrQueued({ app, account, owner, requests });
  for (const { uri } of requests) assert.equal(account.plays.get(uri), 1, uri);
  return longestMs;
}

/** Two requests and a playlist, all with playing by themselves turned on, in the database that the server will open. */
async function prepare(environment: Record<string, string>) {
  await using app = await testApp(environment, {
    replace: (deps) => ({ music: createMusic(deps, [createSpotify(deps)]) }),
  });
  app.clock.set(Date.now());
  const owner = await connectedOwner(app);
  const requests = await queueUp(app, owner, [20, 10]);
  const say = async (method: string, path: string, body: unknown) => {
    const response = await app.call(method, path, { token: owner.token, body });
    assert.equal(response.status, 200, await response.text());
  };
  const uris = requests.map(({ uri }) => uri);
  const list = PLAYLISTS.find(({ songs }) => !songs.some(({ uri }) => uris.includes(uri)))!;
  await say("PUT", "/api/music", { fallback: { kind: "playlist", url: shareLink(list) } });
  await say("PUT", "/api/playback/auto", { on: true });
  return { owner, requests, list };
}

async function opened(dataDir: string) {
  const db = await openDatabase(`file:${dataDir}/cafe.db`);
  return {
    rows: () => db.read.select().from(plays),
    [Symbol.asyncDispose]: () => db.close(),
  };
}

/** What the kill has left is whole. */
async function checkAfterKill(dataDir: string, requests: SongRequest[], account: MusicAccount) {
  const db = await openDatabase(`file:${dataDir}/cafe.db`);
  await assertNothingLost(db, Told.approved(requests), account).finally(() => db.close());
}

// The steps of a hand-over at which the process is killed.

type Play = typeof plays.$inferSelect;

const SONG_MS = 7_000;

interface Crash {
  account: MusicAccount;
  server: ServerProcess;
  random: Seeded;
  /** Resolves once the second request's play fulfils `is`. */
  second(is: (play: Play) => boolean): Promise<void>;
}

/** Each kills the process while the second of two requests is handed over to, or the playlist after them. */
const MOMENTS: Record<string, (crash: Crash) => Promise<void>> = {
  async "after a song was sent, before the account has the order"({ account, server }) {
    await nthOrder(account, 1);
    account.fail("timeout before the effect");
    await nthOrder(account, 2);
    await server.kill();
  },
  async "after the account has accepted an order, before that is recorded"({ account, server }) {
    await nthOrder(account, 1);
    const held = account.hold("after", PLAY);
    await held.arrived;
    await server.kill();
    held.release();
  },
  async "after an order was recorded as accepted, before the play began"({ server, second }) {
    await second(({ orderedAt, state }) => orderedAt !== null && state === "sent");
    await server.kill();
  },
  async "after a play began"({ server, second, random }) {
    await second(({ state }) => state === "playing");
    await passed(random.upTo(SONG_MS));
    await server.kill();
  },
  async "during an order of the playlist, before its effect"({ account, server }) {
    await nthOrder(account, 2);
    account.fail("timeout before the effect");
    await nthOrder(account, 3);
    await server.kill();
  },
  async "during an order of the playlist, after its effect"({ account, server }) {
    await nthOrder(account, 2);
    const held = account.hold("after", PLAY);
    await held.arrived;
    await server.kill();
    held.release();
  },
};

/** Resolves once the account has got `n` orders to play. */
function nthOrder(account: MusicAccount, n: number): Promise<void> {
  return until(() => account.calls.filter((call) => PLAY.test(call)).length >= n);
}
