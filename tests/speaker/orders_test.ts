// GET /api/player/current: what plays, and what the player begins by itself.
import { strict as assert } from "node:assert";
import { libraryCafe, SONG_MS } from "../support/music/library_cafe.ts";
import { playNext } from "../support/people/cafe_evening.ts";
import { submit } from "../support/people/requests.ts";
import { useSource } from "../support/music/manual_cafe.ts";

Deno.test("the first song of the queue follows, with all that the player needs", async () => {
  await using cafe = await libraryCafe();
  const [second, first] = await cafe.queue([5, 10]);
  const lease = await cafe.hold();
  assert.deepEqual(await cafe.current(lease), {
    play: null,
    next: {
      id: `${first!._id}-0`,
      uri: "library:2",
      title: "Şarkı 2",
      artist: "Kafe",
      albumArt: "",
      durationMs: SONG_MS,
      audioUrl: "/api/library/audio/2.mp3",
      gainDb: -1,
      positionMs: 0,
    },
    paused: false,
    volumePercent: 100,
  });
  await cafe.report(lease, `${first!._id}-0`, "started");
  assert.equal((await cafe.current(lease)).next!.id, `${second!._id}-0`);
});

Deno.test("nothing follows while the switch is off, and the song of play next plays all the same", async () => {
  await using cafe = await libraryCafe({ auto: false, fallback: true });
  await cafe.queue([10, 5]);
  const lease = await cafe.hold();
  assert.equal((await cafe.current(lease)).next, null);
  assert.equal((await playNext(cafe.app, cafe.owner.token)).status, 200);
  const { play, next } = await cafe.current(lease);
  assert.deepEqual([play!.uri, play!.positionMs, next], ["library:1", 0, null]);
});

Deno.test("a song of the library follows while the queue is empty, under an id that stays", async () => {
  await using cafe = await libraryCafe({ fallback: true });
  const lease = await cafe.hold();
  const { next } = await cafe.current(lease);
  assert.ok(next!.id.startsWith(`${cafe.owner.ownerId}-1-`) && next!.id.length <= 200);
  assert.deepEqual((await cafe.current(lease)).next, next);
  const track = Number(next!.uri.split(":")[1]);
  assert.equal(next!.albumArt, track % 2 === 1 ? `/api/library/covers/${track}` : "");
  await cafe.queue([10]);
  assert.equal((await cafe.current(lease)).next!.uri, "library:1");
});

Deno.test("nothing follows at an empty queue unless the owner chose the library for it", async () => {
  await using cafe = await libraryCafe({ fallback: false });
  assert.equal((await cafe.current(await cafe.hold())).next, null);
});

Deno.test("a reload goes on where the song is by now", async () => {
  await using cafe = await libraryCafe();
  await cafe.queue([10]);
  const before = await cafe.hold();
  const { next } = await cafe.current(before);
  await cafe.report(before, next!.id, "started");
  cafe.app.clock.pass(50_000);
  await cafe.report(before, next!.id, "progress", 50_000);
  cafe.app.clock.pass(11_500);
  const { play } = await cafe.current(await cafe.hold());
  assert.deepEqual([play!.id, play!.positionMs], [next!.id, 61_500]);
});

Deno.test("a page that opens when its song is over by the clock plays the next one", async () => {
  await using cafe = await libraryCafe();
  const [first, second] = await cafe.queue([10, 5]);
  const before = await cafe.hold();
  const { next } = await cafe.current(before);
  await cafe.report(before, next!.id, "started");
  cafe.app.clock.pass(SONG_MS - 6_000);
  await cafe.report(before, next!.id, "progress", SONG_MS - 6_000);
  cafe.app.clock.pass(6_000);
  const orders = await cafe.current(await cafe.hold());
  assert.deepEqual([orders.play, orders.next!.id], [null, `${second!._id}-0`]);
  assert.deepEqual(
    (await cafe.rows()).map((row) => [row.requestId, row.state, row.whyEnded]),
    [[first!._id, "ended", "finished"]],
  );
});

Deno.test("songs of other sources wait, and nothing follows at a cafe that has left the library", async () => {
  await using cafe = await libraryCafe();
  const { app, owner } = cafe;
  await useSource(app.deps, owner.ownerId, "spotify");
  await submit(app, owner.ownerId, { tipAmount: 100 });
  await useSource(app.deps, owner.ownerId, "library");
  const pending = (await cafe.requests())[0]!;
  await (await cafe.say("PUT", `/api/requests/${pending.id}`, { status: "approved" })).body
    ?.cancel();
  await cafe.queue([10]);
  const lease = await cafe.hold();
  const { next } = await cafe.current(lease);
  assert.equal(next!.uri, "library:1");
  await useSource(app.deps, owner.ownerId, "spotify");
  assert.equal((await cafe.current(lease)).next, null);
  await cafe.report(lease, next!.id, "started");
  assert.deepEqual(await cafe.tips(), []);
});
