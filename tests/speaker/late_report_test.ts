// POST /api/player/report: reports that come late, or after the queue or the player has changed.
import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { libraryTracks } from "../../db/schema/music.ts";
import type { Now } from "../../server/contract/playback.ts";
import { libraryCafe, SONG_MS } from "../support/music/library_cafe.ts";
import { playNext } from "../support/people/cafe_evening.ts";
import { playOwnMusic } from "../support/people/plays.ts";
import { decide, roomOf } from "../support/people/requests.ts";
import type { TestApp } from "../support/start/test_app.ts";
import { firstSong } from "./first_song.ts";

Deno.test("a minute without network: the end, the next start and its end are counted once, in their order", async () => {
  await using cafe = await libraryCafe();
  const [first, second, third] = await cafe.queue([10, 5, 1]);
  const lease = await cafe.hold();
  const ids = [first, second, third].map((request) => `${request!._id}-0`);
  await cafe.report(lease, ids[0], "started");
  cafe.app.clock.pass(SONG_MS + 60_000);
  for (let times = 1; times <= 2; times++) {
    await cafe.report(lease, ids[0], "ended", SONG_MS);
    await cafe.report(lease, ids[1], "started", 59_000);
  }
  const { play, next } = await cafe.current(lease);
  assert.deepEqual([play!.id, play!.positionMs, next!.id], [ids[1], 59_000, ids[2]]);
  assert.deepEqual(await cafe.tips(), [[first!._id, "tip", 1000], [second!._id, "tip", 500]]);
});

Deno.test("a report of a song whose start was lost begins it", async () => {
  await using cafe = await libraryCafe();
  const [request] = await cafe.queue([10]);
  const lease = await cafe.hold();
  await cafe.report(lease, `${request!._id}-0`, "ended", SONG_MS);
  assert.deepEqual(await cafe.tips(), [[request!._id, "tip", 1000]]);
  assert.deepEqual((await cafe.rows()).map((r) => [r.state, r.whyEnded]), [["ended", "finished"]]);
});

Deno.test("a request that was rejected meanwhile earns nothing, and the player is told what to play instead", async () => {
  await using cafe = await libraryCafe();
  const { app, owner } = cafe;
  const [first, second] = await cafe.queue([10, 5]);
  const lease = await cafe.hold();
  const { next } = await cafe.current(lease);
  assert.equal((await decide(app, owner.token, first!._id, "rejected")).status, 200);
  const orders = await cafe.report(lease, next!.id, "started");
  assert.deepEqual([orders.play, orders.next!.id], [null, `${second!._id}-0`]);
  assert.deepEqual([await cafe.tips(), await cafe.rows()], [[], []]);
});

Deno.test("two tabs: the song that the old one begins does not count, and the new one plays it", async () => {
  await using cafe = await libraryCafe();
  const [request] = await cafe.queue([10]);
  const old = await cafe.hold("a");
  const lease = await cafe.hold("b", true);
  const body = { lease: old, playId: `${request!._id}-0`, event: "started", positionMs: 0 };
  const refused = await cafe.app.call("POST", "/api/player/report", { body });
  assert.deepEqual([refused.status, await cafe.tips()], [409, []]);
  await refused.body?.cancel();
  await cafe.report(lease, `${request!._id}-0`, "started");
  assert.equal((await cafe.tips()).length, 1);
});

Deno.test("a song that play next has begun is not ended by one that the player began before it knew", async () => {
  await using cafe = await libraryCafe();
  const { lease, requests: [, second, third] } = await firstSong(cafe, [10, 5, 1]);
  assert.equal((await playNext(cafe.app, cafe.owner.token)).status, 200);
  const told = await cafe.report(lease, `${third!._id}-0`, "started");
  assert.equal(told.play!.uri, second!.uri);
  await cafe.report(lease, told.play!.id, "started");
  cafe.app.clock.pass(SONG_MS);
  const { play } = await cafe.report(lease, `${third!._id}-0`, "started");
  assert.equal(play!.uri, third!.uri);
  assert.equal((await cafe.tips()).length, 3);
});

Deno.test("at a cafe that has just chosen its own files, the first song ends what its source before has played", async () => {
  await using cafe = await libraryCafe();
  const { app, owner } = cafe;
  await playOwnMusic(app.deps, owner.ownerId);
  await cafe.queue([10]);
  const lease = await cafe.hold();
  const { play, next } = await cafe.current(lease);
  assert.equal(play, null, "the player has no such song");
  app.clock.pass(1_000);
  await cafe.report(lease, next!.id, "started");
  assert.deepEqual((await cafe.rows()).map(({ source, state }) => [source, state]), [
    ["spotify", "ended"],
    ["library", "playing"],
  ]);
});

Deno.test("a song that plays longer than its file says is shown for as long as its page reports it, and is that long from then on", async () => {
  await using cafe = await libraryCafe();
  const { app, owner } = cafe;
  const [request] = await cafe.queue([10]);
  const lease = await cafe.hold();
  const id = `${request!._id}-0`;
  const now = () => app.ok<Now>("GET", `/api/cafes/${owner.cafeId}/now`);
  await cafe.report(lease, id, "started");
  // As a page does: each 10 s, and at once when it has passed the end that the file tells.
  const ends = [
    SONG_MS + 1_001,
    ...Array.from({ length: 12 }, (_, i) => SONG_MS + 5_000 + i * 10_000),
  ];
  let reached = 0;
  for (const positionMs of [...whole(SONG_MS), ...ends]) {
    app.clock.pass(positionMs - reached - 1);
    assert.equal((await now()).playing?.title, request!.songTitle, `before ${positionMs}`);
    app.clock.pass(1);
    const { revision } = await roomOf(app, owner);
    await cafe.report(lease, id, "progress", reached = positionMs);
    const isTold = (await roomOf(app, owner)).revision > revision;
    assert.equal(isTold, positionMs > SONG_MS, `the room is told at ${positionMs}`);
  }
  await cafe.report(lease, id, "ended", reached);
  assert.equal((await now()).playing, null);
  assert.deepEqual(await lengthOf(app, 1), reached);
});

Deno.test("a song whose end is reported within a second of its length stays as long as it was", async () => {
  await using cafe = await libraryCafe();
  const [request] = await cafe.queue([10]);
  const lease = await cafe.hold();
  await cafe.report(lease, `${request!._id}-0`, "started");
  await cafe.report(lease, `${request!._id}-0`, "ended", SONG_MS + 900);
  assert.equal(await lengthOf(cafe.app, 1), SONG_MS);
});

/** Each 10 s of a song of this length. */
function whole(lengthMs: number): number[] {
  return Array.from({ length: lengthMs / 10_000 }, (_, i) => (i + 1) * 10_000);
}

async function lengthOf(app: TestApp, track: number): Promise<number | undefined> {
  const { read } = app.deps.db;
  return (await read.select().from(libraryTracks).where(eq(libraryTracks.id, track)).get())
    ?.durationMs;
}
