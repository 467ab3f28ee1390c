import { strict as assert } from "node:assert";
import fc from "fast-check";
import { endPlay } from "../../db/plays.ts";
import { readLedgerTotals } from "../../db/ledger.ts";
import type { Payout } from "../../db/payouts.ts";
import { songRequests } from "../../db/schema/requests.ts";
import type { Deps } from "../../server/deps.ts";
import { newId } from "../../server/ids.ts";
import { updateCafe } from "../../db/cafes.ts";
import { closePeriod } from "../../server/payouts/closing.ts";
import { rounds } from "../support/time/effort.ts";
import { createOwner } from "../support/people/factories.ts";
import { assertLedgerAgrees, moneyApp } from "../support/db/ledger_invariants.ts";
import { createPayee, HOLDER, IBAN } from "../support/people/payees.ts";
import { playedSong, playingSong, playNextInDatabase } from "../support/people/plays.ts";

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
