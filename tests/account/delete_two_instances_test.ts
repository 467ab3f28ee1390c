import { strict as assert } from "node:assert";
import { eraseAccount, isOwedMoney } from "../../db/erasure.ts";
import { songRequests } from "../../db/schema/requests.ts";
import type { Deps } from "../../server/deps.ts";
import { newId } from "../../server/ids.ts";
import { overdueBefore } from "../../server/playback/play.ts";
import { closePeriod } from "../../server/payouts/closing.ts";
import { assertLedgerAgrees } from "../support/db/ledger_invariants.ts";
import { createPayee } from "../support/people/payees.ts";
import { playNextInDatabase } from "../support/people/plays.ts";
import { twoInstances } from "../support/start/two_instances.ts";

const LEAST_ROUNDS = 12;
const MAX_ROUNDS = 200;

Deno.test("deleting on one instance beside playing on the other erases the account or earns the tip, never both", async () => {
  await using world = await twoInstances();
  const { one, two, clock } = world;
  const outcomes = new Set<boolean>();
  // Until each of them has won.
  for (let round = 0; round < LEAST_ROUNDS || outcomes.size < 2; round++) {
    assert.ok(round < MAX_ROUNDS, "the race never went both ways");
    clock.pass(1000);
    const { ownerId, email } = await createPayee(one);
    await queueSong(one, ownerId);
    const erasing = () => {
      const nowMs = clock.now();
      const sentBefore = overdueBefore(nowMs);
      return eraseAccount(one.db, { id: ownerId, email }, { nowMs, sentBefore });
    };
    // The one that begins usually wins.
    const playing = round % 2 ? playAndClose(two, ownerId) : undefined;
    const [erasure] = await Promise.all([erasing(), playing ?? playAndClose(two, ownerId)]);
    const erased = erasure === "erased";
    outcomes.add(erased);
    assert.equal(await isOwedMoney(two.db, ownerId), !erased);
  }
  await assertLedgerAgrees(two);
});

async function queueSong({ db, now }: Deps, ownerId: string): Promise<void> {
  await db.write((d) => [
    d.insert(songRequests).values({
      ...{ id: newId(now()), ownerId, songTitle: "a", artist: "b", albumArt: "", uri: "c" },
      ...{ tipKurus: 1000, status: "approved", createdAt: now(), decidedAt: now() },
    }),
  ]);
}

/** Plays the next song without a music account, and closes the period right after it. */
async function playAndClose(deps: Deps, ownerId: string): Promise<void> {
  if (!await playNextInDatabase(deps, ownerId)) return;
  await closePeriod(deps, deps.now() + 1);
}
