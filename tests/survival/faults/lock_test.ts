// Another process holds the database's lock while the server works. tests/db/lock_test.ts has what the database then does.
import { openDatabase } from "../../../db/connection/client.ts";
import { outsideLock } from "../../support/db/lock.ts";
import { startMusicAccount } from "../../support/music/music_faults.ts";
import { replayable, SEED, seeded } from "../../support/random.ts";
import { startServer, UNLIMITED } from "../../support/start/server_process.ts";
import { LONG, rounds } from "../../support/time/effort.ts";
import { passed } from "../../support/time/until.ts";
import { makeCafe } from "../cafe.ts";
import { startCrowd, Told } from "../crowd.ts";
import { NOTHING_LOST, report, summary } from "../report.ts";
import { assertNothingLost } from "../nothing_lost.ts";
import { startReader } from "./reader.ts";

const ROUNDS = rounds(2, 9);
/** In the long form at first longer than the 10 seconds for which writes wait (docs/running.md#database). */
const FIRST_HELD_MS = LONG ? 11_000 : 300;
const MAX_HELD_MS = LONG ? 4_000 : 300;
const WRITERS = 8;

Deno.test("another process holds the lock under writers: reads go on, nothing that was answered is lost, and no restart is needed", () =>
  replayable("faults", holdTheLock));

async function holdTheLock(): Promise<void> {
  const random = seeded(SEED);
  await using stack = new AsyncDisposableStack();
  const dataDir = await Deno.makeTempDir({ prefix: "siradaki-faults-" });
  stack.defer(() => Deno.remove(dataDir, { recursive: true }));
  const account = stack.use(await startMusicAccount({ now: Date.now }));
  const owner = await makeCafe({ ...account.environment, DATA_DIR: dataDir });
  const path = `${dataDir}/cafe.db`;
  const lock = stack.use(await outsideLock(path));
  const server = await startServer(dataDir, {
    environment: { ...UNLIMITED, ...account.environment },
  });
  stack.defer(() => server.kill());
  const told = new Told();
  const servedAgainInMs: number[] = [];
  let reads = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const origins = [server.origin];
    const crowd = await startCrowd({ owner, told, random, origins, writers: WRITERS });
    await crowd.decisions(1 + random.upTo(40));
    const { release } = await lock.take();
    const reader = startReader(server.origin, owner);
    await passed(round === 0 ? FIRST_HELD_MS : random.upTo(MAX_HELD_MS));
    await reader.answers(10);
    await release();
    const releasedAt = performance.now();
    await crowd.decisions(10);
    servedAgainInMs.push(performance.now() - releasedAt);
    await crowd.stop();
    reads += await reader.stop();
    const db = await openDatabase(`file:${path}`);
    await assertNothingLost(db, told, account).finally(() => db.close());
  }
  await report({
    part: "faults",
    what: `${ROUNDS} times a lock of another process`,
    value: `${told.decided.size} decisions; ${told.unanswered} calls refused; ${reads} reads, ` +
      `all answered; ten decisions after ${summary(servedAgainInMs)}`,
    goal: NOTHING_LOST,
  });
}
