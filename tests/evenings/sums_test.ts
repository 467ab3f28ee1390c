// What is kept of days that are over is what their rows say (docs/evenings.md#sums).
import { strict as assert } from "node:assert";
import fc from "../support/properties.ts";
import { cafeDay, dateOfCafeDay, startOfCafeDay } from "../../db/evenings/cafe_day.ts";
import type { Database } from "../../db/connection/client.ts";
import { beginPlay, endPlay, findActive } from "../../db/plays/plays.ts";
import { songRequests } from "../../db/schema/requests.ts";
import { deleteExpired } from "../../server/account/delete_account.ts";
import { closeIfOver, readEvening, readEvenings } from "../../server/evenings/evenings.ts";
import { readTillDays } from "../../server/payouts/earnings.ts";
import { newId } from "../../server/ids.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { createOwner } from "../support/people/factories.ts";
import { guestOf } from "../support/people/guests.ts";
import {
  changePlay,
  playedSong,
  playingSong,
  playOwnMusic,
  reversedSong,
  sendNext,
} from "../support/people/plays.ts";
import { submit } from "../support/people/requests.ts";
import { tillSong } from "../support/people/till.ts";
import { twoInstances } from "../support/start/two_instances.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { sql } from "../support/db/sql.ts";

const DAY_MS = 24 * 60 * 60_000;
const FIRST = cafeDay(Date.UTC(2026, 10, 10, 12));
const firstMs = startOfCafeDay(FIRST);
const DAYS = 4;
const SUMMED_AFTER_MS = 2 * 60 * 60_000;

const KINDS = ["played", "reversed", "till", "tillSkipped", "own", "rejected"] as const;
const events = fc.uniqueArray(
  fc.record({
    cafe: fc.nat(1),
    kind: fc.constantFrom(...KINDS),
    // At the edges of days too.
    atMs: fc.tuple(fc.nat(DAYS - 1), fc.constantFrom(0, 1, 3_600_000, 50_000_000, DAY_MS - 1))
      .map(([day, ms]) => day * DAY_MS + ms),
    kurus: fc.nat(500),
  }),
  { minLength: 1, maxLength: 20, selector: ({ cafe, atMs }) => `${cafe} ${atMs}` },
);
type Event = { cafe: number; kind: typeof KINDS[number]; atMs: number; kurus: number };

Deno.test("the list of days is that of the rows, before and after they are summed, and as the migration sums them", async () => {
  await fc.assert(
    fc.asyncProperty(events, async (happened) => {
      await using app = await moneyApp();
      const cafes = [await createOwner(app.deps), await createOwner(app.deps)];
      for (const event of happened) await happen(app, cafes[event.cafe]!.ownerId, event);
      const { db } = app.deps;
      const query = { from: dateOfCafeDay(FIRST), to: dateOfCafeDay(FIRST + DAYS) };
      const lists = () =>
        Promise.all(cafes.map(({ ownerId }) => readEvenings(app.deps, ownerId, query)));
      const ofCafes = cafes.map((_, cafe) => happened.filter((event) => event.cafe === cafe));
      const expected = ofCafes.map(expectedOf);
      app.clock.set(firstMs);
      assert.deepEqual(await lists(), expected, "none is over");
      for (const over of [2, DAYS]) {
        app.clock.set(firstMs + over * DAY_MS + SUMMED_AFTER_MS);
        assert.deepEqual(await lists(), expected, `${over} are over`);
        const tills = await Promise.all(
          cafes.map((cafe) => tillOfDays(app, cafe.ownerId, over + 1)),
        );
        assert.deepEqual(tills, ofCafes.map((events) => tillOf(events, over + 1)), `${over}, till`);
      }
      const summed = await sumsOf(db);
      await migrateAgain(db);
      const newest = Math.max(...happened.map(({ atMs }) => FIRST + Math.floor(atMs / DAY_MS)));
      assert.deepEqual(await sumsOf(db), summed.filter(({ day }) => day < newest));
      assert.deepEqual(await lists(), expected, "after the migration");
    }),
    { numRuns: 20 },
  );
});

/** Songs of a night: when each began, how much later that was recorded, and how long after it the song was skipped, if it was. */
const night = fc.array(
  fc.record({
    kurus: fc.nat(500),
    pauseMs: fc.constantFrom(0, 40_000, 3_600_000),
    lateMs: fc.constantFrom(0, 1, 5_000, 600_000),
    skippedAfterMs: fc.option(fc.constantFrom(1, 29_999, 30_000)),
  }),
  { minLength: 1, maxLength: 8 },
);

Deno.test("each kuruş that was earned is on the row of one evening, also if a song began before 06:00 and was recorded after it", async () => {
  await fc.assert(
    fc.asyncProperty(night, fc.nat(120_000), async (songs, beforeSixMs) => {
      await using app = await moneyApp({ RATE_LIMITS: "off" });
      const { clock, deps } = app;
      clock.set(firstMs + DAY_MS - beforeSixMs);
      const { ownerId } = await createOwner(deps);
      for (const { kurus, pauseMs, lateMs, skippedAfterMs } of songs) {
        await approvedSong(deps, ownerId, kurus, firstMs);
        const sent = (await sendNext(deps, ownerId))!;
        const startedAt = clock.now();
        clock.pass(lateMs);
        await beginPlay(deps.db, sent, { startedAt, at: clock.now() });
        clock.pass(skippedAfterMs ?? 60_000);
        const why = skippedAfterMs === null ? "finished" : "skipped";
        const heardMs = skippedAfterMs ?? 60_000;
        await endPlay(deps.db, sent, { at: clock.now(), why, heardMs });
        clock.pass(pauseMs);
      }
      const [earned] = await deps.db.all<{ kurus: number }>(
        sql`select coalesce(sum(amount_kurus), 0) as kurus from ledger`,
      );
      const query = { from: dateOfCafeDay(FIRST), to: dateOfCafeDay(FIRST + DAYS) };
      for (const state of ["before and", "after they are summed"]) {
        const rows = await readEvenings(deps, ownerId, query);
        const tips = rows.reduce((sum, row) => sum + Math.round(row.tips * 100), 0);
        assert.equal(tips, earned!.kurus, state);
        const dates = rows.map(({ date }) => date);
        assert.deepEqual(dates, [...new Set(dates)].sort().reverse());
        for (const { date, tips } of rows) {
          const evening = await readEvening(deps, ownerId, date);
          assert.deepEqual([evening.money.earned, evening.tips], [tips, tips]);
        }
        clock.set(firstMs + DAYS * DAY_MS + SUMMED_AFTER_MS);
      }
    }),
    { numRuns: 25 },
  );
});

Deno.test("a tip that is earned on a day without anything else has a row of its own, and one that was reversed has none", async () => {
  await using app = await moneyApp({ RATE_LIMITS: "off" });
  const { clock, deps } = app;
  clock.set(firstMs + DAY_MS - 1_000);
  const [earned, reversed] = [await createOwner(deps), await createOwner(deps)];
  for (const { ownerId } of [earned, reversed]) {
    await approvedSong(deps, ownerId, 700, firstMs);
    const sent = (await sendNext(deps, ownerId))!;
    await beginPlay(deps.db, sent, { startedAt: clock.now(), at: firstMs + DAY_MS + 4_000 });
  }
  const skipped = (await findActive(deps.db, reversed.ownerId))!;
  clock.set(firstMs + DAY_MS + 9_000);
  await endPlay(deps.db, skipped, { at: clock.now(), why: "skipped" });
  const days = { from: dateOfCafeDay(FIRST), to: dateOfCafeDay(FIRST + 1) };
  const row = { date: days.from, requests: 1, played: 1, tips: 0, received: 0 };
  for (const daysLater of [0, 3]) {
    clock.pass(daysLater * DAY_MS);
    assert.deepEqual(await readEvenings(deps, earned.ownerId, days), [
      { ...row, date: days.to, requests: 0, played: 0, tips: 7 },
      row,
    ]);
    assert.deepEqual(await readEvenings(deps, reversed.ownerId, days), [{ ...row, played: 0 }]);
  }
  const { sentence } = await readEvening(deps, earned.ownerId, days.to);
  assert.equal(sentence, "Çarşamba akşamı istek gelmedi: 7,00 TL bahşiş.");
});

Deno.test("a song that is cut short after its day was summed leaves the sums", async () => {
  await using app = await moneyApp();
  const { ownerId } = await createOwner(app.deps);
  const id = await playingSong(app.deps, ownerId, 700, firstMs + DAY_MS - 5_000);
  await changePlay(app.deps, ownerId, { isPaused: true, positionMs: 4_000 });
  app.clock.set(firstMs + DAY_MS + SUMMED_AFTER_MS);
  const query = { from: dateOfCafeDay(FIRST), to: dateOfCafeDay(FIRST) };
  const [before] = await readEvenings(app.deps, ownerId, query);
  assert.deepEqual([before!.played, before!.tips], [1, 7]);
  await endPlay(app.deps.db, { id, ownerId }, { at: app.clock.now() + 1_000, why: "skipped" });
  const [after] = await readEvenings(app.deps, ownerId, query);
  assert.deepEqual([after!.played, after!.tips], [0, 0]);
});

Deno.test("guests are counted before their ids are wiped, and fewer than three are not told", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  app.clock.set(firstMs + 3_600_000);
  const [many, few] = [await createOwner(app.deps), await createOwner(app.deps)];
  for (let i = 0; i < 3; i++) {
    const guest = await guestOf(app, many.ownerId);
    for (let n = 0; n <= i; n++) await guest.send();
  }
  await submit(app, many.ownerId);
  for (let i = 0; i < 2; i++) await (await guestOf(app, few.ownerId)).send();
  const guests = async ({ ownerId }: { ownerId: string }) =>
    (await readEvening(app.deps, ownerId, dateOfCafeDay(FIRST))).guests;
  const expected = [{ count: 3, requestsEach: 2 }, { count: null, requestsEach: null }];
  assert.deepEqual([await guests(many), await guests(few)], expected);
  // Nothing has run since, so that the ids are due to be wiped in the same run.
  app.clock.set(firstMs + 5 * DAY_MS);
  await deleteExpired(app.deps);
  const [kept] = await app.deps.db.all(sql`select count(guest_id) as ids from song_requests`);
  assert.deepEqual(kept, { ids: 0 });
  assert.deepEqual([await guests(many), await guests(few)], expected);
});

Deno.test("days that a clock which ran ahead has summed are read anew, and summed again", async () => {
  await using app = await moneyApp();
  const { ownerId } = await createOwner(app.deps);
  await playedSong(app.deps, ownerId, 100, firstMs);
  app.clock.set(firstMs + 10 * DAY_MS);
  await closeIfOver(app.deps);
  app.clock.set(firstMs + DAY_MS / 2);
  await playedSong(app.deps, ownerId, 200, firstMs + 1_000);
  const list = async () =>
    (await readEvenings(app.deps, ownerId, {
      from: dateOfCafeDay(FIRST),
      to: dateOfCafeDay(FIRST),
    }))
      .map(({ requests, played, tips }) => [requests, played, tips]);
  assert.deepEqual(await list(), [[2, 2, 3]]);
  app.clock.set(firstMs + DAY_MS + SUMMED_AFTER_MS);
  assert.deepEqual(await list(), [[2, 2, 3]]);
});

Deno.test("the list of days and the till sum a day that is over before they read it", async () => {
  const readers = [
    ({ deps }: TestApp, ownerId: string) => readEvenings(deps, ownerId, {}),
    ({ deps }: TestApp, ownerId: string) => readTillDays(deps, ownerId, 30),
  ];
  for (const read of readers) {
    await using app = await moneyApp();
    const { ownerId } = await createOwner(app.deps);
    await playedSong(app.deps, ownerId, 100, firstMs);
    app.clock.set(firstMs + DAY_MS + SUMMED_AFTER_MS);
    await read(app, ownerId);
    assert.equal((await sumsOf(app.deps.db)).length, 1);
  }
});

Deno.test("two instances that sum a day at once keep it once", async () => {
  await using world = await twoInstances();
  const { one, two, clock } = world;
  const { ownerId } = await createOwner(one);
  await playedSong(one, ownerId, 100, firstMs);
  clock.set(firstMs + DAY_MS + SUMMED_AFTER_MS - 1);
  await closeIfOver(one);
  assert.deepEqual(await sumsOf(two.db), []);
  clock.pass(1);
  await Promise.all([one, two, one, two].map((deps) => closeIfOver(deps)));
  assert.deepEqual(await sumsOf(two.db), [
    { owner_id: ownerId, day: FIRST, requests: 1, played: 1, expected_kurus: 0, received_kurus: 0 },
  ]);
});

async function happen(app: TestApp, ownerId: string, { kind, atMs, kurus }: Event): Promise<void> {
  const { deps } = app;
  const at = firstMs + atMs;
  if (kind === "played") await playedSong(deps, ownerId, kurus, at);
  if (kind === "reversed") await reversedSong(deps, ownerId, kurus, at);
  if (kind === "till") {
    await tillSong(deps, ownerId, { tipKurus: kurus + 1, receivedKurus: kurus + 1, atMs: at });
  }
  if (kind === "tillSkipped") {
    await tillSong(deps, ownerId, { tipKurus: kurus + 1, atMs: at, whyEnded: "skipped" });
  }
  if (kind === "own") {
    const ended = { state: "ended" as const, endedAt: at + 1, whyEnded: "finished" as const };
    await playOwnMusic(deps, ownerId, { sentAt: at, startedAt: at, ...ended });
  }
  if (kind === "rejected") {
    await deps.db.write((d) => [
      d.insert(songRequests).values({
        ...{
          id: newId(at),
          ownerId,
          songTitle: "a",
          artist: "b",
          albumArt: "",
          uri: "spotify:track:1",
        },
        ...{ tipKurus: kurus, status: "rejected", createdAt: at, decidedAt: at },
      }),
    ]);
  }
}

/** A request that waits in the queue. */
async function approvedSong(
  { db }: Pick<TestApp["deps"], "db">,
  ownerId: string,
  tipKurus: number,
  createdAt: number,
): Promise<void> {
  await db.write((d) => [
    d.insert(songRequests).values({
      ...{ id: newId(createdAt), ownerId, songTitle: "a", artist: "b", albumArt: "" },
      ...{ uri: "spotify:track:1", tipKurus, status: "approved", createdAt, decidedAt: createdAt },
    }),
  ]);
}

function expectedOf(happened: Event[]) {
  const byDay = Map.groupBy(happened, ({ atMs }) => FIRST + Math.floor(atMs / DAY_MS));
  const sum = (events: Event[], ...kinds: Event["kind"][]) =>
    events.filter(({ kind }) => kinds.includes(kind))
      .reduce((total, { kind, kurus }) => total + kurus + (kind === "till" ? 1 : 0), 0) / 100;
  return [...byDay].toSorted(([a], [b]) => b - a).map(([day, events]) => ({
    date: dateOfCafeDay(day),
    requests: events.filter(({ kind }) => kind !== "own").length,
    played: events.filter(({ kind }) => kind === "played" || kind === "till").length,
    tips: sum(events, "played", "till"),
    received: sum(events, "till"),
  }));
}

async function tillOfDays({ deps }: TestApp, ownerId: string, count: number) {
  const { days } = await readTillDays(deps, ownerId, count);
  return days.map(({ expected, received }) => [expected, received]);
}

/** What the till had of the first `count` days: expected and received. */
function tillOf(happened: Event[], count: number): [number, number][] {
  return Array.from({ length: count }, (_, day) => {
    const kurus = happened
      .filter(({ kind, atMs }) => kind === "till" && Math.floor(atMs / DAY_MS) === day)
      .reduce((sum, event) => sum + event.kurus + 1, 0);
    return [kurus / 100, kurus / 100];
  });
}

async function sumsOf(db: Database) {
  return await db.all<{ day: number }>(sql`select owner_id, day, requests, played, expected_kurus,
    received_kurus from evenings order by owner_id, day`);
}

/** Sums as the migration does, in place of what was summed. */
async function migrateAgain(db: Database): Promise<void> {
  const url = new URL("../../db/migrations/0035_evenings.sql", import.meta.url);
  const statements = (await Deno.readTextFile(url)).split("--> statement-breakpoint")
    .filter((statement) => /^(\s*--.*)*\s*INSERT/.test(statement));
  assert.equal(statements.length, 2);
  await db.all(sql`delete from evenings`);
  await db.all(sql`delete from evenings_closed`);
  for (const statement of statements) await db.all(sql(statement));
}
