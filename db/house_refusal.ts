// Holds a request to the rules of the house, inside the statement that files it (docs/house.md#in-one-statement).
import { DAY_MS, HOUR_MS } from "../server/contract/clock.ts";
import type { Database } from "./client.ts";
import { statement } from "./statement.ts";
import { type HouseRow, isExpired, wasPendingAt } from "./house.ts";
import { SENT_BEFORE_MS } from "./play_times.ts";

/** The condition that a guest can add a tip to the request `r` at `:now`. For a statement in which nothing else has a status. */
export const CAN_BE_SUPPORTED = `(r.status in ('pending', 'approved') and r.unplayable_at is null
    and not ${isExpired("r.owner_id")}
    and not exists (select 1 from plays
      where owner_id = r.owner_id and ended_at is null and state = 'sent' and request_id = r.id))`;

/** Of several requests for one song the one that plays first: one of the queue, then the highest tip, then the oldest. */
const FIRST_OF_SONG = "r.status, r.tip_kurus desc, r.created_at, r.id";

// The first condition on the status is that of the index of open requests.
const WAITING = statement<
  { owner: string; uris: string; now: number },
  { uri: string; id: string }
>(`
  select r.uri, r.id from song_requests r
  where r.owner_id = :owner and r.status in ('pending', 'approved') and ${CAN_BE_SUPPORTED}
    and r.uri in (select value from json_each(:uris))
  order by ${FIRST_OF_SONG}`);

/** Which of the songs with these uris wait at the owner's at `nowMs` (epoch), and in which request. */
export async function findWaitingSongs(
  db: Database,
  ownerId: string,
  uris: readonly string[],
  nowMs: number,
): Promise<Map<string, string>> {
  const waiting = new Map<string, string>();
  for (
    const { uri, id } of await db.all(
      WAITING({ owner: ownerId, uris: JSON.stringify(uris), now: nowMs }),
    )
  ) {
    if (!waiting.has(uri)) waiting.set(uri, id);
  }
  return waiting;
}

/** Why a request is refused, in the order in which the rules are asked. */
type HouseReason =
  | "closed"
  | "paused"
  | "hours"
  | "guest_blocked"
  | "table_wrong"
  | "table_missing"
  | "explicit"
  | "blocked"
  | "too_long"
  | "repeated"
  | "artist_repeated"
  | "guest_pending"
  | "guest_hour";

/** What a request is held to: parameters of the statements that have these conditions. */
export interface Held {
  owner: string;
  uri: string;
  guest: string | null;
  /** When it is filed, in epoch ms, and in whole minutes from Monday 00:00 in Istanbul. */
  now: number;
  minute: number;
  /** The guest's words as blocked words are looked for in them; those of a track that a search has shown replace them. */
  folded: string;
  /** Which song the guest's words name. */
  songKey: string;
  /** The code of the guest's table, null without one. */
  table: string | null;
}

const WEEK_MINUTES = 7 * 24 * 60;

/** An SQL expression for which song it is, in a statement in which the track is `t`. */
export const KEY_OF_TRACK = "coalesce(t.song_key, :songKey)";

/** An SQL expression for the first artist in a key that songs are known by; null without such a key. */
const artistIn = (key: string) => `substr(${key}, instr(${key}, '|') + 1)`;

/**
 * The beginning of the last play that counts for a rule of so many minutes (an SQL expression); null without one. One that
 * began after the present is from before the clock was set back. `isSame` compares the song of `p`, whose request is `pr`
 * and whose track is `pt`.
 */
const lastPlayed = (minutes: string, isSame: string) =>
  `(select max(p.started_at) from plays p
    left join song_requests pr on pr.id = p.request_id left join tracks pt on pt.uri = p.uri
    where p.owner_id = :owner and p.sent_at > :now - ${minutes} * 60000 - ${SENT_BEFORE_MS}
      and p.started_at between :now - ${minutes} * 60000 + 1 and :now and ${isSame})`;
const PLAYED_KEY = "coalesce(pr.song_key, p.song_key, pt.song_key)";
const LAST_PLAYED = lastPlayed(
  "h.repeat_minutes",
  `coalesce(${PLAYED_KEY}, p.uri) in (${KEY_OF_TRACK}, :uri)`,
);
const ARTIST_PLAYED = lastPlayed(
  "h.artist_minutes",
  `${artistIn(PLAYED_KEY)} = ${artistIn(KEY_OF_TRACK)}`,
);

/** The condition that `r` has not expired, whether or not that is recorded yet. */
const IS_NOT_EXPIRED = `not ${wasPendingAt("iif(h.closes_at <= :now, h.closes_at, 0)")}`;

/** An SQL expression for the label of the table that has the code; null if none has it. */
export const TABLE_LABEL =
  "(select label from cafe_tables where owner_id = :owner and code = :table)";

/** The condition that the cafe of the owner, an SQL expression, has dedications. */
export function hasDedications(owner: string): string {
  return `exists (select 1 from house_rules h where h.owner_id = ${owner} and h.dedications = 1)`;
}

/** The condition that the cafe has dedications and one of its blocked words is in the folded name `:toFolded`. */
export const IS_NAME_BLOCKED = `(h.dedications = 1 and exists (
    select 1 from json_each(h.blocked_folded) where instr(:toFolded, value) > 0))`;

const IS_THE_SONG = `coalesce(r.song_key, r.uri) in (${KEY_OF_TRACK}, :uri)`;
const IS_BY_THE_ARTIST = `${artistIn("r.song_key")} = ${artistIn(KEY_OF_TRACK)}`;

/** Selects from the requests that wait or are in the queue, and fulfil `which`. */
const coming = (what: string, which: string) =>
  `(select ${what} from song_requests r
    where r.owner_id = :owner and r.status in ('pending', 'approved') and r.unplayable_at is null
      and ${IS_NOT_EXPIRED} and ${which}`;

/** Selects from the requests that the guest has sent here in the last 60 minutes. */
const inLastHour = (what: string) =>
  `(select ${what} from song_requests r where r.owner_id = :owner and r.guest_id = :guest
      and r.created_at > :now - ${HOUR_MS}`;

type Conditions = Partial<Record<HouseReason, string>>;

/** When each rule refuses a request, in the order in which they are asked. */
const OF_CAFE: Conditions = {
  closed: "h.requests = 'closed'",
  paused: "h.paused_until > :now",
  hours: `h.requests = 'hours' and not exists (select 1 from json_each(h.accepts)
      where (:minute >= value ->> 0 and :minute < value ->> 1)
        or :minute + ${WEEK_MINUTES} < value ->> 1)`,
};
const OF_BLOCK: Conditions = {
  guest_blocked: `h.blocked_until > :now and exists (select 1 from guest_blocks
      where owner_id = :owner and guest_id = :guest and until > :now)`,
};
const OF_TABLE: Conditions = {
  table_wrong: `h.tables <> 'off' and :table is not null and ${TABLE_LABEL} is null`,
  table_missing: "h.tables = 'required' and :table is null",
};
const OF_SONG: Conditions = {
  explicit: "h.explicit_refused = 1 and t.explicit = 1",
  blocked: `exists (select 1 from json_each(h.blocked_folded)
      where instr(coalesce(t.folded, :folded), value) > 0)`,
  too_long: "t.duration_ms > h.longest_minutes * 60000",
  repeated: `h.repeat_minutes is not null and (${LAST_PLAYED} is not null or exists ${
    coming("1", IS_THE_SONG)
  }))`,
  artist_repeated: `h.artist_minutes is not null and ${
    artistIn(KEY_OF_TRACK)
  } <> '' and (${ARTIST_PLAYED} is not null or exists ${coming("1", IS_BY_THE_ARTIST)}))`,
};
const OF_GUEST: Conditions = {
  guest_pending: `h.per_guest is not null and :guest is not null and h.per_guest <= (
      select count(*) from song_requests r
      where r.owner_id = :owner and r.guest_id = :guest and r.status = 'pending'
        and ${IS_NOT_EXPIRED})`,
  guest_hour: `h.per_hour is not null and :guest is not null and h.per_hour <= ${
    inLastHour("count(*)")
  })`,
};

/** The condition that the song plays, or is on its way. */
const IS_PLAYING = `exists (select 1 from plays p
    left join song_requests pr on pr.id = p.request_id left join tracks pt on pt.uri = p.uri
    where p.owner_id = :owner and p.ended_at is null
      and coalesce(${PLAYED_KEY}, p.uri) in (${KEY_OF_TRACK}, :uri))`;

/**
 * The condition that a guest can ask now for a song whose uri, key and folded text are these SQL expressions: it neither
 * plays nor waits, and no rule about the cafe or the song refuses it. As with `ALLOWED_BY_HOUSE` there are `h` and `t`.
 */
export function canBeAskedFor(song: Record<"uri" | "songKey" | "folded", string>): string {
  const refuses = Object.values({ ...OF_CAFE, ...OF_SONG });
  return `not ${IS_PLAYING} and not exists ${coming("1", IS_THE_SONG)})
    and case when h.owner_id is null then 1 ${
    refuses.map((rule) => `when ${rule} then 0`).join(" ")
  } else 1 end`
    .replace(/:(uri|songKey|folded)\b/g, (_, name: keyof typeof song) => song[name]);
}

const RULES = Object.entries({
  ...{ ...OF_CAFE, ...OF_BLOCK, ...OF_TABLE, ...OF_SONG, ...OF_GUEST },
});
const REASON = `case ${
  RULES.map(([reason, refuses]) => `when ${refuses} then '${reason}'`).join("\n    ")
} end`;

/** The condition that no rule refuses the request, in a statement with `h`, the rules if there are any, and `t`. */
export const ALLOWED_BY_HOUSE = `(h.owner_id is null or ${REASON} is null)`;

/** Whether a rule of `h` approves a request with this tip (an SQL expression too, in kuruş). */
export function approvedByHouse(tipKurus: string): string {
  return `(h.approve = 'always' or (h.approve = 'from' and ${tipKurus} >= h.approve_from_kurus))`;
}

/** The rule that refused a request, and what its sentence needs. */
export interface HouseRefusal extends HouseFacts {
  /** Null if no rule refused it. */
  reason: HouseReason | null;
}

/** What the sentences of the rules need. */
interface HouseFacts extends
  Pick<
    HouseRow,
    | (
      | "requests"
      | "hours"
      | "lastCallMinutes"
      | "pausedUntil"
      | "longestMinutes"
      | "repeatMinutes"
    )
    | ("perGuest" | "perHour" | "artistMinutes")
  > {
  /** The beginning of the song's last play (epoch ms), null if it only waits. */
  lastPlayedAt: number | null;
  /** The beginning of the last play of a song by the same first artist; null if one only waits. */
  artistPlayedAt: number | null;
  /** When the guest sent the request (epoch ms) whose hour has to be over before another one; null without `perHour`. */
  hourSince: number | null;
  /** The request for the song that a guest can support instead, null if none waits. */
  waitingId: string | null;
}

const HOUR_SINCE = `(select at from ${
  inLastHour("r.created_at as at, row_number() over (order by r.created_at desc) as nth")
}) where nth = h.per_hour)`;

/** An SQL expression for the facts of `:uri` as JSON, with others before them. Null without rules. */
const withFacts = (others: string, hourSince: string) =>
  `(select json_object(${others}, 'requests', h.requests,
      'hours', json(h.hours), 'lastCallMinutes', h.last_call_minutes,
      'pausedUntil', h.paused_until,
      'longestMinutes', h.longest_minutes, 'repeatMinutes', h.repeat_minutes,
      'perGuest', h.per_guest, 'perHour', h.per_hour, 'artistMinutes', h.artist_minutes,
      'lastPlayedAt', case when h.repeat_minutes is not null then ${LAST_PLAYED} end,
      'artistPlayedAt', case when h.artist_minutes is not null then ${ARTIST_PLAYED} end,
      'hourSince', case when h.per_hour is not null then ${hourSince} end,
      'waitingId', case when h.repeat_minutes is not null then ${
    coming("r.id", IS_THE_SONG)
  } and ${CAN_BE_SUPPORTED}
        order by ${FIRST_OF_SONG} limit 1) end)
    from house_rules h left join tracks t on t.uri = :uri where h.owner_id = :owner)`;

/** An SQL expression for the `HouseRefusal` of a request, as JSON. Null without rules. */
export const HOUSE_REFUSAL = withFacts(`'reason', ${REASON}`, HOUR_SINCE);

/** The rules that would have refused a guest's request, and what their sentences need. */
export interface HouseWarnings extends HouseFacts {
  /** A row for each rule that was asked; null for one that would not have refused. */
  reasons: (HouseReason | null)[];
}

/** An SQL expression for the `HouseWarnings` of the cafe's own request, as JSON. Null without rules. */
export const HOUSE_WARNINGS = withFacts(
  `'reasons', json_array(${
    Object.entries({ ...OF_CAFE, ...OF_SONG })
      .map(([reason, refuses]) => `case when ${refuses} then '${reason}' end`).join(", ")
  })`,
  "null",
);

// What the rules that count a guest's songs and an artist's minutes would have refused.

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
  select (at - heard) / 60000 as step, count(*) as requests from (
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
