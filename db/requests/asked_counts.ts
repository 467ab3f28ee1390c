// How often the rules that count a guest's songs and an artist's minutes would have refused (docs/house.md).
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../server/contract/clock.ts";
import type { Database } from "../connection/client.ts";
import { statement } from "../connection/statement.ts";
import { artistIn } from "./house_refusal.ts";

/** Guests' requests since `:since`, by the two indexes that hold them all. */
const asked = (columns: string) =>
  ["status in ('pending', 'approved')", "status in ('rejected', 'played', 'withdrawn')"].map((
    which,
  ) =>
    `select ${columns} from song_requests
      where owner_id = :owner and created_at > :since and is_own = 0 and ${which}`
  ).join(" union all ");

/** How many requests were their guest's `step`th within 60 minutes, or came so many minutes after their artist. */
export interface Count {
  step: number;
  requests: number;
}

// The plus keeps SQLite from reading all guests of all times by their index.
const NTH_OF_HOUR = statement<{ owner: string; since: number }, Count>(`
  select step, count(*) as requests from (
    select count(*) over (
        partition by guest order by at range between ${
  HOUR_MS - 1
} preceding and current row) as step
    from (${asked("+guest_id as guest, created_at as at")}) where guest is not null)
  group by step order by step`);

// Of one moment, a request comes before the play: it may be the song's own.
const MINUTES_AFTER_ARTIST = statement<{ owner: string; since: number }, Count>(`
  select (at - heard) / ${MINUTE_MS} as step, count(*) as requests from (
    select at, began, max(began) over (
        partition by artist order by at, began is not null rows between unbounded preceding and current row) as heard
    from (
      ${asked(`${artistIn("song_key")} as artist, created_at as at, null as began`)}
      union all
      select ${artistIn("coalesce(r.song_key, p.song_key)")}, p.started_at, p.started_at
      from plays p left join song_requests r on r.id = p.request_id
      where p.owner_id = :owner and p.sent_at > :since - ${DAY_MS} and p.started_at is not null)
    where artist <> '')
  where began is null and heard is not null and at - heard < ${DAY_MS}
  group by step order by step`);

/** What guests asked for after `since` (epoch ms), as the rules `perHour` and `artistMinutes` see it. */
export async function countAsked(
  db: Database,
  asked: { owner: string; since: number },
): Promise<{ ofHour: Count[]; afterArtist: Count[] }> {
  return await db.together({
    ofHour: NTH_OF_HOUR(asked),
    afterArtist: MINUTES_AFTER_ARTIST(asked),
  });
}
