// The tables that grow with every song are never walked as a whole while the product answers (docs/running.md#database).
import { strict as assert } from "node:assert";
import { DatabaseSync } from "node:sqlite";
import { holdConductors, readConductor, releaseConductors } from "../../db/plays/conductors.ts";
import {
  failPageSong,
  failPlaying,
  failSent,
  releaseTried,
  returnUnplayable,
} from "../../db/plays/failed_songs.ts";
import { listLost, readPlayerState, tellPlayer } from "../../db/plays/speaker.ts";
import { finishTrack, recordProgress, recordSilence } from "../../db/plays/speaker_reports.ts";
import {
  acceptPlay,
  beginPlay,
  endPlay,
  findLastOver,
  findTitle,
  movePlay,
  releasePlay,
} from "../../db/plays/plays.ts";
import { QUEUE_ORDER } from "../../db/requests/queue.ts";
import { beginPageSong, recordHeard } from "../../db/plays/sending.ts";
import { findFollowing } from "../../db/plays/shuffle.ts";
import { lazy } from "../../server/once.ts";
import { CALLS, JOBS, type Step } from "../../tools/bench/growth/calls.ts";
import { type GrownCafe, grownCafe } from "../../tools/bench/growth/grown_cafe.ts";

/** Some before the last Monday, which closes a period. */
const PLAYED = 1_000;
const GROWING = ["song_requests", "plays", "ledger", "earned_song_days", "support_tips"];
/** Their indexes that hold every row of a cafe. Searched by the cafe alone, they are as long as its history. */
const WHOLE_CAFES = [
  ...["song_requests_guest", "song_requests_settled", "song_requests_song"],
  ...["plays_owner", "ledger_owner"],
];
/**
 * What looks for the rows of an account that has none, what looks for a cafe's first tip at its first payout, and whether a
 * new cafe has played or been asked for anything yet, which ends at the first row.
 */
const MAY_WALK =
  /^\s*(select exists \(select 1 from plays where owner_id = \S+ and started_at is not null\) as heard|(insert into|delete from|update) "?(accounts|payouts)\b|update support_tips set guest_id = null\s+where request_id in)/;

/** Statements of every call and job, whose plans two tests look at. */
const statementsOfCalls = lazy(() => statementsOf(everyCall));

Deno.test("no statement of a call or a job walks a table that grows with every song", async () => {
  const statements = await statementsOfCalls();
  assertNoWalk(statements.filter(({ sql }) => !MAY_WALK.test(sql)), { least: 41 });
});

Deno.test("no statement of a conductor walks a table that grows with every song", async () => {
  assertNoWalk(await statementsOf(everyRecord), { least: 11 });
});

Deno.test("no statement about the page that plays walks a table that grows with every song", async () => {
  assertNoWalk(await statementsOf(everyReport), { least: 21 });
});

Deno.test("the queue comes from its index in order, without sorting", async () => {
  const statements = await statementsOfCalls();
  // The list of a guest's own requests has another order of its own, by time.
  const ordered = statements.filter(({ sql }) => sql.match(/order by/g)?.length === 1)
    .filter(({ sql }) => sql.includes(`order by ${QUEUE_ORDER}`));
  assert.equal(
    ordered.length,
    5,
    "the public queue, the owner's, patience, the song that is sent next, the player's next",
  );
  const sorting = ordered.filter(({ plan }) => plan.some((step) => step.includes("TEMP B-TREE")));
  assert.deepEqual(sorting.map(({ sql }) => sql), []);
});

Deno.test("a short address finds its cafe by one search of the index of codes", async () => {
  const statements = await statementsOf(async ({ app, owner: { cafeId } }) => {
    const { status } = await app.fetch(`/k/${cafeId.slice(-8)}`);
    assert.equal(status, 302);
  });
  const [lookup, ...others] = statements.filter(({ sql }) => sql.includes("from cafes"));
  assert.deepEqual(others, []);
  assert.equal(lookup!.plan[0], "SEARCH coded USING INDEX cafes_short_code (<expr>=?)");
  assert.deepEqual(lookup!.plan.filter((step) => step.startsWith("SCAN")), []);
});

/** With fewer than `least` statements they are not the product's. */
function assertNoWalk(statements: Planned[], { least }: { least: number }): void {
  assert.ok(statements.length >= least, `${statements.length} statements are too few`);
  const walks = statements.flatMap(({ sql, plan }) =>
    plan.filter(isWalk).map((step) => `${step}: ${sql.replace(/\s+/g, " ").slice(0, 160)}`)
  );
  assert.deepEqual(walks, []);
}

function isWalk(step: string): boolean {
  // An alias is a letter or the name of what it stands for, so the index says which table it is.
  return GROWING.some((table) => new RegExp(`^SCAN ${table}\\b`).test(step)) ||
    WHOLE_CAFES.some((index) =>
      new RegExp(` ${index} \\(owner_id=\\?( AND \\w+<\\?)?\\)$`).test(step)
    );
}

/** Each call and each job at a cafe that has played a few songs. */
async function everyCall(cafe: GrownCafe): Promise<void> {
  for (const step of Object.values<Step>({ ...CALLS, ...JOBS })) await (await step(cafe))();
}

/** What a conductor reads and records. The play does not exist, which changes no plan. */
async function everyRecord({ app, owner: { ownerId } }: GrownCafe): Promise<void> {
  const { db } = app.deps;
  const [play, holder, at] = [{ id: "none", ownerId }, "holder", 1];
  const uri = "spotify:track:0000000000000000000000";
  const song = {
    uri,
    title: "",
    artist: "",
    albumArt: "",
    durationMs: 1,
    isPaused: false,
    songKey: "",
  };
  await holdConductors(db, { holder, now: at, until: 2, fromAnyone: false, leftOut: [] });
  await readConductor(db, ownerId, app.deps.music.ids);
  await recordHeard(db, ownerId, {
    sources: app.deps.music.ids,
    at,
    newId: "new",
    playId: null,
    song: { ...song, positionMs: 1 },
  });
  await movePlay(db, ownerId, { at, positionMs: null, isPaused: true });
  await acceptPlay(db, play, at);
  await beginPlay(db, play, { startedAt: at, at });
  await releasePlay(db, play, { at, why: "not_seen" });
  await releaseTried(db, play, { at, forGood: true });
  await returnUnplayable(db, ownerId, ["none"]);
  await findTitle(db, play);
  await findLastOver(db, ownerId, 1);
  await endPlay(db, play, { at, why: "finished" });
  await releaseConductors(db, holder);
}

/** What the page that plays reads and reports. The play does not exist, which changes no plan. */
async function everyReport({ app, owner: { ownerId } }: GrownCafe): Promise<void> {
  const { db } = app.deps;
  const track = { id: "none", ownerId, source: "library", at: 1, positionMs: 20_000 };
  await readPlayerState(db, track);
  await findFollowing(db, { ownerId, at: 1, round: 1, place: -1 });
  const song = { ...track, next: { requestId: "none" } };
  const ofLibrary = { ...track, next: { round: 1, trackId: 1, coverPath: "" } };
  await beginPageSong(db, song, 0);
  await beginPageSong(db, ofLibrary, 0);
  await recordProgress(db, track);
  await finishTrack(db, track);
  await recordSilence(db, track);
  await listLost(db, "library", 1);
  await failPlaying(db, track, { at: 1, why: "cut", heardMs: 1 });
  await failSent(db, track, 1);
  await failPageSong(db, song);
  await failPageSong(db, ofLibrary);
  for (const command of [{ isPaused: true }, { volumePercent: 1 }, "release"] as const) {
    await tellPlayer(db, ownerId, command);
  }
}

interface Planned {
  sql: string;
  plan: string[];
}

/** What the database was asked during `work`, with the plan of each statement. */
async function statementsOf(work: (cafe: GrownCafe) => Promise<void>): Promise<Planned[]> {
  await using cafe = await grownCafe(PLAYED);
  const { app } = cafe;
  const asked = new Set<string>();
  const { prepare } = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, sql: string) {
    asked.add(sql);
    return prepare.call(this, sql);
  };
  try {
    await work(cafe);
  } finally {
    DatabaseSync.prototype.prepare = prepare;
  }
  const db = new DatabaseSync(`${app.deps.config.dataDir}/cafe.db`);
  try {
    return [...asked].filter((sql) => /^\s*(select|insert|update|delete|with)/i.test(sql))
      .map((sql) => ({ sql, plan: planOf(db, sql) }));
  } finally {
    db.close();
  }
}

function planOf(db: DatabaseSync, sql: string): string[] {
  return db.prepare(`explain query plan ${sql}`).all().map(({ detail }) => `${detail}`);
}
