// Tips at the till of songs that are not played in the end, and of cafes that go (docs/money.md#till).
import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import fc from "../support/properties.ts";
import { endPlay, findActive } from "../../db/plays/plays.ts";
import { songRequests } from "../../db/schema/requests.ts";
import { readBalance } from "../../db/money/ledger.ts";
import { expireRequests } from "../../server/house/expire_requests.ts";
import { readTillSongs } from "../../server/payouts/earnings.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { createOwnerWithPassword, deleteAccount } from "../support/people/accounts.ts";
import { type Guest, guestOf } from "../support/people/guests.ts";
import { EVENINGS, houseWith, setRules } from "../support/people/house.ts";
import { playNextInDatabase } from "../support/people/plays.ts";
import { decide, undo } from "../support/people/requests.ts";
import { tick, ticked, tillDays, tillSong, tillSongs } from "../support/people/till.ts";
import type { TestApp } from "../support/start/test_app.ts";
import type { TestOwner } from "../support/people/factories.ts";
import { rounds } from "../support/time/effort.ts";

const at = (text: string) => Date.parse(`${text}+03:00`);

async function skip(app: TestApp, { ownerId }: TestOwner): Promise<void> {
  const play = (await findActive(app.deps.db, ownerId))!;
  await endPlay(app.deps.db, play, { at: app.clock.now(), why: "skipped" });
}

type Unplayed = (app: TestApp, owner: TestOwner, guest: Guest, id: string) => Promise<unknown>;
const UNPLAYED: Record<string, Unplayed> = {
  "was rejected": (app, { token }, _, id) => decide(app, token, id, "rejected"),
  "was taken back": (_app, _owner, guest, id) => guest.takeBack(id),
  "was skipped at its beginning": async (app, owner, _, id) => {
    await decide(app, owner.token, id, "approved");
    await playNextInDatabase(app.deps, owner.ownerId);
    await skip(app, owner);
  },
  "cannot be played": async (app, owner, _, id) => {
    await decide(app, owner.token, id, "approved");
    const { db } = app.deps;
    await db.write((d) => [
      d.update(songRequests).set({ unplayableAt: app.clock.now() }).where(eq(songRequests.id, id)),
    ]);
  },
};

for (const [what, happens] of Object.entries(UNPLAYED)) {
  Deno.test(`a received tip whose song ${what} is to be given back, and cannot be ticked again`, async () => {
    await using app = await moneyApp();
    const owner = await houseWith(app, { tips: "till" });
    const guest = await guestOf(app, owner.ownerId);
    const { _id } = await guest.send();
    await ticked(app, owner, _id);
    await happens(app, owner, guest, _id);
    assert.deepEqual(await tillDays(app, owner), [[0, 10]]);
    assert.deepEqual(await tillSongs(app, owner), [[_id, 0, 10]]);
    assert.equal((await tick(app, owner, _id)).status, 409);
    assert.equal((await ticked(app, owner, _id, { received: false })).receivedAmount, 0);
    assert.deepEqual(await tillDays(app, owner), [[0, 0]]);
    assert.deepEqual(await tillSongs(app, owner), []);
    assert.equal((await tick(app, owner, _id)).status, 409);
  });
}

for (const recorded of [false, true]) {
  Deno.test(`a received tip whose request expired goes back, and none is due any more, ${recorded ? "after" : "before"} the end is recorded`, async () => {
    await using app = await moneyApp();
    const owner = await houseWith(app, { tips: "till", requests: "hours", hours: EVENINGS });
    const guest = await guestOf(app, owner.ownerId);
    const { _id: paid } = await guest.send();
    const { _id: unpaid } = await guest.send();
    await ticked(app, owner, paid);
    // It is 20:00, and the hours end at 02:00.
    app.clock.pass(6 * 60 * 60_000);
    if (recorded) await expireRequests(app.deps);
    assert.equal((await tick(app, owner, unpaid)).status, 409);
    assert.deepEqual(
      (await guest.mine()).map(({ status, payAtTill }) => [status, payAtTill]),
      [["expired", false], ["expired", false]],
    );
    assert.deepEqual(await tillSongs(app, owner), [[paid, 0, 10]]);
    assert.equal((await ticked(app, owner, paid, { received: false })).receivedAmount, 0);
  });
}

Deno.test("a rejection that is taken back makes the received tip due again", async () => {
  await using app = await moneyApp();
  const owner = await houseWith(app, { tips: "till" });
  const guest = await guestOf(app, owner.ownerId);
  const { _id } = await guest.send();
  await ticked(app, owner, _id);
  await decide(app, owner.token, _id, "rejected");
  await undo(app, owner.token, _id);
  assert.deepEqual(await tillSongs(app, owner), []);
  assert.deepEqual(await ticked(app, owner, _id), { received: true, receivedAmount: 10 });
});

Deno.test("guests read where to pay until the tip is received, and that a skipped song was cut short", async () => {
  await using app = await moneyApp();
  const owner = await houseWith(app, { tips: "till" });
  const guest = await guestOf(app, owner.ownerId);
  const { _id } = await guest.send();
  const own = async () => {
    const { payAtTill, reversed } = (await guest.mine())[0]!;
    return { payAtTill, reversed };
  };
  assert.deepEqual(await own(), { payAtTill: true, reversed: false });
  await ticked(app, owner, _id);
  assert.deepEqual(await own(), { payAtTill: false, reversed: false });
  await ticked(app, owner, _id, { received: false });
  await decide(app, owner.token, _id, "approved");
  await playNextInDatabase(app.deps, owner.ownerId);
  assert.deepEqual(await own(), { payAtTill: true, reversed: false });
  await skip(app, owner);
  assert.deepEqual(await own(), { payAtTill: false, reversed: true });
});

Deno.test("support does not ask again for what the till has received, and asks its guest for the rest", async () => {
  await using app = await moneyApp();
  const owner = await houseWith(app, { tips: "till" });
  const [asker, other, third] = [
    await guestOf(app, owner.ownerId),
    await guestOf(app, owner.ownerId),
    await guestOf(app, owner.ownerId),
  ];
  const { _id } = await asker.send();
  const due = async () => [
    (await asker.mine())[0]?.payAmount,
    (await other.mine())[0]?.payAmount,
    (await third.mine())[0]?.payAmount,
  ];
  assert.deepEqual(await due(), [10, undefined, undefined]);
  await ticked(app, owner, _id);
  await other.support(_id, 5);
  assert.deepEqual(await due(), [0, 5, undefined]);
  await ticked(app, owner, _id);
  await asker.support(_id, 20);
  await third.support(_id, 7.5);
  assert.deepEqual(await due(), [20, 0, 7.5]);
  // The owner was shown the first 35 TL.
  await ticked(app, owner, _id, { received: true, amount: 35 });
  assert.deepEqual(await due(), [0, 0, 7.5]);
  await ticked(app, owner, _id, { received: false });
  assert.deepEqual(await due(), [30, 5, 7.5]);
});

const FETCHED: Record<string, Unplayed> = {
  ...UNPLAYED,
  "has expired": async (app) => {
    app.clock.pass(6 * 60 * 60_000);
    await expireRequests(app.deps);
  },
  "has expired a moment ago": (app) => Promise.resolve(app.clock.pass(6 * 60 * 60_000)),
};
delete FETCHED["was taken back"];
for (const [what, happens] of Object.entries(FETCHED)) {
  Deno.test(`who may have paid at the till for a song that ${what} is told to fetch the money until it is given back`, async () => {
    await using app = await moneyApp();
    const owner = await houseWith(app, { tips: "till", requests: "hours", hours: EVENINGS });
    const [paying, without] = [
      await guestOf(app, owner.ownerId),
      await guestOf(app, owner.ownerId),
    ];
    const { _id } = await paying.send();
    const { _id: tipless } = await without.send({ tipAmount: 0 });
    const told = async (guest: Guest) => (await guest.mine())[0]!.refundAtTill;
    await ticked(app, owner, _id);
    assert.equal(await told(paying), false);
    await happens(app, owner, without, tipless);
    if (!what.startsWith("has expired")) await happens(app, owner, paying, _id);
    assert.equal(await told(paying), true);
    assert.equal(await told(without), false);
    await ticked(app, owner, _id, { received: false });
    assert.equal(await told(paying), false);
  });
}

Deno.test("a day expects the songs that began on it and has received what was ticked on it, and begins at 06:00 in Istanbul", async () => {
  await using app = await moneyApp();
  const evening = at("2026-11-21T05:59:59.999");
  app.clock.set(evening);
  const owner = await houseWith(app, { tips: "till" });
  const late = await tillSong(app.deps, owner.ownerId, { tipKurus: 1250 });
  await tillSong(app.deps, owner.ownerId, { tipKurus: 900, whyEnded: "skipped" });
  await ticked(app, owner, late);
  app.clock.set(evening + 1);
  await tillSong(app.deps, owner.ownerId, { tipKurus: 7 });
  assert.deepEqual(await tillDays(app, owner, 3), [[0, 0], [12.5, 12.5], [0.07, 0]]);
  await ticked(app, owner, late, { received: false });
  assert.deepEqual(await tillDays(app, owner, 2), [[12.5, 12.5], [0.07, -12.5]]);
});

Deno.test("songs that are settled leave the till's list on the second day, others stay for 30 days", async () => {
  await using app = await moneyApp();
  const { ownerId } = await houseWith(app, { tips: "till" });
  app.clock.set(at("2026-11-20T12:00"));
  const open = await tillSong(app.deps, ownerId, { tipKurus: 500 });
  const paid = await tillSong(app.deps, ownerId, { tipKurus: 700, receivedKurus: 700 });
  await tillSong(app.deps, ownerId, { tipKurus: 0 });
  const listed: [string, string[]][] = [
    ["2026-11-22T05:59:59", [open, paid]],
    ["2026-11-22T06:00", [open]],
    ["2026-12-20T05:59:59", [open]],
    ["2026-12-20T06:00", []],
  ];
  for (const [time, ids] of listed) {
    app.clock.set(at(time));
    const songs = await readTillSongs(app.deps, ownerId);
    assert.deepEqual(songs.map(({ _id }) => _id).sort(), ids.sort(), time);
  }
});

Deno.test("a cafe that is paid at its till deletes its account without giving anything up", async () => {
  await using app = await moneyApp();
  const owner = await createOwnerWithPassword(app);
  await setRules(app, owner, { tips: "till" });
  const guest = await guestOf(app, owner.ownerId);
  const { _id } = await guest.send();
  await decide(app, owner.token, _id, "approved");
  await playNextInDatabase(app.deps, owner.ownerId);
  await ticked(app, owner, _id);
  const { tillReceipts } = await app.ok("GET", "/api/account/export", owner);
  assert.deepEqual(tillReceipts.map((receipt: { amount: number }) => receipt.amount), [10]);
  assert.equal((await deleteAccount(app, owner.token)).status, 204);
});

const press = (...does: string[]) => fc.record({ do: fc.constantFrom(...does) });
const action = fc.oneof(
  fc.record({ do: fc.constant("send" as const), kurus: fc.integer({ min: 0, max: 99_999 }) }),
  fc.record({ do: fc.constant("rule" as const), tips: fc.constantFrom("till", "platform") }),
  { weight: 4, arbitrary: press("support", "tick", "untick", "reject", "undo") },
  { weight: 2, arbitrary: press("approve") },
  { weight: 2, arbitrary: press("play") },
  press("skip"),
);

Deno.test("after any evening the books agree: the platform owes what was not asked for at the till, to the kuruş", async () => {
  const done = { support: 0, tick: 0, untick: 0, reject: 0, approve: 0, undo: 0, play: 0, skip: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(action, fc.nat(4)), { minLength: 30, maxLength: 40 }),
      async (evening) => {
        await using app = await moneyApp({ RATE_LIMITS: "off" });
        const owner = await houseWith(app, { tips: "till" });
        const guest = await guestOf(app, owner.ownerId);
        const ids = [(await guest.send())._id];
        const pressed = (id: string) => ({
          support: () => guest.give(id, 0.01),
          tick: () => tick(app, owner, id),
          untick: () => tick(app, owner, id, { received: false }),
          reject: () => decide(app, owner.token, id, "rejected"),
          approve: () => decide(app, owner.token, id, "approved"),
          undo: () => undo(app, owner.token, id),
        });
        for (const [step, n] of evening) {
          app.clock.pass(1000);
          if ("kurus" in step) {
            ids.unshift((await guest.send({ tipAmount: step.kurus / 100 }))._id);
          } else if ("tips" in step) {
            await setRules(app, owner, { tips: step.tips as "till" });
          } else if (step.do === "play") {
            if (await playNextInDatabase(app.deps, owner.ownerId)) done.play += 1;
          } else if (step.do === "skip") {
            if (!await findActive(app.deps.db, owner.ownerId)) continue;
            await skip(app, owner);
            done.skip += 1;
          } else {
            const what = step.do as "support";
            const answer = await pressed(ids[n % ids.length]!)[what]();
            const success = what === "support" ? 201 : 200;
            assert.ok([success, 409].includes(answer.status), `${what}: ${answer.status}`);
            if (answer.status === success) done[what] += 1;
          }
        }
        const { requests, ...kept } = await app.ok("GET", "/api/account/export", owner);
        const sum = (rows: { amount: number }[]) =>
          rows.reduce((kurus, { amount }) => kurus + Math.round(amount * 100), 0);
        assert.equal(await readBalance(app.deps.db, owner.ownerId), sum(kept.ledger));
        const [[, received]] = await tillDays(app, owner) as [[number, number]];
        assert.equal(Math.round(received * 100), sum(kept.tillReceipts));
        assert.equal(requests.length, ids.length);
      },
    ),
    { numRuns: rounds(25, 200) },
  );
  for (const [what, times] of Object.entries(done)) {
    assert.ok(times >= (what === "play" ? 20 : 1), `${what}: ${times}`);
  }
});
