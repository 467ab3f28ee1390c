// Where a song is by the clock (docs/playback.md#by-the-clock): SQL and TypeScript say the same of any play.
import { eq } from "drizzle-orm";
import { strict as assert } from "node:assert";
import { statement } from "../../db/connection/statement.ts";
import { playsAt } from "../../db/plays/play_times.ts";
import { acceptPlay, beginPlay, endPlay, findActive, movePlay } from "../../db/plays/plays.ts";
import { plays } from "../../db/schema/requests.ts";
import { positionAt, reachedAt } from "../../server/contract/song_clock.ts";
import { createOwner } from "../support/people/factories.ts";
import { playOwnMusic } from "../support/people/plays.ts";
import fc from "../support/properties.ts";
import { testApp } from "../support/start/test_app.ts";

const EXPECTED = statement<{ owner: string; at: number }, { ms: number }>(
  `select expected_ms as ms from ${playsAt(":at", "p.owner_id = :owner and p.ended_at is null")}`,
);

/** What happens to a play, and how long after what came before; the clock may be set back meanwhile. */
const step = fc.record({
  afterMs: fc.oneof(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: -60_000, max: -1 })),
  what: fc.constantFrom("look", "accept", "begin", "move"),
  positionMs: fc.option(fc.integer({ min: 0, max: 300_000 })),
  isPaused: fc.boolean(),
});

const life = fc.record({
  source: fc.constantFrom("library", "spotify"),
  durationMs: fc.option(fc.integer({ min: 1, max: 300_000 })),
  steps: fc.array(step, { minLength: 1, maxLength: 8 }),
});

Deno.test("SQL and TypeScript place a song alike, paused, gone on, moved, overdue, without a length or with a clock set back", async () => {
  await using app = await testApp();
  const { db, now } = app.deps;
  await fc.assert(
    fc.asyncProperty(life, async ({ source, durationMs, steps }) => {
      const { ownerId } = await createOwner(app.deps);
      const sent = { state: "sent", startedAt: null } as const;
      await playOwnMusic(app.deps, ownerId, { ...sent, source, durationMs });
      const { id } = (await findActive(db, ownerId))!;
      let at = now();
      for (const { afterMs, what, positionMs, isPaused } of steps) {
        at += afterMs;
        if (what === "accept") await acceptPlay(db, { id, ownerId }, at);
        if (what === "begin") {
          await beginPlay(db, { id, ownerId }, { startedAt: at, at, positionMs, isPaused });
        }
        if (what === "move") await movePlay(db, ownerId, { at, positionMs, isPaused, id });
        const play = (await findActive(db, ownerId))!;
        if (play.positionAt === null) continue;
        for (const later of [at, at + 15_000, at + 15_001, at + 90_000, at - 30_000]) {
          const [expected] = await db.all(EXPECTED({ owner: ownerId, at: later }));
          assert.equal(expected!.ms, reachedAt(play, later), `at ${later - at} ms`);
        }
      }
      const play = (await findActive(db, ownerId))!;
      if (play.state !== "playing") return;
      await endPlay(db, { id, ownerId }, { at, why: "cut" });
      const [ended] = await db.read.select().from(plays).where(eq(plays.id, id));
      assert.equal(ended!.heardMs, positionAt(play, at));
    }),
    { numRuns: 200 },
  );
});
