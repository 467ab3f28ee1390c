// The disk refuses to keep what was written: each nth fsync of the server fails with EIO, which strace does.
import { strict as assert } from "node:assert";
import { openDatabase } from "../../../db/connection/client.ts";
import { startMusicAccount } from "../../support/music/music_faults.ts";
import { replayable, SEED, type Seeded, seeded } from "../../support/random.ts";
import { startServer, UNLIMITED } from "../../support/start/server_process.ts";
import { LONG, rounds } from "../../support/time/effort.ts";
import { until } from "../../support/time/until.ts";
import { makeCafe } from "../cafe.ts";
import { startCrowd, Told } from "../crowd.ts";
import { attempt, NOTHING_LOST, report, succeeds } from "../report.ts";
import { assertNothingLost } from "../nothing_lost.ts";
import { startReader } from "./reader.ts";

const SERVERS = rounds(1, 8);
/** For each server. */
const FAULTS = rounds(4, 20);
const WRITERS = 8;
const WHAT = "EIO on fsync";

await attempt({
  part: "faults",
  what: WHAT,
  missing: await hasStrace() ? undefined : "strace is missing or may not trace",
  name:
    "each nth fsync fails with EIO: reads go on, nothing that was answered is lost, and no restart is needed",
  fn: () => replayable("faults", failEachFsync),
});

async function failEachFsync(): Promise<void> {
  const random = seeded(SEED);
  const totals = { faults: 0, decisions: 0, refused: 0, reads: 0 };
  for (let server = 0; server < SERVERS; server++) {
    const outcome = await failFsync(random);
    for (const key of Object.keys(totals) as (keyof typeof totals)[]) totals[key] += outcome[key];
  }
  const value = `${totals.decisions} decisions; ${totals.refused} calls refused; ` +
    `${totals.reads} reads, all answered`;
  const what = `${totals.faults} times ${WHAT}`;
  await report({ part: "faults", what, value, goal: NOTHING_LOST });
}

/** Installs strace for the long form if it is missing. Whether it can be used. */
async function hasStrace(): Promise<boolean> {
  const works = () => succeeds("strace", "-D", "-f", "-qq", "-e", "trace=none", "true");
  if (await works()) return true;
  return LONG && await succeeds("apt-get", "install", "-y", "-qq", "strace") && await works();
}

async function failFsync(random: Seeded) {
  await using stack = new AsyncDisposableStack();
  const dataDir = await Deno.makeTempDir({ prefix: "siradaki-faults-" });
  stack.defer(() => Deno.remove(dataDir, { recursive: true }));
  const account = stack.use(await startMusicAccount({ now: Date.now }));
  const owner = await makeCafe({ ...account.environment, DATA_DIR: dataDir });
  const trace = `${dataDir}/trace`;
  const calls = "fsync,fdatasync";
  const when = `${1 + random.upTo(9)}+${2 + random.upTo(8)}`;
  // The tracer is a process of its own (-D), so that a signal reaches the server, and it ends with the server.
  const strace = `strace -D -f --seccomp-bpf -qq -o '${trace}' -e trace=${calls} ` +
    `-e inject=${calls}:error=EIO:when=${when}`;
  const server = await startServer(dataDir, {
    environment: { ...UNLIMITED, ...account.environment },
    shell: `exec ${strace} "$0" "$@";`,
  });
  stack.defer(() => server.kill());
  const told = new Told();
  const reader = startReader(server.origin, owner);
  const origins = [server.origin];
  const crowd = await startCrowd({ owner, told, random, origins, writers: WRITERS });
  const faults = async () => (await Deno.readTextFile(trace)).split("(INJECTED)").length - 1;
  await until(async () => await faults() >= FAULTS);
  await crowd.decisions(20);
  await crowd.stop();
  const reads = await reader.stop();
  await server.kill();
  const db = await openDatabase(`file:${dataDir}/cafe.db`);
  await assertNothingLost(db, told, account).finally(() => db.close());
  assert.ok(told.unanswered > 0, "no call noticed that an fsync failed");
  const refused = told.unanswered;
  return { faults: await faults(), decisions: told.decided.size, refused, reads };
}
