// kill -9 of a server with a database file while guests and the owner write and songs begin to play.
import { openDatabase } from "../../../db/connection/client.ts";
import { startMusicAccount } from "../../support/music/music_faults.ts";
import { replayable, SEED, seeded } from "../../support/random.ts";
import { freePort } from "../../support/start/free_port.ts";
import { startServer, UNLIMITED } from "../../support/start/server_process.ts";
import { LONG, rounds } from "../../support/time/effort.ts";
import { passed } from "../../support/time/until.ts";
import { makeCafe } from "../cafe.ts";
import { startCrowd, Told } from "../crowd.ts";
import { NOTHING_LOST, report, summary } from "../report.ts";
import { assertNothingLost } from "../nothing_lost.ts";
import { assertMostInTime, quarter, type Start } from "./start_time.ts";

const KILLS = rounds(3, 300);
const WRITERS = 16;

Deno.test(`${KILLS} kill -9 under ${WRITERS} writers and play-next: nothing that was answered is lost, no song plays twice`, () =>
  replayable("kills", killUnderWriters));

async function killUnderWriters(): Promise<void> {
  const random = seeded(SEED);
  const dataDir = await Deno.makeTempDir({ prefix: "siradaki-kills-" });
  await using stack = new AsyncDisposableStack();
  stack.defer(() => Deno.remove(dataDir, { recursive: true }));
  const account = stack.use(await startMusicAccount({ now: Date.now }));
  const owner = await makeCafe({ ...account.environment, DATA_DIR: dataDir });
  const port = freePort();
  const environment = { ...UNLIMITED, ...account.environment };
  const start = () => startServer(dataDir, { port, environment });
  let server = await start();
  stack.defer(() => server.kill());
  const told = new Told();
  const starts: Start[] = [];
  let quarterInMs = 0;
  const servedAgainInMs: number[] = [];

  for (let kill = 0; kill < KILLS; kill++) {
    const crowd = await startCrowd({
      ...{ owner, told, random, writers: WRITERS },
      origins: [server.origin],
    });
    await crowd.decisions(1 + random.upTo(60));
    await passed(random.upTo(20));
    await server.kill();
    // The long form compares the time of a start with that of work of a known length.
    if (LONG && kill % 10 === 0) quarterInMs = await quarter();
    const killedAt = performance.now();
    server = await start();
    starts.push({ tookMs: server.startedInMs, quarterInMs });
    await crowd.decisions(1);
    servedAgainInMs.push(performance.now() - killedAt);
    await crowd.stop();
    const db = await openDatabase(`file:${dataDir}/cafe.db`);
    await assertNothingLost(db, told, account).finally(() => db.close());
  }

  if (LONG) assertMostInTime(starts);
  const value = `${told.filed.length} requests, ${told.decided.size} decisions and ` +
    `${told.played.length} songs; ${told.unanswered} calls without an answer`;
  const what = `${KILLS} kills under writers`;
  await report({ part: "kills", what, value, goal: NOTHING_LOST });
  await report({
    part: "kills",
    what: "from a kill to the next answered decision",
    value: summary(servedAgainInMs),
  });
}
