import { strict as assert } from "node:assert";
import fc from "fast-check";
import { pauseBefore } from "../../../../client/islands/search/song_search.ts";

/** What the server allows a guest (docs/http.md#limits). */
const LIMIT = 30;
const MINUTE_MS = 60_000;

Deno.test("a search waits a quarter of a second, and longer after many searches within a minute", () => {
  const searched = (count: number) => Array.from({ length: count }, (_, i) => i * 100);
  const now = 10_000;
  assert.deepEqual(
    [0, 15, 16, 21, 22, 25].map((count) => pauseBefore(searched(count), now)),
    [250, 250, 800, 800, 2_000, 2_000],
  );
  assert.equal(pauseBefore(searched(26), now), MINUTE_MS - now, "until the first is a minute old");
  assert.equal(pauseBefore(searched(26), MINUTE_MS), 2_000, "the first no longer counts");
});

Deno.test("searches from before the clock was set back hold up none", () => {
  const yesterday = Date.UTC(2026, 10, 1);
  const searched = Array.from({ length: 26 }, (_, i) => yesterday + 24 * 60 * MINUTE_MS + i * 100);
  assert.equal(pauseBefore(searched, yesterday), 250);
});

Deno.test("however a guest types, no minute has more searches than the server allows", () => {
  fc.assert(fc.property(
    fc.array(fc.integer({ min: 30, max: 5_000 }), { minLength: 50, maxLength: 400 }),
    (gapsMs) => {
      const searchedAt: number[] = [];
      let nowMs = 0;
      for (const gapMs of gapsMs) {
        // A letter is typed, and the next one comes after this gap.
        const pauseMs = pauseBefore(searchedAt, nowMs);
        if (pauseMs <= gapMs) searchedAt.push(nowMs + pauseMs);
        nowMs += gapMs;
      }
      for (const at of searchedAt) {
        const inMinute = searchedAt.filter((other) => other > at - MINUTE_MS && other <= at);
        assert.ok(inMinute.length < LIMIT, `${inMinute.length} searches`);
      }
    },
  ));
});
