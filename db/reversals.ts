// What a reversal is, in SQL (docs/money.md#reversal). Triggers in db/migrations/0030_one_life.sql write them, and have the
// same conditions.
import { sql } from "drizzle-orm";

/** The condition that the play `p` has ended in a way that reverses its tip, for a constant statement. */
export const REVERSING = `p.state = 'ended' and (p.why_ended = 'not_played'
  or (p.why_ended = 'skipped' and coalesce(p.heard_ms, p.ended_at - p.started_at) < 30000))`;

/** The same condition, for a statement that drizzle builds. */
export const REVERSES = sql.raw(REVERSING);

/** The condition that the play of the request `r` has ended so, whether its tip was in the ledger or at the till. */
export const CUT_SHORT =
  `exists (select 1 from plays p where p.request_id = r.id and ${REVERSING})`;

/** The condition that the tip `t` was not reversed. */
export const NOT_REVERSED = sql`(not exists (
  select 1 from ledger where request_id = t.request_id and kind = 'reversal'))`;

/**
 * Selects each tip with its cafe, its song, the day on which it was earned, and what it counts: 0 times 0 kuruş if it
 * was reversed. A day is the number of an Istanbul date, 1970-01-01 being 0; Istanbul is three hours ahead of UTC all year.
 */
export const COUNTED_TIPS = sql`
  select t.owner_id, r.uri, (t.created_at + 10800000) / 86400000 as day, ${NOT_REVERSED} as tips,
    ${NOT_REVERSED} * t.amount_kurus as kurus
  from ledger t join song_requests r on r.id = t.request_id where t.kind = 'tip'`;
