// GET /api/evenings and /{date}: a Friday that a person could count by hand (docs/evenings.md).
import { strict as assert } from "node:assert";
import { beginPlay, endPlay, findActive } from "../../db/plays/plays.ts";
import { createOwner } from "../support/people/factories.ts";
import { eveningOf, eveningsOf } from "../support/people/evenings.ts";
import { guestOf } from "../support/people/guests.ts";
import { setRules } from "../support/people/house.ts";
import { logInAgain } from "../support/people/logins.ts";
import { playOwnMusic, sendNext } from "../support/people/plays.ts";
import { decide } from "../support/people/requests.ts";
import { addTables } from "../support/people/tables.ts";
import { createStaff } from "../support/people/team.ts";
import { ticked } from "../support/people/till.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import type { TestApp } from "../support/start/test_app.ts";

const at = (text: string) => Date.parse(`${text}+03:00`);
const FRIDAY = "2026-11-20";
const MINUTE_MS = 60_000;
const song = (n: number, artist = "Sezen Aksu") => ({
  songTitle: `Şarkı ${n}`,
  artist,
  albumArt: "",
  uri: `spotify:track:${String(n).padStart(22, "0")}`,
});

Deno.test("GET /api/evenings/{date} has what happened from 06:00 until 05:59, and nothing else", async () => {
  await using app = await moneyApp();
  const { owner, staff } = await friday(app);
  app.clock.set(at("2026-11-21T12:00"));
  const evening = await eveningOf(app, owner, FRIDAY);
  const { halfHours, ...rest } = evening;
  assert.deepEqual(rest, {
    date: FRIDAY,
    requests: 6,
    played: 2,
    tips: 70,
    received: 0,
    sentence: "Cuma akşamı 6 istek geldi, 2'si çaldı: 70,00 TL bahşiş.",
    comparison: null,
    money: { expected: 0, received: 0, difference: 0, earned: 70, reversed: 5, open: 0 },
    songs: [
      { ...shown(1), requests: 2, tips: 50, isNew: true },
      { ...shown(2), requests: 1, tips: 20, isNew: true },
      { ...shown(3), requests: 1, tips: 0, isNew: true },
      { ...shown(4), requests: 1, tips: 0, isNew: false },
      { ...shown(5), requests: 1, tips: 0, isNew: true },
    ],
    refused: [],
    missed: [],
    // After 1, 2, 3 and 10 minutes; the others wait.
    decided: { medianMinutes: 2.5, longestMinutes: 10, expired: 0 },
    // From 20:01 to 20:05, from 20:02 to 20:08, and from 20:03 to 20:30.
    waited: { medianMinutes: 6, longestMinutes: 27, playedShare: 2 / 3 },
    tables: [{ label: "Bahçe", requests: 1, tips: 50 }],
    people: [
      {
        ...{ name: "Deniz", approved: 2, rejected: 1 },
        rejections: [{ ...named(4), at: "2026-11-20T17:10:00.000Z" }],
      },
      { name: "Kafe sahibi", approved: 1, rejected: 0, rejections: [] },
    ],
    // The second song ended at 20:11, and the third began at 20:30.
    gaps: [{ at: "2026-11-20T17:11:00.000Z", seconds: 19 * 60 }],
    skipped: [{ ...named(3), at: "2026-11-20T17:30:10.000Z" }],
    unplayable: [],
    weeks: [
      ...[49, 42, 35, 28, 21, 14, 7].map((days) => ({ date: before(days), requests: 0, tips: 0 })),
      { date: FRIDAY, requests: 6, tips: 70 },
    ],
    guests: { count: 3, requestsEach: 2 },
  });
  assert.ok(staff);
  assert.equal(halfHours.length, 48);
  assert.deepEqual([halfHours[0]!.from, halfHours.at(-1)!.from], ["06:00", "05:30"]);
  const empty = { requests: 0, tips: 0, guestSeconds: 0, houseSeconds: 0 };
  assert.deepEqual(
    halfHours.filter((half) =>
      half.requests || half.tips || half.guestSeconds || half.houseSeconds
    ),
    [
      { ...empty, from: "19:30", houseSeconds: 60 },
      {
        ...empty,
        from: "20:00",
        requests: 5,
        tips: 70,
        guestSeconds: 6 * 60,
        houseSeconds: 5 * 60,
      },
      { ...empty, from: "20:30", guestSeconds: 10 },
      { ...empty, from: "05:30", requests: 1 },
    ],
  );
});

Deno.test("GET /api/evenings lists days with anything, newest first, the same before and after they are summed", async () => {
  await using app = await moneyApp();
  const { owner } = await friday(app);
  const rows = [
    { date: FRIDAY, requests: 6, played: 2, tips: 70, received: 0 },
    { date: "2026-11-19", requests: 1, played: 0, tips: 0, received: 0 },
  ];
  assert.deepEqual(await eveningsOf(app, owner), rows, "during the night");
  for (const time of ["06:00", "08:00"]) {
    app.clock.set(at(`2026-11-21T${time}`));
    assert.deepEqual(await eveningsOf(app, owner), rows, `on the next day at ${time}`);
  }
  assert.deepEqual(await eveningsOf(app, owner, `?from=${FRIDAY}&to=${FRIDAY}`), rows.slice(0, 1));
  assert.deepEqual(await eveningsOf(app, owner, "?to=2026-11-19"), rows.slice(1));
  assert.deepEqual(await eveningsOf(app, await createOwner(app.deps)), [], "another cafe");
  app.clock.set(at("2026-12-20T07:00"));
  const again = { token: await logInAgain(app, owner.ownerId) };
  assert.deepEqual(await eveningsOf(app, again), [], "the last 30 days");
});

Deno.test("a till's evening has what it expected, what it took, and the rows of 'Kasa' that are open", async () => {
  await using app = await moneyApp();
  app.clock.set(at("2026-11-20T21:00"));
  const owner = await createOwner(app.deps);
  await setRules(app, owner, { tips: "till", approve: "always" });
  const guest = await guestOf(app, owner.ownerId);
  const [paid, open] = [
    await guest.send({ ...song(1), tipAmount: 12.5 }),
    await guest.send(song(2)),
  ];
  await play(app, owner.ownerId, 3 * MINUTE_MS);
  await play(app, owner.ownerId, 3 * MINUTE_MS);
  await ticked(app, owner, paid._id);
  const { money, tips, received } = await eveningOf(app, owner, FRIDAY);
  assert.deepEqual([tips, received], [22.5, 12.5]);
  assert.deepEqual(money, {
    ...{ expected: 22.5, received: 12.5, difference: -10, earned: 0, reversed: 0, open: 1 },
  });
  app.clock.set(at("2026-11-21T10:00"));
  await ticked(app, owner, open._id);
  const later = await eveningOf(app, owner, FRIDAY);
  assert.deepEqual([later.money.open, later.received], [0, 12.5], "the money is of the next day");
  const next = await eveningOf(app, owner, "2026-11-21");
  assert.deepEqual([next.requests, next.received, next.sentence], [
    0,
    10,
    "Cumartesi akşamı istek gelmedi.",
  ]);
});

Deno.test("an evening is compared with the same weekday a week before", async () => {
  await using app = await moneyApp();
  const owner = await createOwner(app.deps);
  await setRules(app, owner, { approve: "always" });
  const guest = await guestOf(app, owner.ownerId);
  for (const [time, tipAmount] of [["2026-11-13T22:00", 40], ["2026-11-21T01:00", 250]] as const) {
    app.clock.set(at(time));
    await guest.send({ ...song(1), tipAmount });
    await play(app, owner.ownerId, MINUTE_MS);
  }
  const token = await logInAgain(app, owner.ownerId);
  const { sentence, comparison, weeks } = await eveningOf(app, { token }, FRIDAY);
  assert.equal(sentence, "Cuma akşamı 1 istek geldi ve çaldı: 250,00 TL bahşiş.");
  assert.equal(comparison, "Geçen cumadan 210,00 TL fazla.");
  assert.deepEqual(weeks.slice(-2), [
    { date: "2026-11-13", requests: 1, tips: 40 },
    { date: FRIDAY, requests: 1, tips: 250 },
  ]);
});

Deno.test("what a rule has approved is no decision of a person, also if a person takes it out of the queue later", async () => {
  await using app = await moneyApp();
  app.clock.set(at("2026-11-20T21:00"));
  const owner = await createOwner(app.deps);
  await setRules(app, owner, { approve: "from", approveFromTl: 20 });
  const [guest, other] = [await guestOf(app, owner.ownerId), await guestOf(app, owner.ownerId)];
  const atOnce = await guest.send({ ...song(1), tipAmount: 20 });
  const lifted = await guest.send({ ...song(2), tipAmount: 5 });
  const byPerson = await guest.send({ ...song(3), tipAmount: 5 });
  const decided = async () => (await eveningOf(app, owner, FRIDAY)).decided;
  app.clock.pass(2 * MINUTE_MS);
  await other.support(lifted._id, 15);
  app.clock.pass(40 * MINUTE_MS);
  for (const { _id } of [atOnce, lifted]) {
    assert.equal((await decide(app, owner.token, _id, "rejected")).status, 200);
  }
  assert.deepEqual(await decided(), { medianMinutes: null, longestMinutes: null, expired: 0 });
  for (const status of ["approved", "rejected"]) {
    assert.equal((await decide(app, owner.token, byPerson._id, status)).status, 200);
    app.clock.pass(10 * MINUTE_MS);
  }
  assert.deepEqual(await decided(), { medianMinutes: 42, longestMinutes: 42, expired: 0 });
});

Deno.test("a song that was taken out of the queue counts for the member that approved it and for the one that rejected it, and an undone decision for neither", async () => {
  await using app = await moneyApp();
  app.clock.set(at("2026-11-20T21:00"));
  const owner = await createOwner(app.deps);
  const staff = await createStaff(app.deps, owner.ownerId);
  const guest = await guestOf(app, owner.ownerId);
  const requests = [
    await guest.send(song(1)),
    await guest.send(song(2)),
    await guest.send(song(3)),
  ];
  for (
    const [i, { token }, status] of [
      [0, staff, "approved"],
      [1, staff, "approved"],
      [2, owner, "rejected"],
      [0, owner, "rejected"],
      [1, owner, "rejected"],
    ] as const
  ) {
    app.clock.pass(MINUTE_MS / 10);
    assert.equal((await decide(app, token, requests[i]!._id, status)).status, 200);
  }
  await app.ok("POST", `/api/requests/${requests[1]!._id}/undo`, owner);
  const { people } = await eveningOf(app, owner, FRIDAY);
  assert.deepEqual(people, [
    { name: "Deniz", approved: 2, rejected: 0, rejections: [] },
    {
      ...{ name: "Kafe sahibi", approved: 0, rejected: 2 },
      rejections: [
        { ...named(3), at: "2026-11-20T18:00:18.000Z" },
        { ...named(1), at: "2026-11-20T18:00:24.000Z" },
      ],
    },
  ]);
});

Deno.test("a song from before 06:00 that plays after it is none of the requests of its evening, which did not all play then", async () => {
  await using app = await moneyApp();
  app.clock.set(at("2026-11-20T05:59"));
  const owner = await createOwner(app.deps);
  await setRules(app, owner, { approve: "always" });
  const guest = await guestOf(app, owner.ownerId);
  await guest.send({ ...song(1), tipAmount: 10 });
  app.clock.set(at("2026-11-20T06:00"));
  await play(app, owner.ownerId, MINUTE_MS);
  await guest.send({ ...song(2), tipAmount: 5 });
  const sentence = async (date: string) => (await eveningOf(app, owner, date)).sentence;
  assert.equal(
    await sentence(FRIDAY),
    "Cuma akşamı 1 istek geldi, 1 istek çaldı: 10,00 TL bahşiş.",
  );
  assert.equal(await sentence("2026-11-19"), "Perşembe akşamı 1 istek geldi, çalmadı.");
});

Deno.test("GET /api/evenings/{date} answers 404 to a day without anything, and 400 to what is no date", async () => {
  await using app = await moneyApp();
  const owner = await createOwner(app.deps);
  const status = async (path: string) => (await app.call("GET", `/api/${path}`, owner)).status;
  assert.equal(await status("evenings/2026-11-20"), 404);
  assert.equal(await status("evenings/2099-01-01"), 404);
  for (const date of ["2026-02-30", "2026-11-2", "gestern", "2026-11-20T10:00"]) {
    assert.equal(await status(`evenings/${date}`), 400, date);
  }
  for (
    const query of [
      "from=2026-11-21&to=2026-11-20",
      "from=2025-11-19&to=2026-11-20",
      "to=2026-02-30",
    ]
  ) {
    assert.equal(await status(`evenings?${query}`), 400, query);
    assert.equal(await status(`evenings.csv?${query}`), 400, query);
    assert.equal(await status(`plays.csv?${query}`), 400, query);
  }
  assert.equal(await status("evenings?from=2025-11-20&to=2026-11-20"), 200, "366 days");
});

function shown(n: number) {
  return { ...named(n), albumArt: "" };
}

function named(n: number) {
  const { songTitle, artist } = song(n);
  return { songTitle, artist };
}

function before(days: number): string {
  return new Date(Date.parse(FRIDAY) - days * 24 * 60 * MINUTE_MS).toISOString().slice(0, 10);
}

/** The first song of the queue plays for as long. */
async function play(app: TestApp, ownerId: string, ms: number): Promise<void> {
  const { clock, deps: { db } } = app;
  const sent = (await sendNext(app.deps, ownerId))!;
  await beginPlay(db, sent, { startedAt: clock.now(), at: clock.now() });
  clock.pass(ms);
  await endPlay(db, sent, { at: clock.now(), why: "finished" });
}

/** Six requests on Friday, one before and one after. */
async function friday(app: TestApp) {
  const { clock, deps } = app;
  clock.set(at("2026-11-20T05:59:59"));
  const owner = await createOwner(deps);
  const { ownerId, token } = owner;
  await setRules(app, owner, { tables: "optional" });
  const code = (await addTables(app, owner, "Bahçe"))[0]!.code;
  const [first, second, third] = await Promise.all([1, 2, 3].map(() => guestOf(app, ownerId)));
  await first!.send(song(4));
  const staff = await createStaff(deps, ownerId);
  clock.set(at("2026-11-20T19:59"));
  await playOwnMusic(deps, ownerId, { durationMs: 6 * MINUTE_MS });
  clock.set(at("2026-11-20T20:00"));
  const requests = [
    await first!.send({ ...song(1), tipAmount: 50, table: code }),
    await second!.send({ ...song(2), tipAmount: 20 }),
    await second!.send({ ...song(3), tipAmount: 5 }),
    await third!.send({ ...song(4), tipAmount: 0 }),
    await third!.send({ ...song(1), tipAmount: 100 }),
  ];
  const decideAt = async (time: string, by: string, i: number, status: string) => {
    clock.set(at(`2026-11-20T${time}`));
    assert.equal((await decide(app, by, requests[i]!._id, status)).status, 200);
  };
  await decideAt("20:01", staff.token, 0, "approved");
  await decideAt("20:02", staff.token, 1, "approved");
  await decideAt("20:03", token, 2, "approved");
  clock.set(at("2026-11-20T20:05"));
  const own = (await findActive(deps.db, ownerId))!;
  await endPlay(deps.db, own, { at: clock.now(), why: "finished" });
  await play(app, ownerId, 3 * MINUTE_MS);
  await play(app, ownerId, 3 * MINUTE_MS);
  await decideAt("20:10", staff.token, 3, "rejected");
  clock.set(at("2026-11-20T20:30"));
  const skipped = (await sendNext(deps, ownerId))!;
  await beginPlay(deps.db, skipped, { startedAt: clock.now(), at: clock.now() });
  clock.pass(10_000);
  await endPlay(deps.db, skipped, { at: clock.now(), why: "skipped" });
  clock.set(at("2026-11-21T05:59"));
  await second!.send({ ...song(5), tipAmount: 0 });
  return { owner, staff };
}
