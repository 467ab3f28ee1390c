// kill -9 of one of three instances, or of the libSQL server that they share, while all of them write.
import { openDatabase } from "../../../db/connection/client.ts";
import { startMusicAccount } from "../../support/music/music_faults.ts";
import { replayable, SEED, seeded } from "../../support/random.ts";
import { freePort } from "../../support/start/free_port.ts";
import { type ServerProcess, startServer, UNLIMITED } from "../../support/start/server_process.ts";
import { startSqld } from "../../support/start/sqld.ts";
import { rounds } from "../../support/time/effort.ts";
import { passed } from "../../support/time/until.ts";
import { makeCafe, SECRETS } from "../cafe.ts";
import { startCrowd, Told } from "../crowd.ts";
import { NOTHING_LOST, report, summary } from "../report.ts";
import { assertNothingLost } from "../nothing_lost.ts";

const KILLS = rounds(2, 50);
const WRITERS = 9;
const INSTANCES = 3;

Deno.test(`${KILLS} kill -9 of three instances or of their database server: nothing that was answered is lost, no song plays twice`, () =>
  replayable("kills", killOneOfFour));

async function killOneOfFour(): Promise<void> {
  const random = seeded(SEED);
  await using stack = new AsyncDisposableStack();
  const sqld = stack.use(await startSqld());
  const account = stack.use(await startMusicAccount({ now: Date.now }));
  const shared = { ...account.environment, ...SECRETS, DATABASE_URL: sqld.url };
  const owner = await makeCafe(shared);
  const dataDir = await Deno.makeTempDir({ prefix: "siradaki-kills-" });
  stack.defer(() => Deno.remove(dataDir, { recursive: true }));
  const ports = Array.from({ length: INSTANCES }, freePort);
  const start = (port: number) =>
    startServer(dataDir, { port, environment: { ...UNLIMITED, ...shared } });
  const servers: ServerProcess[] = await Promise.all(ports.map(start));
  stack.defer(async () => void (await Promise.all(servers.map((server) => server.kill()))));
  const db = await openDatabase(sqld.url);
  stack.defer(() => db.close());
  const told = new Told();
  const servedAgainInMs = { instance: [] as number[], database: [] as number[] };

  for (let kill = 0; kill < KILLS; kill++) {
    const origins = servers.map(({ origin }) => origin);
    const crowd = await startCrowd({ owner, told, random, origins, writers: WRITERS });
    await crowd.decisions(1 + random.upTo(40));
    await passed(random.upTo(20));
    const killedAt = performance.now();
    // Each form kills both at least once.
    const victim = kill < 2 ? INSTANCES - kill : random.upTo(INSTANCES + 1);
    if (victim === INSTANCES) {
      await sqld.kill();
      await passed(random.upTo(300));
      await sqld.start();
      await crowd.decisions(1);
      servedAgainInMs.database.push(performance.now() - killedAt);
    } else {
      await servers[victim]!.kill();
      servers[victim] = await start(ports[victim]!);
      servedAgainInMs.instance.push(performance.now() - killedAt);
      await crowd.decisions(1);
    }
    await crowd.stop();
    await assertNothingLost(db, told, account);
  }

  const { instance, database } = servedAgainInMs;
  const what = `${instance.length} kills of an instance, ${database.length} of the database server`;
  const value =
    `${told.filed.length} requests, ${told.decided.size} decisions and ${told.played.length} ` +
    `songs; ${told.unanswered} calls without an answer`;
  await report({ part: "kills", what, value, goal: NOTHING_LOST });
  for (const [name, times] of Object.entries(servedAgainInMs)) {
    await report({
      part: "kills",
      what: `from a kill until the ${name} served again`,
      value: summary(times),
    });
  }
}
