// Deleting an account beside other calls: it is erased completely, or money is owed and nothing is erased.
import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { eraseAccount, isOwedMoney } from "../../db/people/erasure.ts";
import { cafes } from "../../db/schema/accounts.ts";
import { ledger } from "../../db/schema/money.ts";
import { plays, songRequests } from "../../db/schema/requests.ts";
import type { Deps } from "../../server/deps.ts";
import { newId } from "../../server/ids.ts";
import { closePeriod } from "../../server/payouts/closing.ts";
import { overdueBefore } from "../../server/playback/play.ts";
import { commitInOrder } from "../support/db/commit_order.ts";
import { assertLedgerAgrees, moneyApp } from "../support/db/ledger_invariants.ts";
import { connectedOwner, playNext, queueUp } from "../support/people/cafe_evening.ts";
import { createPayee, HOLDER, IBAN } from "../support/people/payees.ts";
import { playNextInDatabase } from "../support/people/plays.ts";
import { decide, submit } from "../support/people/requests.ts";
import { seeded } from "../support/random.ts";
import type { TestApp } from "../support/start/test_app.ts";
import { twoInstances } from "../support/start/two_instances.ts";
import { rounds } from "../support/time/effort.ts";

/** More turns of the event loop than any one call takes. */
const MAX_TURNS = 60;

for (const isErased of [true, false]) {
  Deno.test(`deleting ${isErased ? "before" : "after"} playing, approving, closing and saving that are under way with it ${isErased ? "erases everything" : "is refused"}`, async () => {
    const erased = await eraseAmidst(async ({ deps: { db } }, erase, acts) => {
      const others = () => Promise.all(acts.map((act) => act()));
      if (isErased) return await commitInOrder(db, erase, others, acts.length);
      const [acted, erasure] = await commitInOrder(db, others, erase);
      return [erasure, acted];
    });
    assert.equal(erased, isErased);
  });
}

Deno.test("deleting some turns before or after playing, approving, closing and saving erases everything or nothing", async () => {
  for (let seed = 0; seed < rounds(12, 300); seed++) {
    const { upTo } = seeded(seed);
    const after = async <T>(act: () => Promise<T>): Promise<T> => {
      for (let turns = upTo(MAX_TURNS); turns > 0; turns--) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      return await act();
    };
    await eraseAmidst(
      (_, erase, acts) => Promise.all([after(erase), Promise.all(acts.map(after))]),
      `${seed}`,
    );
  }
});

/** Erases an account beside the other acts, as `meet` lets them meet. Returns whether it was erased. */
async function eraseAmidst(
  meet: <E, A>(
    app: TestApp,
    erase: () => Promise<E>,
    acts: (() => Promise<A>)[],
  ) => Promise<[E, A[]]>,
  seed = "",
): Promise<boolean> {
  await using app = await moneyApp();
  const { db } = app.deps;
  const owner = await connectedOwner(app);
  const { token, ownerId: id, cafeId, email } = owner;
  const [song] = await queueUp(app, owner, [12.5]);
  const pending = await submit(app, id);
  const body = { name: "Ayşe'nin Yeri", iban: IBAN, accountHolderName: HOLDER };
  const nowMs = app.clock.now();
  const erase = () => eraseAccount(db, { id, email }, { nowMs, sentBefore: overdueBefore(nowMs) });
  let played: Response | undefined;
  const [erasure] = await meet(app, erase, [
    async () => void (played = await playNext(app, token)),
    async () => void await decide(app, token, pending._id, "approved"),
    async () => void await app.call("POST", "/api/cafes", { token, body }),
    async () => void await closePeriod(app.deps, app.clock.now() + 1),
  ]);
  const erased = erasure === "erased";

  const tips = await db.read.select().from(ledger).where(eq(ledger.kind, "tip"));
  assert.deepEqual(tips.map((tip) => tip.requestId), played?.status === 200 ? [song!._id] : []);
  const sent = await db.read.select().from(plays).where(eq(plays.state, "sent"));
  assert.deepEqual(sent, [], `${seed}: a song is left on its way`);
  assert.equal((await app.call("GET", `/api/cafes/${cafeId}`)).status, erased ? 404 : 200);
  assert.equal((await app.call("GET", "/api/cafes/me", { token })).status, erased ? 401 : 200);
  assert.equal(await isOwedMoney(db, id), !erased, seed);
  if (erased) {
    const cafe = await db.read.select().from(cafes).get();
    assert.deepEqual([cafe?.iban, cafe?.accountHolderName], ["", ""], seed);
  }
  return erased;
}

Deno.test("deleting on one instance beside playing on the other erases the account or earns the tip, never both", async () => {
  await using world = await twoInstances();
  const { one, two, clock } = world;
  const meet = async (winner?: "erasing" | "playing") => {
    clock.pass(1000);
    const { ownerId, email } = await createPayee(one);
    await queueSong(one, ownerId);
    const erasing = () => {
      const nowMs = clock.now();
      const sentBefore = overdueBefore(nowMs);
      return eraseAccount(one.db, { id: ownerId, email }, { nowMs, sentBefore });
    };
    const playing = () => playAndClose(two, ownerId);
    const [erasure] = winner === "erasing"
      ? await commitInOrder(two.db, erasing, playing)
      : winner === "playing"
      ? (await commitInOrder(one.db, playing, erasing)).toReversed()
      : await Promise.all([erasing(), playing()]);
    const erased = erasure === "erased";
    if (winner) assert.equal(erased, winner === "erasing");
    assert.equal(await isOwedMoney(two.db, ownerId), !erased);
  };
  await meet("erasing");
  await meet("playing");
  for (let round = 0; round < rounds(12, 200); round++) await meet();
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
