// What the conductor does if another look, or another instance, has recorded another outcome of its song.
import { strict as assert } from "node:assert";
import { beginPlay, findActive, releasePlay } from "../../../db/plays/plays.ts";
import { ledger } from "../../../db/schema/money.ts";
import { automaticEvening, type MusicEvening } from "../../support/music/music_evening.ts";
import { PLAYER } from "../../support/music/music_faults.ts";
import { sql } from "../../support/db/sql.ts";

const SONG_S = 100;
const LENGTH = { songLength: { ms: SONG_S * 1000 } };

/** Lets time pass until the song of this request was ordered and no look has shown it yet. Returns its play. */
async function untilOrdered({ app, owner, requests, run }: MusicEvening, n: number) {
  for (;;) {
    const active = await findActive(app.deps.db, owner.ownerId);
    if (active?.requestId === requests[n]!._id) return active;
    await run(0.25);
  }
}

async function tips({ app: { deps } }: MusicEvening) {
  return (await deps.db.read.select().from(ledger)).map(({ amountKurus }) => amountKurus);
}

Deno.test("a song was released before a look shows it: it plays once, and earns its tip", async () => {
  await using evening = await automaticEvening([20, 10], LENGTH);
  const { app, account, clock, requests: [first] } = evening;
  const play = await untilOrdered(evening, 0);
  assert.equal(play.state, "sent");
  await releasePlay(app.deps.db, play, { at: clock.now(), why: "not_seen" });
  await evening.run(2 * SONG_S - 20);
  assert.deepEqual([...account.plays.values()], [1, 1]);
  assert.deepEqual(await tips(evening), [2000, 1000]);
  assert.equal((await evening.played())[0]!.requestId, first!._id);
});

Deno.test("a song was released and rejected before a look shows it: no one is told that a guest's song plays", async () => {
  await using evening = await automaticEvening([20], LENGTH);
  const { app, clock, player } = evening;
  const play = await untilOrdered(evening, 0);
  await releasePlay(app.deps.db, play, { at: clock.now(), why: "rejected" });
  await app.deps.db.write(() => [sql`update song_requests set status = 'rejected'`]);
  await evening.run(20);
  assert.ok(player.isHeard());
  assert.equal((await evening.playback()).state, "fallback");
  assert.equal((await evening.playback()).playing!.requestId, null);
  assert.deepEqual(await tips(evening), []);
});

Deno.test("a song begins by another look in the moment in which one that shows it late would release it: it plays on", async () => {
  await using evening = await automaticEvening([30, 20, 10], LENGTH);
  const { app, account, clock, player } = evening;
  await untilOrdered(evening, 0);
  await evening.run(20);
  player.fail("stale after a command", { forMs: 8_000 });
  const play = await untilOrdered(evening, 1);
  const { arrived, release } = account.hold("before", PLAYER);
  const looking = evening.run(4);
  await arrived;
  await beginPlay(app.deps.db, play, { startedAt: play.sentAt, at: clock.now() });
  release();
  await looking;
  await evening.run(SONG_S / 2);
  assert.deepEqual([...account.plays.values()], [1, 1]);
  assert.equal((await findActive(app.deps.db, play.ownerId))!.id, play.id);
  assert.equal((await evening.playback()).state, "request");
});
