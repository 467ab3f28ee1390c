// Deleting an account beside other calls: it is erased completely, or money is owed and nothing is erased.
import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { eraseAccount, isOwedMoney } from "../../db/erasure.ts";
import { cafes } from "../../db/schema/accounts.ts";
import { ledger } from "../../db/schema/money.ts";
import { plays, songRequests } from "../../db/schema/requests.ts";
import type { Deps } from "../../server/deps.ts";
import { newId } from "../../server/ids.ts";
import { closePeriod } from "../../server/payouts/closing.ts";
import { overdueBefore } from "../../server/playback/play.ts";
import { assertLedgerAgrees, moneyApp } from "../support/db/ledger_invariants.ts";
import { connectedOwner, playNext, queueUp } from "../support/people/cafe_evening.ts";
import { createPayee, HOLDER, IBAN } from "../support/people/payees.ts";
import { playNextInDatabase } from "../support/people/plays.ts";
import { decide, submit } from "../support/people/requests.ts";
import { seeded } from "../support/people/seeded.ts";
import { twoInstances } from "../support/start/two_instances.ts";
import { rounds } from "../support/time/effort.ts";

/** More turns of the event loop than any one call takes. */
const MAX_TURNS = 60;

Deno.test("deleting beside playing, approving, closing and saving erases everything or nothing, and both happen", async () => {
  const ways = new Set<boolean>();
  for (let seed = 0; seed < rounds(12, 300); seed++) ways.add(await erasedAmidst(seed));
  assert.deepEqual([...ways].sort(), [false, true], "the race never went both ways");
});

/** Starts each call after a random number of turns. Returns whether the account was erased. */
async function erasedAmidst(seed: number): Promise<boolean> {
  await using app = await moneyApp();
  const { db } = app.deps;
  const owner = await connectedOwner(app);
  const { token, ownerId: id, cafeId, email } = owner;
  const [song] = await queueUp(app, owner, [12.5]);
  const pending = await submit(app, id);
  const body = { name: "Ayşe'nin Yeri", iban: IBAN, accountHolderName: HOLDER };
  const { upTo } = seeded(seed);
  const after = async <T>(act: () => Promise<T>): Promise<T> => {
    for (let turns = upTo(MAX_TURNS); turns > 0; turns--) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    return await act();
  };
  const erase = (nowMs: number) =>
    eraseAccount(db, { id, email }, { nowMs, sentBefore: overdueBefore(nowMs) });
  const [erasure, played] = await Promise.all([
    after(() => erase(app.clock.now())),
    after(() => playNext(app, token)),
    after(() => decide(app, token, pending._id, "approved")),
    after(() => app.call("POST", "/api/cafes", { token, body })),
    after(() => closePeriod(app.deps, app.clock.now() + 1)),
  ]);
  const erased = erasure === "erased";

  const tips = await db.read.select().from(ledger).where(eq(ledger.kind, "tip"));
  assert.deepEqual(tips.map((tip) => tip.requestId), played.status === 200 ? [song!._id] : []);
  const sent = await db.read.select().from(plays).where(eq(plays.state, "sent"));
  assert.deepEqual(sent, [], `${seed}: a song is left on its way`);
  assert.equal((await app.call("GET", `/api/cafes/${cafeId}`)).status, erased ? 404 : 200);
  assert.equal((await app.call("GET", "/api/cafes/me", { token })).status, erased ? 401 : 200);
  assert.equal(await isOwedMoney(db, id), !erased, `${seed}`);
  if (erased) {
    const cafe = await db.read.select().from(cafes).get();
    assert.deepEqual([cafe?.iban, cafe?.accountHolderName], ["", ""], `${seed}`);
  }
  return erased;
}

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
