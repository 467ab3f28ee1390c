// What the clock says of plays, in SQL, and how far it may be wrong (docs/playback.md#by-the-clock). Where a song is,
// server/contract/song_clock.ts says as well: tests/db/song_clock_test.ts holds that both say the same.
import { HOUR_MS } from "../../server/contract/clock.ts";
import { OVERDUE_MS } from "../../server/contract/song_clock.ts";

/** A position may differ by this much from the one that follows from the clock, in ms. */
export const DRIFT_MS = 3_000;

/** A play begins at most this long after it was sent, in ms, so that an index by the time of sending finds it. */
export const SENT_BEFORE_MS = HOUR_MS;

/** The clocks of two instances differ by less, in ms. What lies further in the future was written before a clock was set back. */
export const CLOCKS_APART_MS = 10_000;

/**
 * A table of the plays that fulfil `which`, a condition on `p`, with what the clock says of their songs at `at` (epoch ms):
 * - `expected_ms`: where the song is, as `reachedAt` of server/contract/song_clock.ts; null if no player has accepted it;
 * - `is_overdue`: the page should have reported its song by then, and has not;
 * - `is_ahead`: the clock was set back since the song was seen last, which had come further than the clock says;
 * - `clock_ms`, where it is if it goes on with the clock, and `known_ms`, where it was seen last.
 */
export const playsAt = (at: string, which: string) =>
  `(
    select *, case when is_paused then position_ms when is_overdue then known_ms
        else max(known_ms, clock_ms) end as expected_ms
    from (select *, source = 'library' and clock_ms > known_ms + ${OVERDUE_MS} as is_overdue,
        position_ms + passed_ms < known_ms - ${CLOCKS_APART_MS} as is_ahead
      from (select *, case when is_paused then position_ms when passed_ms < 0 then known_ms
            else position_ms + passed_ms end as clock_ms
        from (select *, ${at} - coalesce(position_at, started_at) as passed_ms,
            max(position_ms, coalesce(heard_ms, 0)) as known_ms
          from plays p where ${which}))))`;
