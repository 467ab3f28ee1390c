// POST /api/player/report: songs that begin, go on and end by themselves.
import { strict as assert } from "node:assert";
import { readRevision } from "../../db/people/rooms.ts";
import { libraryCafe, SONG_MS } from "../support/music/library_cafe.ts";
import { firstSong } from "./first_song.ts";

Deno.test("a song that the player has begun by itself is played, and earns its tip once", async () => {
  await using cafe = await libraryCafe();
  const [first, second] = await cafe.queue([10, 5]);
  const lease = await cafe.hold();
  const { next } = await cafe.current(lease);
  const orders = await cafe.report(lease, next!.id, "started", 1_200);
  assert.deepEqual(
    [orders.play!.id, orders.play!.positionMs, orders.next!.id],
    [next!.id, 1_200, `${second!._id}-0`],
  );
  assert.deepEqual(await cafe.report(lease, next!.id, "started", 1_200), orders);
  assert.deepEqual(await cafe.tips(), [[first!._id, "tip", 1000]]);
  assert.deepEqual((await cafe.requests()).map(({ status }) => status), ["played", "approved"]);
  const [row] = await cafe.rows();
  assert.deepEqual([row!.state, row!.startedAt], ["playing", cafe.app.clock.now() - 1_200]);
});

Deno.test("the next song ends the one before, and each event that is repeated changes nothing", async () => {
  await using cafe = await libraryCafe();
  await cafe.queue([10, 5]);
  const lease = await cafe.hold();
  const first = (await cafe.current(lease)).next!;
  const second = (await cafe.report(lease, first.id, "started")).next!;
  cafe.app.clock.pass(SONG_MS);
  const orders = await cafe.report(lease, second.id, "started");
  const rows = await cafe.rows();
  assert.deepEqual(rows.map((r) => [r.id, r.state, r.whyEnded]), [
    [first.id, "ended", "finished"],
    [second.id, "playing", null],
  ]);
  for (const id of [first.id, second.id]) {
    for (const event of ["started", "progress", "ended"] as const) {
      if (id === second.id && event === "ended") continue;
      assert.deepEqual(await cafe.report(lease, id, event), orders);
    }
  }
  await cafe.report(lease, first.id, "failed");
  assert.deepEqual(await cafe.rows(), rows);
  assert.equal((await cafe.tips()).length, 2);
});

Deno.test("`ended` ends the song, and there is silence if nothing follows", async () => {
  await using cafe = await libraryCafe();
  const { lease, id } = await firstSong(cafe, [10]);
  const orders = await cafe.report(lease, id, "ended", SONG_MS);
  assert.deepEqual([orders.play, orders.next], [null, null]);
  assert.deepEqual(await cafe.report(lease, id, "ended", SONG_MS), orders);
  assert.equal((await cafe.tips()).length, 1);
});

Deno.test("the position is recorded, and the room hears of it if it differs by more than 3 seconds", async () => {
  await using cafe = await libraryCafe();
  const { app, owner } = cafe;
  const { lease, id } = await firstSong(cafe, [10]);
  const { ownerId } = owner;
  const before = await readRevision(app.deps.db, ownerId);
  app.clock.pass(10_000);
  const near = await cafe.report(lease, id, "progress", 7_000);
  assert.equal(near.play!.positionMs, 10_000);
  assert.equal(await readRevision(app.deps.db, ownerId), before);
  const far = await cafe.report(lease, id, "progress", 6_999);
  assert.equal(far.play!.positionMs, 6_999);
  assert.equal(await readRevision(app.deps.db, ownerId), before! + 1);
});

Deno.test("a report after a silence of the page is recorded although the song is where the clock has it, and the room hears of it", async () => {
  await using cafe = await libraryCafe();
  const { app, owner: { ownerId } } = cafe;
  const { lease, id } = await firstSong(cafe, [10]);
  const before = await readRevision(app.deps.db, ownerId);
  app.clock.pass(15_001);
  assert.equal((await cafe.current(lease)).play!.positionMs, 0);
  const { play } = await cafe.report(lease, id, "progress", 15_001);
  assert.equal(play!.positionMs, 15_001);
  assert.equal(await readRevision(app.deps.db, ownerId), before! + 1);
});
