import { strict as assert } from "node:assert";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { readLedgerTotals } from "../../db/ledger.ts";
import { compose } from "../../main.ts";
import { readConfig } from "../../server/config.ts";
import type { Deps } from "../../server/deps.ts";
import { closePeriod } from "../../server/payouts/closing.ts";
import { rounds } from "../support/time/effort.ts";
import { assertLedgerAgrees, moneyApp } from "../support/db/ledger_invariants.ts";
import { linesOf } from "../support/net/lines.ts";
import { createPayee } from "../support/people/payees.ts";
import { inTime } from "../support/time/until.ts";
import { playedSong } from "../support/people/plays.ts";

/** Later than every period that a worker closes. */
const LATER = Date.UTC(2027, 0, 1);

Deno.test("a database that is copied during a closing, or whose process is killed there, owes what was earned", async () => {
  for (let round = 0; round < rounds(3, 60); round++) {
    const [home, copy] = [await Deno.makeTempDir(), await Deno.makeTempDir()];
    try {
      const { worker, lines } = await runUntilClosing(home, 2 + round * 3 % 17);
      // The stopped process leaves the files as a power cut would.
      worker.kill("SIGSTOP");
      for (const file of ["cafe.db", "cafe.db-wal"]) {
        await Deno.copyFile(join(home, file), join(copy, file));
      }
      worker.kill("SIGKILL");
      await worker.status;
      await lines.return(undefined);
      await assertNothingLost(home);
      await assertNothingLost(copy);
    } finally {
      await Deno.remove(home, { recursive: true });
      await Deno.remove(copy, { recursive: true });
    }
  }
});

Deno.test("a backup during a closing holds all of it or nothing", async () => {
  await using app = await moneyApp({ PAYOUT_FEE_PERCENT: "2.5" });
  const owners = await Promise.all(Array.from({ length: 20 }, () => createPayee(app.deps)));
  const folder = await Deno.makeTempDir();
  try {
    const work: Promise<unknown>[] = [];
    for (let i = 0; i < 40; i++) {
      app.clock.pass(1);
      work.push(playedSong(app.deps, owners[i % 20]!.ownerId, 100 + i, app.clock.now()));
      if (i % 10 === 9) work.push(closePeriod(app.deps, app.clock.now()));
      if (i % 15 === 14) {
        const backup = join(folder, `${i}`);
        await Deno.mkdir(backup);
        work.push(app.deps.db.read.run(sql.raw(`vacuum into '${join(backup, "cafe.db")}'`)));
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    await Promise.all(work);
    for (const i of [14, 29]) await assertNothingLost(join(folder, `${i}`));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

/** Starts the worker and resolves when it begins its `closing`th closing. It runs until its output is closed. */
async function runUntilClosing(home: string, closing: number) {
  const worker = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", new URL("../support/db/closing_worker.ts", import.meta.url).pathname, home],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const lines = linesOf(worker.stdout);
  for (let count = 0; count < closing; count++) {
    const { done } = await inTime(lines.next(), "the worker's next closing");
    if (done) throw new Error(`The worker ended after ${count} closings`);
  }
  return { worker, lines };
}

/** Opens the database, and asserts that its ledger is consistent and that closing pays every tip once. */
async function assertNothingLost(folder: string): Promise<void> {
  const config = readConfig({ DATA_DIR: folder, HOST: "127.0.0.1", PAYOUT_FEE_PERCENT: "2.5" });
  const deps: Deps = await compose(config, { now: () => LATER });
  try {
    await assertLedgerAgrees(deps);
    await Promise.all([closePeriod(deps, LATER), closePeriod(deps, LATER)]);
    await assertLedgerAgrees(deps);
    const { tips, payouts, fees, balances } = await readLedgerTotals(deps.db);
    assert(tips > 0, "the copy is empty");
    assert.equal(payouts + fees, tips);
    assert.equal(balances, 0);
  } finally {
    await deps.db.close();
  }
}
