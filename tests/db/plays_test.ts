// A play from being sent to its end, and what happens at once or twice.
import { eq } from "drizzle-orm";
import { strict as assert } from "node:assert";
import { releaseTried } from "../../db/plays/failed_songs.ts";
import { beginUnseen, recordHeard } from "../../db/plays/sending.ts";
import {
  acceptPlay,
  beginPlay,
  endPlay,
  findActive,
  listSent,
  releasePlay,
  type SentPlay,
} from "../../db/plays/plays.ts";
import { sendFirst } from "../../db/plays/sending.ts";
import { readRevision } from "../../db/people/rooms.ts";
import { ledger } from "../../db/schema/money.ts";
import { plays, songRequests } from "../../db/schema/requests.ts";
import { createOwner } from "../support/people/factories.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

/** Approved requests of one owner, as [id, tip in kuruş, time]. */
async function queueOf(app: TestApp, songs: [id: string, tipKurus: number, createdAt: number][]) {
  const { ownerId } = await createOwner(app.deps);
  const rows = songs.map(([id, tipKurus, createdAt]) => ({
    id,
    ownerId,
    tipKurus,
    createdAt,
    songTitle: id,
    artist: "x",
    albumArt: "",
    uri: "spotify:track:4uLU6hMCjMI75M1A2tKUQC",
    status: "approved" as const,
  }));
  await app.deps.db.write((d) => [d.insert(songRequests).values(rows)]);
  return ownerId;
}

/** Sends the first song at `sentAt`; the play's id follows from the time. */
async function send(app: TestApp, ownerId: string, sentAt: number) {
  const play = { id: `play-${sentAt}`, ownerId, sentAt, sources: app.deps.music.ids };
  return await sendFirst(app.deps.db, play);
}

/** The same, expecting success. */
async function sent(app: TestApp, ownerId: string, sentAt: number): Promise<SentPlay> {
  const outcome = await send(app, ownerId, sentAt);
  assert.ok("sent" in outcome, JSON.stringify(outcome));
  return outcome.sent;
}

async function statesOf(app: TestApp) {
  const rows = await app.deps.db.read.select().from(plays).orderBy(plays.sentAt);
  return rows.map((row) => [row.requestId, row.state, row.whyEnded]);
}

Deno.test("sendFirst takes the highest tip, then the earliest, then the lowest id", async () => {
  await using app = await moneyApp();
  const { db } = app.deps;
  const ownerId = await queueOf(app, [
    ["late", 500, 30],
    ["b", 500, 20],
    ["a", 500, 20],
    ["rich", 900, 40],
    ["poor", 0, 1],
  ]);
  const order = [];
  for (let i = 1; i <= 5; i++) {
    const play = await sent(app, ownerId, i);
    order.push(play.requestId);
    await beginPlay(db, play, { startedAt: i, at: i });
  }
  assert.deepEqual(order, ["rich", "a", "b", "late", "poor"]);
  assert.deepEqual(await send(app, ownerId, 6), { refused: "queue_empty" });
});

Deno.test("beginUnseen begins a song that waits, and none that was rejected or plays", async () => {
  await using app = await testApp();
  const { db, music } = app.deps;
  const ownerId = await queueOf(app, [["a", 10, 1], ["b", 5, 1]]);
  const begun = async (id: string, requestId: string) => {
    const play = { id, ownerId, sentAt: 5, source: music.ids[0]!, sources: music.ids };
    const unseen = { requestId, uri: "", sentAt: 5 };
    return await beginUnseen(db, play, unseen, { at: 9, positionMs: 4 }) !== undefined;
  };
  const rejected = { status: "rejected", decidedAt: 2 } as const;
  await db.write((d) => [d.update(songRequests).set(rejected).where(eq(songRequests.id, "b"))]);
  assert.equal(await begun("1", "b"), false);
  assert.equal(await begun("2", "a"), true);
  assert.equal(await begun("3", "a"), false);
  assert.deepEqual(await statesOf(app), [["a", "playing", null]]);
});

Deno.test("sending 8 times at once sends one song, and no other is sent while it is on its way", async () => {
  await using app = await testApp();
  const { db } = app.deps;
  const ownerId = await queueOf(app, [["a", 10, 1], ["b", 5, 1]]);
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, i) => send(app, ownerId, i + 1)),
  );
  const [play, ...others] = outcomes.flatMap((o) => "sent" in o ? [o.sent] : []);
  assert.deepEqual([play!.requestId, others], ["a", []]);
  const refusals = outcomes.flatMap((o) => "refused" in o ? [o.refused] : []);
  assert.deepEqual(refusals, Array(7).fill("play_under_way"));
  const active = await findActive(db, ownerId);
  assert.equal(active?.id, play!.id);
  assert.deepEqual(await listSent(db), [active]);
  await releasePlay(db, play!, { at: 20, why: "refused" });
  assert.equal((await sent(app, ownerId, 50)).requestId, "a");
});

Deno.test("a play that is no longer on its way begins nothing, books nothing and is not released", async () => {
  await using app = await moneyApp();
  const { db } = app.deps;
  const ownerId = await queueOf(app, [["a", 10, 1]]);
  const old = await sent(app, ownerId, 1);
  await releasePlay(db, old, { at: 2, why: "refused" });
  const current = await sent(app, ownerId, 2);
  assert.equal(await beginPlay(db, old, { startedAt: 3, at: 3 }), undefined);
  await releasePlay(db, old, { at: 3, why: "refused" });
  assert.equal((await findActive(db, ownerId))?.id, current.id);
  assert.deepEqual(await db.read.select().from(ledger), []);
  const revisions = await Promise.all(
    [1, 2].map(() => beginPlay(db, current, { startedAt: 4, at: 4 })),
  );
  assert.equal(revisions.filter((r) => r !== undefined).length, 1);
  assert.equal((await db.read.select().from(ledger)).length, 1);
});

Deno.test("the next song ends the one that plays, and its refusal lets that one go on", async () => {
  await using app = await moneyApp();
  const { db } = app.deps;
  const ownerId = await queueOf(app, [["a", 10, 1], ["b", 5, 1]]);
  const first = await sent(app, ownerId, 1);
  await beginPlay(db, first, { startedAt: 2, at: 2 });
  const second = await sent(app, ownerId, 3);
  assert.deepEqual(await statesOf(app), [["a", "ended", "replaced"], ["b", "sent", null]]);
  await releasePlay(db, second, { at: 4, why: "refused" });
  assert.deepEqual(await statesOf(app), [["a", "playing", null], ["b", "released", "refused"]]);
  await beginPlay(db, await sent(app, ownerId, 5), { startedAt: 6, at: 6 });
  assert.deepEqual(await send(app, ownerId, 7), { refused: "queue_empty" });
  assert.deepEqual(await statesOf(app), [
    ["a", "ended", "replaced"],
    ["b", "released", "refused"],
    ["b", "playing", null],
  ]);
});

Deno.test("endPlay ends the song that plays, once, and raises the revision by one", async () => {
  await using app = await moneyApp();
  const { db } = app.deps;
  const ownerId = await queueOf(app, [["a", 10, 1]]);
  const play = await sent(app, ownerId, 1);
  const end = { at: 5, why: "skipped" } as const;
  assert.equal(await endPlay(db, play, end), undefined, "it is only on its way");
  const begun = await beginPlay(db, play, { startedAt: 2, at: 2 });
  const other = await createOwner(app.deps);
  assert.equal(await endPlay(db, { ...play, ownerId: other.ownerId }, end), undefined);
  const ends = await Promise.all(
    [end, { at: 6, why: "finished" as const }].map((end) => endPlay(db, play, end)),
  );
  assert.deepEqual(ends, [begun! + 1, undefined]);
  assert.equal(await readRevision(db, ownerId), begun! + 1);
  assert.deepEqual(await statesOf(app), [["a", "ended", "skipped"]]);
});

Deno.test("recordHeard leaves a song that is still on its way as it is", async () => {
  await using app = await moneyApp();
  const { db, music: { ids: sources } } = app.deps;
  const ownerId = await queueOf(app, [["dalga", 100, 1]]);
  const { id } = await sent(app, ownerId, 50);
  const read = () => db.read.select().from(plays);
  const before = await read();
  const [title, uri] = ["dalga", "spotify:track:4uLU6hMCjMI75M1A2tKUQC"];
  const song = { uri, title, artist: "x", albumArt: "", durationMs: 200_000, songKey: "dalga x" };
  const heard = { ...song, positionMs: 90_000, isPaused: true };
  await recordHeard(db, ownerId, { sources, at: 60, newId: "new", playId: id, song: heard });
  assert.deepEqual(await read(), before);
});

Deno.test("sendFirst with the play that a person saw replaces that one, and leaves another one that plays by now alone", async () => {
  await using app = await moneyApp();
  const { db, music: { ids: sources } } = app.deps;
  const ownerId = await queueOf(app, [["a", 500, 1], ["b", 400, 2], ["c", 300, 3]]);
  const begin = (play: SentPlay) =>
    beginPlay(db, play, { startedAt: play.sentAt, at: play.sentAt });
  const first = await sent(app, ownerId, 10);
  await begin(first);
  const next = (sentAt: number) =>
    sendFirst(db, { id: `play-${sentAt}`, ownerId, sentAt, sources }, { seenId: first.id });
  const second = await next(20);
  assert.ok("sent" in second);
  await begin(second.sent);
  const third = await next(30);
  assert.equal("refused" in third && third.refused, "play_under_way");
  assert.deepEqual(await statesOf(app), [["a", "ended", "replaced"], ["b", "playing", null]]);
});

Deno.test("a try is counted by the call that releases the song, and by no later one", async () => {
  await using app = await testApp();
  const { db } = app.deps;
  const ownerId = await queueOf(app, [["song", 0, 1]]);
  const triesOf = async () => (await db.read.select().from(songRequests))[0]!.tries;
  const play = await sent(app, ownerId, 10);
  const how = { at: 11, forGood: false };
  await Promise.all([releaseTried(db, play, how), releaseTried(db, play, how)]);
  assert.equal(await triesOf(), 1);
  await releasePlay(db, await sent(app, ownerId, 20), { at: 21, why: "not_seen" });
  assert.deepEqual((await releaseTried(db, { id: "play-20", ownerId }, how)).unplayable, false);
  assert.equal(await triesOf(), 1);
});

const BEGINNINGS: [orderedAt: number | null, startedAt: number, at: number, begins: number][] = [
  [150, 200, 300, 150],
  [150, 120, 300, 120],
  [null, 130, 300, 130],
  // Not before it was sent, unless the clock was set back since.
  [150, 90, 300, 100],
  [null, 40, 50, 40],
];
for (const [orderedAt, startedAt, at, begins] of BEGINNINGS) {
  Deno.test(`a song that was sent at 100, ${orderedAt ? `accepted at ${orderedAt}` : "not answered"} and heard since ${startedAt}, as known at ${at}, began at ${begins}`, async () => {
    await using app = await moneyApp();
    const { db } = app.deps;
    const play = await sent(app, await queueOf(app, [["a", 10, 1]]), 100);
    if (orderedAt !== null) await acceptPlay(db, play, orderedAt);
    await beginPlay(db, play, { startedAt, at });
    const [row] = await db.read.select().from(plays);
    assert.equal(row!.startedAt, begins);
  });
}
