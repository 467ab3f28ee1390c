import { strict as assert } from "node:assert";
import { isOwedMoney } from "../../db/people/erasure.ts";
import fc from "../support/properties.ts";
import { join } from "node:path";
import { copyInto } from "../../db/connection/backup.ts";
import { updateCafe } from "../../db/people/cafes.ts";
import { pathOf } from "../../db/connection/file_url.ts";
import { readLedgerTotals } from "../../db/money/ledger.ts";
import { listPayouts, type Payout } from "../../db/money/payouts.ts";
import { endPlay } from "../../db/plays/plays.ts";
import { songRequests } from "../../db/schema/requests.ts";
import { compose } from "../../main.ts";
import { readConfig } from "../../server/config.ts";
import type { Deps } from "../../server/deps.ts";
import { newId } from "../../server/ids.ts";
import { closeIfDue, closePeriod } from "../../server/payouts/closing.ts";
import { runLedgerCheck } from "../../server/commands/money_commands.ts";
import { readEarnings, readSummary } from "../../server/payouts/earnings.ts";
import { markPaid, readHistory, readPending } from "../../server/payouts/payouts.ts";
import { assertLedgerAgrees, moneyApp } from "../support/db/ledger_invariants.ts";
import { linesOf } from "../support/net/lines.ts";
import { createAdmin, createOwner } from "../support/people/factories.ts";
import { createPayee, HOLDER, IBAN } from "../support/people/payees.ts";
import { playedSong, playingSong, playNextInDatabase } from "../support/people/plays.ts";
import { twoInstances } from "../support/start/two_instances.ts";
import { rounds } from "../support/time/effort.ts";
import { inTime } from "../support/time/until.ts";

/** Later than every period that a worker closes. */
const LATER = Date.UTC(2027, 0, 1);

Deno.test("a database that is copied during a closing, or whose process is killed there, owes what was earned", async () => {
  for (let round = 0; round < rounds(2, 60); round++) {
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
        // Some songs are played, and others on their way.
        await work[i - 14];
        work.push(copyInto(pathOf(app.deps.config.database.url), join(backup, "cafe.db")));
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
    args: ["run", "-A", new URL("closing_worker.ts", import.meta.url).pathname, home],
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

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

Deno.test("two instances that close while songs are played pay every kuruş once", async () => {
  await using world = await twoInstances();
  const { one, two, clock } = world;
  const owners = await Promise.all([1, 2, 3].map(() => createPayee(one)));
  const work: Promise<unknown>[] = [];
  let earned = 0;
  for (let i = 0; i < 60; i++) {
    clock.pass(1);
    earned += 100 + i;
    work.push(playedSong(i % 2 ? one : two, owners[i % 3]!.ownerId, 100 + i, clock.now()));
    if (i % 10 === 9) work.push(...[one, two].map((deps) => closePeriod(deps, clock.now())));
    if (i % 15 === 14) await Promise.all(work);
  }
  await Promise.all(work);
  await assertLedgerAgrees(one);
  clock.pass(1);
  const made = await Promise.all(
    [one, two, one, two].map((deps) => closePeriod(deps, clock.now())),
  );
  assert(made.flat().length <= owners.length);
  await assertLedgerAgrees(two);
  const totals = await readLedgerTotals(two.db);
  assert.deepEqual([totals.tips, totals.balances], [earned, 0]);
  assert.equal(totals.payouts + totals.fees, earned);
});

Deno.test("two instances close a missed week once, and mark its payout as paid once", async () => {
  await using world = await twoInstances();
  const { one, two, clock } = world;
  const { ownerId } = await createPayee(one);
  const admins = [await createAdmin(one), await createAdmin(one)];
  await playedSong(two, ownerId, 1040, clock.now());
  clock.pass(2 * WEEK_MS);
  const made = (await Promise.all([one, two].map(closeIfDue))).flat();
  assert.deepEqual(made.map((p) => [p.ownerId, p.totalKurus, p.feeKurus]), [[ownerId, 1014, 26]]);
  assert.match(made[0]!.id, /-\d+$/);
  await Promise.all([one, two].map((deps, i) => markPaid(deps, made[0]!.id, admins[i]!.accountId)));
  const [payout, ...more] = await listPayouts(two.db, ownerId);
  assert.deepEqual(more, []);
  assert.equal(payout?.status, "paid");
  assert(admins.some(({ accountId }) => accountId === payout?.paidBy));
  await assertLedgerAgrees(one);
});

Deno.test("two instances close a week once after a clock that was ahead has closed a period far in the future", async () => {
  await using world = await twoInstances();
  const { one, two, clock } = world;
  const { ownerId } = await createPayee(one);
  const now = clock.now();
  await playedSong(one, ownerId, 1000, now);
  await closePeriod(one, now + 200 * WEEK_MS);
  clock.pass(1000);
  await playedSong(two, ownerId, 40, clock.now());
  clock.pass(WEEK_MS);
  const made = (await Promise.all([one, two, one, two].map(closeIfDue))).flat();
  assert.deepEqual(made.map((p) => [p.totalKurus, p.feeKurus]), [[39, 1]]);
  await assertLedgerAgrees(two);
});

Deno.test("owners and admins read the same from a libSQL server as from a file", async () => {
  await using world = await twoInstances();
  const { one: deps, clock } = world;
  const { ownerId } = await createPayee(deps, "Kahve Durağı");
  await playedSong(deps, ownerId, 1040, clock.now());
  clock.pass(1000);
  await closePeriod(deps, clock.now());
  assert.equal(await isOwedMoney(deps.db, ownerId), true);
  await playedSong(deps, ownerId, 7, clock.now());
  assert.deepEqual(await readSummary(deps, ownerId), {
    currentBalance: 0.07,
    lastPayoutAmount: null,
    lastPayoutDate: null,
    fee: { percent: 2.5, amount: 0 },
  });
  assert.deepEqual((await readHistory(deps, ownerId)).map((p) => p.totalAmount), [10.14]);
  assert.deepEqual(await readEarnings(deps, ownerId, 2), {
    days: [{ date: "2026-11-01", amount: 0 }, { date: "2026-11-02", amount: 10.47 }],
    songs: [{ songTitle: "Gülpembe", artist: "Barış Manço", count: 2, amount: 10.47 }],
  });
  assert.deepEqual((await readPending(deps)).map((p) => [p.cafeName, p.period]), [
    ["Kahve Durağı", "2 Kasım 2026"],
  ]);
  assert.equal((await runLedgerCheck(deps)).ok, true);
});

const CAFES = 4;
const SONGS = 50;

Deno.test("200 songs that are played beside 20 closings are paid out once, to the kuruş", async () => {
  await using app = await moneyApp({ PAYOUT_FEE_PERCENT: "2.5" });
  const owners = await Promise.all(Array.from({ length: CAFES }, () => createPayee(app.deps)));
  const tips = await Promise.all(owners.map(({ ownerId }) => queueSongs(app.deps, ownerId)));
  const made: Payout[] = [];
  let closings = 0;
  await Promise.all(owners.map(async ({ ownerId }, cafe) => {
    for (let song = 0; song < SONGS; song++) {
      app.clock.pass(1);
      assert(await playNextInDatabase(app.deps, ownerId));
      // Five times during each cafe's 50 songs, while the other cafes play.
      if (song % 10 !== cafe) continue;
      closings += 1;
      made.push(...await closePeriod(app.deps, app.clock.now()));
    }
  }));
  assert.equal(closings, 20);
  await assertLedgerAgrees(app.deps);
  app.clock.pass(1);
  made.push(...await closePeriod(app.deps, app.clock.now()));
  const earned = tips.flat().reduce((a, b) => a + b, 0);
  assert.equal(made.reduce((sum, p) => sum + p.totalKurus + p.feeKurus, 0), earned);
  const { tips: booked, balances, entries } = await readLedgerTotals(app.deps.db);
  assert.deepEqual([booked, balances], [earned, 0]);
  const fees = made.filter((p) => p.feeKurus > 0).length;
  assert.equal(entries, CAFES * SONGS + made.length + fees);
});

/** Adds 50 approved songs, every seventh without a tip, and returns the tips in kuruş. */
async function queueSongs(deps: Deps, ownerId: string): Promise<number[]> {
  const tips = Array.from({ length: SONGS }, (_, i) => i % 7 === 0 ? 0 : (i * 7919) % 10_000);
  await Promise.all(tips.map((tipKurus) => {
    const [id, at] = [newId(deps.now()), deps.now()];
    return deps.db.write((d) => [
      d.insert(songRequests).values({
        ...{ id, ownerId, songTitle: "a", artist: "b", albumArt: "", uri: "c", tipKurus },
        ...{ status: "approved", createdAt: at, decidedAt: at },
      }),
    ]);
  }));
  return tips;
}

/** How a song ends, how long after its beginning, and whether that reverses its tip. */
const ENDS = [
  { why: "skipped", afterMs: 29_999, reverses: true },
  { why: "skipped", afterMs: 30_000, reverses: false },
  { why: "not_played", afterMs: 40_000, reverses: true },
  { why: "finished", afterMs: 1, reverses: false },
] as const;

/** Events in any order and number. */
const event = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ what: fc.constant("play"), who: fc.nat(2), kurus: fc.nat(1_000_000) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant("begin"), who: fc.nat(2), kurus: fc.nat(1_000_000) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant("end"),
      who: fc.nat(2),
      kurus: fc.nat(ENDS.length - 1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant("close"), who: fc.nat(2), kurus: fc.nat(2) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant("profile"), who: fc.nat(2), kurus: fc.nat(1) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant("wait"), who: fc.nat(2), kurus: fc.nat(2) }),
  },
);

Deno.test("payouts and balances always equal the played tips less the reversed ones and the fees", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { maxLength: 40 }),
      fc.integer({ min: 0, max: 9999 }),
      async (events, basisPoints) => {
        await using app = await moneyApp({ PAYOUT_FEE_PERCENT: (basisPoints / 100).toFixed(2) });
        const owners = await Promise.all([1, 2, 3].map(() => createOwner(app.deps)));
        let work: Promise<unknown>[] = [];
        let [earned, reversed] = [0, 0];
        /** The songs that play, by their owner. */
        const playing = new Map<string, { song: Promise<string>; kurus: number; at: number }>();
        for (const { what, who, kurus } of events) {
          const { ownerId } = owners[who]!;
          app.clock.pass(kurus % 3);
          if (what === "play") {
            earned += kurus;
            work.push(playedSong(app.deps, ownerId, kurus, app.clock.now()));
          } else if (what === "begin" && !playing.has(ownerId)) {
            earned += kurus;
            const song = playingSong(app.deps, ownerId, kurus, app.clock.now());
            work.push(song);
            playing.set(ownerId, { song, kurus, at: app.clock.now() });
          } else if (what === "end" && playing.has(ownerId)) {
            const { song, kurus: tip, at } = playing.get(ownerId)!;
            const { why, afterMs, reverses } = ENDS[kurus]!;
            playing.delete(ownerId);
            const id = await song;
            await endPlay(app.deps.db, { id, ownerId }, { at: at + afterMs, why });
            if (reverses) reversed += tip;
          } else if (what === "close") {
            work.push(closePeriod(app.deps, app.clock.now() - kurus));
          } else if (what === "profile") {
            const iban = kurus ? IBAN : "";
            work.push(
              updateCafe(app.deps.db, ownerId, { name: "K", iban, accountHolderName: HOLDER }),
            );
          } else {
            await Promise.all(work);
            work = [];
            await assertLedgerAgrees(app.deps);
          }
        }
        await Promise.all(work);
        const totals = await readLedgerTotals(app.deps.db);
        assert.deepEqual([totals.tips, totals.reversed], [earned, reversed]);
        assert.equal(totals.payouts + totals.balances, earned - reversed - totals.fees);
      },
    ),
    { numRuns: rounds(25, 500) },
  );
});
