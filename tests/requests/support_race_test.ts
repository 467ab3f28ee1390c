// Guests support songs while one of them is sent to the player: the sums, the order and the ledger agree to the kuruş.
import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { beginPlay } from "../../db/plays/plays.ts";
import { ledger } from "../../db/schema/money.ts";
import { assertLedgerAgrees } from "../support/db/ledger_invariants.ts";
import { createOwner } from "../support/people/factories.ts";
import { answerOf, type Guest, guestOf } from "../support/people/guests.ts";
import { sendNext } from "../support/people/plays.ts";
import { inUsualOrder } from "../support/people/queue_order.ts";
import { decide, queueOf, queueSong, submit } from "../support/people/requests.ts";
import { AT_A_FILE_AND_A_SERVER } from "../support/start/instances.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { rounds } from "../support/time/effort.ts";

const GUESTS = 20;
/** What the three songs have before, in kuruş. */
const TIPS = [200, 150, 100];
const ROUNDS = { "a file": rounds(20, 300), "a libSQL server": rounds(6, 60) };

for (const [database, start] of AT_A_FILE_AND_A_SERVER) {
  const times = ROUNDS[database];
  // A press of play next comes at any moment.
  Deno.test(`twenty guests support three songs at two instances at ${database} while the first is sent, ${times} times: sums, order and ledger agree`, async () => {
    await using world = await start(2, { RATE_LIMITS: "off" });
    const [here, there] = world.all;
    const { ownerId, token } = await createOwner(here.deps);
    const guests = await Promise.all(
      Array.from({ length: GUESTS }, (_, i) => guestOf(i % 2 ? here : there, ownerId)),
    );
    for (let round = 0; round < times; round++) {
      const ids = await queued(here, { ownerId, token });
      const [accepted, sent] = await Promise.all([
        supportAll(guests, ids),
        pressedAfter(here, ownerId, round % 4),
      ]);
      await assertAgreed(there, ids, accepted, sent);
      for (const { _id } of await queueOf(here, ownerId)) {
        await decide(here, token, _id, "rejected");
      }
    }
    await assertLedgerAgrees(there.deps);
  });
}

Deno.test("a hundred guests support one song at once, and each tip is in its sum", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const owner = await createOwner(app.deps);
  const { _id } = await submit(app, owner.ownerId, { tipAmount: 0 });
  const guests = await Promise.all(Array.from({ length: 100 }, () => guestOf(app, owner.ownerId)));
  const answers = await Promise.all(guests.map((guest, i) => guest.support(_id, (i + 1) / 100)));
  assert.equal(Math.max(...answers.map(({ tipAmount }) => tipAmount)), 50.5);
  assert.deepEqual(answers.map(({ ownTip }) => ownTip), guests.map((_, i) => (i + 1) / 100));
  await assertLedgerAgrees(app.deps);
});

/** Three approved songs. They are asked for at their tips' order. */
async function queued(app: TestApp, { ownerId, token }: { ownerId: string; token: string }) {
  const ids: string[] = [];
  for (const kurus of TIPS) {
    const { _id } = await queueSong(app, { ownerId, token }, { tipAmount: kurus / 100 });
    app.clock.pass(1);
    ids.push(_id);
  }
  return ids;
}

/** Each guest gives another amount to one of the songs. Returns the accepted kuruş of each song. */
async function supportAll(guests: Guest[], ids: string[]): Promise<number[]> {
  const accepted = ids.map(() => 0);
  await Promise.all(guests.map(async (guest, i) => {
    const which = i % ids.length;
    const [status] = await answerOf(await guest.give(ids[which]!, (i + 1) / 100));
    if (status === 201) accepted[which]! += i + 1;
    else assert.equal(status, 409);
  }));
  return accepted;
}

/** Plays the first song of the queue when `turns` turns of the event loop have passed. Returns its request. */
async function pressedAfter({ deps, clock }: TestApp, ownerId: string, turns: number) {
  for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
  const sent = (await sendNext(deps, ownerId))!;
  const at = clock.now();
  assert.ok(await beginPlay(deps.db, sent, { startedAt: at, at }));
  return sent.requestId!;
}

async function assertAgreed(
  app: TestApp,
  ids: string[],
  accepted: number[],
  sent: string,
): Promise<void> {
  const { read } = app.deps.db;
  const sums = new Map(ids.map((id, i) => [id, TIPS[i]! + accepted[i]!]));
  const [entry] = await read.select().from(ledger).where(eq(ledger.requestId, sent));
  assert.equal(entry!.amountKurus, sums.get(sent), "the ledger has what was accepted");
  const waiting = inUsualOrder(
    ids.filter((id) => id !== sent),
    (id) => ({ id, tip: sums.get(id)!, createdAt: ids.indexOf(id) }),
  );
  assert.deepEqual(
    (await queueOf(app, entry!.ownerId)).map((r) => [r._id, Math.round(r.tipAmount * 100)]),
    waiting.map((id) => [id, sums.get(id)]),
  );
}
