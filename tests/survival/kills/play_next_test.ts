// kill -9 of the server while a song is on its way to the player, and a new server on the same database (docs/playback.md#crash).
import { strict as assert } from "node:assert";
import { openDatabase } from "../../../db/connection/client.ts";
import type { SongRequest } from "../../../server/contract/requests.ts";
import { findActive } from "../../../db/plays/plays.ts";
import { readQueueSnapshot } from "../../../db/requests/queue.ts";
import { connectedOwner, queueUp } from "../../support/people/cafe_evening.ts";
import { rounds } from "../../support/time/effort.ts";
import type { TestOwner } from "../../support/people/factories.ts";
import { buildProduct } from "../../support/start/built.ts";
import { type MusicAccount, PLAY, startMusicAccount } from "../../support/music/music_faults.ts";
import { assertNothingLost as assertEachPlayedOrQueued } from "../../support/music/music_evening.ts";
import { replayable, SEED, type Seeded, seeded } from "../../support/random.ts";
import { type ServerProcess, startServer, UNLIMITED } from "../../support/start/server_process.ts";
import { testApp } from "../../support/start/test_app.ts";
import { passed, until } from "../../support/time/until.ts";
import { Told } from "../crowd.ts";
import { report } from "../report.ts";
import { assertNothingLost } from "../nothing_lost.ts";
import { sideBySide } from "../side_by_side.ts";
import { outsideLock } from "../../support/db/lock.ts";

// The moments of play-next at which its process is killed.

interface Crash {
  account: MusicAccount;
  server: ServerProcess;
  random: Seeded;
  databasePath: string;
  /** Sends play-next from two tabs. The process is killed before it can answer them. */
  press(): void;
}

/** What happens at each moment, up to the kill. */
const MOMENTS: Record<string, (crash: Crash) => Promise<void>> = {
  async "after the song was sent, before it begins"({ account, server, press }) {
    account.fail("timeout before the effect");
    press();
    await until(() => account.calls.some((call) => PLAY.test(call)));
    await server.kill();
  },
  async "after the song began, before the answer"({ account, server, press }) {
    const held = account.hold("after");
    press();
    await held.arrived;
    await server.kill();
    held.release();
  },
  async "after the song was sent, while it begins"({ account, server, press }) {
    const held = account.hold("before");
    press();
    await held.arrived;
    await server.kill();
    held.release();
  },
  async "after the answer, before the commit"({ account, server, random, databasePath, press }) {
    await using lock = await outsideLock(databasePath);
    const held = account.hold("after");
    press();
    await held.arrived;
    const { release } = await lock.take();
    held.release();
    // The answer is on its way; the commit cannot be, for as long as another process holds the lock.
    await passed(random.upTo(300));
    await server.kill();
    await release();
  },
};

/** Of each moment. With the hand-overs, the long form has a hundred. */
const EACH = rounds(1, 16);

for (const [moment, crash] of Object.entries(MOMENTS)) {
  Deno.test(`kill -9 ${moment} plays each song once and loses none`, () =>
    replayable("kills", async () => {
      await sideBySide(EACH, 3, (kill) => evening(crash, seeded(SEED + kill)));
      const what = `play next is killed ${moment}`;
      await report({ part: "kills", what, value: `${EACH} times`, goal: "each song plays once" });
    }));
}

async function evening(crash: (crash: Crash) => Promise<void>, random: Seeded): Promise<void> {
  const dataDir = await Deno.makeTempDir({ prefix: "siradaki-crash-" });
  await using folder = new AsyncDisposableStack();
  folder.defer(() => Deno.remove(dataDir, { recursive: true }));
  await using account = await startMusicAccount({ now: Date.now });
  const environment = account.environment;
  const databasePath = `${dataDir}/cafe.db`;
  const tips = Array.from({ length: 1 + random.upTo(3) }, () => random.upTo(4) * 5);
  await buildProduct();
  const { owner, requests } = await prepare({ ...environment, DATA_DIR: dataDir }, tips);
  account.calls.length = 0;

  const unanswered: Promise<unknown>[] = [];
  {
    const server = await startServer(dataDir, { environment: { ...UNLIMITED, ...environment } });
    const press = () => {
      for (let tab = 0; tab < 2; tab++) unanswered.push(pressIn(server, owner).catch(() => {}));
    };
    await crash({ account, server, random, databasePath, press }).catch(async (error) => {
      await server.kill();
      throw error;
    });
  }
  await Promise.all(unanswered);
  await checkAfterKill(databasePath, owner, requests, account);
  account.heal();

  {
    const server = await startServer(dataDir, { environment: { ...UNLIMITED, ...environment } });
    try {
      await until(async () => {
        for (const answer of await Promise.all([pressIn(server, owner), pressIn(server, owner)])) {
          assert.match(answer, AT_A_WELL_SERVER);
        }
        return await queueLength(databasePath, owner) === 0;
      });
    } finally {
      await server.kill();
    }
  }
  await using app = await testApp({ ...environment, DATA_DIR: dataDir });
  app.clock.set(Date.now());
  await assertEachPlayedOrQueued({ app, account, owner, requests });
  for (const { uri } of requests) assert.equal(account.plays.get(uri), 1);
}

/** The account is well, so no press fails: a song plays, another press is at work, or the queue is empty. */
const AT_A_WELL_SERVER =
  /^(200 .*çalmaya başladı|409 Şu anda bir şarkı başlatılıyor|404 Sırada) ?.*\.$/;

/** Presses play-next as the owner. Returns the status and the sentence. */
async function pressIn(server: ServerProcess, { token }: TestOwner): Promise<string> {
  const response = await fetch(`${server.origin}/api/requests/play-next`, {
    method: "POST",
    headers: { "x-auth-token": token },
  });
  const { msg } = await response.json();
  return `${response.status} ${msg}`;
}

/** An owner, connected, with songs in the queue, in the database that the server will open. */
async function prepare(environment: Record<string, string>, tips: number[]) {
  await using app = await testApp(environment);
  app.clock.set(Date.now());
  const owner = await connectedOwner(app);
  return { owner, requests: await queueUp(app, owner, tips) };
}

/** What the kill has left is whole, and has the song that was on its way. */
async function checkAfterKill(
  databasePath: string,
  { ownerId }: TestOwner,
  requests: SongRequest[],
  account: MusicAccount,
): Promise<void> {
  const db = await openDatabase(`file:${databasePath}`);
  try {
    assert.ok(await findActive(db, ownerId), "the crash came before the commit");
    await assertNothingLost(db, Told.approved(requests), account);
  } finally {
    await db.close();
  }
}

async function queueLength(databasePath: string, { ownerId }: TestOwner): Promise<number> {
  const db = await openDatabase(`file:${databasePath}`);
  try {
    return (await readQueueSnapshot(db, ownerId))!.requests.length;
  } finally {
    await db.close();
  }
}
