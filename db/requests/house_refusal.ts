// Holds a request to the rules of the house, inside the statement that files it (docs/house.md#in-one-statement).
import { HOUR_MS, MINUTE_MS, WEEK_MINUTES } from "../../server/contract/clock.ts";
import type { Database } from "../connection/client.ts";
import { type HouseRow, isExpired, wasPendingAt } from "./house.ts";
import { SENT_BEFORE_MS } from "../plays/play_times.ts";
import { columnsOf, type Stored } from "../schema/columns.ts";
import { houseRules } from "../schema/house.ts";
import { songIn } from "../schema/requests.ts";
import { sourceAmong, sourceInUri } from "../music/sources.ts";
import { statement } from "../connection/statement.ts";

/** The condition that a guest can add a tip to the request `r` at `:now`. For a statement in which nothing else has a status. */
export const CAN_BE_SUPPORTED = `(r.status in ('pending', 'approved') and r.unplayable_at is null
    and not ${isExpired("r.owner_id")}
    and not exists (select 1 from plays
      where owner_id = r.owner_id and ended_at is null and state = 'sent' and request_id = r.id))`;

/** Of several requests for one song the one that plays first: one of the queue, then the highest tip, then the oldest. */
const FIRST_OF_SONG = "status, tip_kurus desc, created_at, id";

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
export type HouseReason =
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

/** SQL expressions for a song that is asked for: its uri, and its key and folded words if no search has shown it. */
type AskedSong = Record<"uri" | "songKey" | "folded", string>;

/** The song of one request. */
export const OF_REQUEST: AskedSong = { uri: ":uri", songKey: ":songKey", folded: ":folded" };

/** An SQL expression for the first artist in a key that songs are known by; null without such a key. */
export const artistIn = (key: string) => `substr(${key}, instr(${key}, '|') + 1)`;

/**
 * The table `asked`, for a `with`: the cafe of `:owner` with its rules, which are null without any, beside the song that is
 * asked for, `asked_uri`, and what a search has shown of it. `from` adds a table, and `columns` are those of it.
 */
export const asking = (song = OF_REQUEST, from = "", columns = "") =>
  `asked as (
    select *, ${artistIn("asked_key")} as asked_artist from (
      select h.*, t.*, c.source, ${song.uri} as asked_uri, coalesce(t.song_key, ${song.songKey}) as asked_key,
        coalesce(t.folded, ${song.folded}) as asked_words,
        iif(h.closes_at <= :now, h.closes_at, 0) as closed_at${columns && `, ${columns}`}
      from cafes c ${from} left join house_rules h on h.owner_id = c.owner_id
      left join tracks t on t.uri = ${song.uri} where c.owner_id = :owner))`;

/**
 * Two tables of what the song is compared with, for the same `with`: `open`, the requests that wait or are in the queue, and
 * `heard`, the plays. `key` is their song's. The conditions of this file are for a statement with these tables.
 */
export const COMPARED = `open as not materialized (
    select *, ${songIn()} as key, ${artistIn("song_key")} as key_artist
    from song_requests
    where owner_id = :owner and status in ('pending', 'approved') and unplayable_at is null),
  heard as not materialized (
    select *, ${songIn()} as key, ${artistIn("song_key")} as key_artist from (
      select p.uri, sent_at, started_at, ended_at,
        coalesce(r.song_key, p.song_key, t.song_key) as song_key
      from plays p left join song_requests r on r.id = p.request_id
      left join tracks t on t.uri = p.uri where p.owner_id = :owner))`;

/** The condition that the cafe is open, as `OPEN_CAFE`: `asked` has no row without a cafe. */
export const IS_OPEN = `exists (select 1 from accounts
      where id = :owner and verified_at is not null and erased_at is null)`;

/** The condition that the song is of the cafe's source; `:sources` as of `SOURCE_AMONG`. */
export const IS_OF_SOURCE = `${sourceInUri("asked_uri")} = ${sourceAmong("source")}`;

/** The column `table_label` of `asked`, for rules about a guest's table: null if no table has the code. */
export const WITH_TABLE =
  "(select label from cafe_tables where owner_id = :owner and code = :table) as table_label";

/** The condition that the cafe of the owner, an SQL expression, has dedications. */
export function hasDedications(owner: string): string {
  return `exists (select 1 from house_rules h where h.owner_id = ${owner} and h.dedications = 1)`;
}

/** The condition that the cafe has dedications and one of its blocked words is in the folded name `:toFolded`, if there is one. */
export const IS_NAME_BLOCKED = `(:toFolded is not null and dedications = 1 and exists (
    select 1 from json_each(blocked_folded) where instr(:toFolded, value) > 0))`;

/** The conditions that a row of `open` or `heard` has the song, or its first artist. */
const IS_THE_SONG = "key in (asked_key, asked_uri)";
const IS_BY_THE_ARTIST = "key_artist = asked_artist";

/** Requests that still wait or are in the queue: one that has expired does not, whether or not that is recorded yet. */
const COMING = `from open where not ${wasPendingAt("closed_at")}`;

/**
 * Plays that count for a rule of so many minutes. One that began after the present is from before the clock was set back.
 */
const heardWithin = (minutes: string, which: string) =>
  `from heard where sent_at > :now - ${minutes} * ${MINUTE_MS} - ${SENT_BEFORE_MS}
      and started_at > :now - ${minutes} * ${MINUTE_MS} and started_at <= :now and ${which}`;
const SONG_HEARD = heardWithin("repeat_minutes", IS_THE_SONG);
const ARTIST_HEARD = heardWithin("artist_minutes", IS_BY_THE_ARTIST);

/** The requests that the guest has sent here in the last 60 minutes. */
const IN_LAST_HOUR = `from song_requests
      where owner_id = :owner and guest_id = :guest and created_at > :now - ${HOUR_MS}`;

type Conditions = Partial<Record<HouseReason, string>>;

/** When each rule refuses a request, in the order in which they are asked. */
const OF_CAFE = {
  closed: "requests = 'closed'",
  paused: "paused_until > :now",
  hours: `requests = 'hours' and not exists (select 1 from json_each(accepts)
      where (:minute >= value ->> 0 and :minute < value ->> 1)
        or :minute + ${WEEK_MINUTES} < value ->> 1)`,
} satisfies Conditions;
const OF_BLOCK_AND_TABLE = {
  guest_blocked: `blocked_until > :now and exists (select 1 from guest_blocks
      where owner_id = :owner and guest_id = :guest and until > :now)`,
  table_wrong: `tables <> 'off' and :table is not null and table_label is null`,
  table_missing: "tables = 'required' and :table is null",
} satisfies Conditions;
const OF_SONG = {
  explicit: "explicit_refused = 1 and explicit = 1",
  blocked: "exists (select 1 from json_each(blocked_folded) where instr(asked_words, value) > 0)",
  too_long: `duration_ms > longest_minutes * ${MINUTE_MS}`,
  repeated: `repeat_minutes is not null and (exists (select 1 ${SONG_HEARD})
      or exists (select 1 ${COMING} and ${IS_THE_SONG}))`,
  artist_repeated:
    `artist_minutes is not null and asked_artist <> '' and (exists (select 1 ${ARTIST_HEARD})
      or exists (select 1 ${COMING} and ${IS_BY_THE_ARTIST}))`,
} satisfies Conditions;
/** Those that are asked without a guest. */
export const WITHOUT_A_GUEST = { ...OF_CAFE, ...OF_SONG };
const OF_GUEST = {
  guest_pending: `per_guest is not null and :guest is not null and per_guest <= (
      select count(*) ${COMING} and guest_id = :guest and status = 'pending')`,
  guest_hour: `per_hour is not null and :guest is not null and per_hour <= (
      select count(*) ${IN_LAST_HOUR})`,
} satisfies Conditions;

/**
 * The condition that a guest can ask for the song now: it neither plays nor waits, and no rule about the cafe or the song
 * refuses it.
 */
export const CAN_BE_ASKED_FOR =
  `not exists (select 1 from heard where ended_at is null and ${IS_THE_SONG})
    and not exists (select 1 ${COMING} and ${IS_THE_SONG})
    and (owner_id is null or (${
    Object.values(WITHOUT_A_GUEST).map((refuses) => `${refuses}`).join("\n    or ")
  }) is not true)`;

/** An SQL expression for the first rule that refuses the request; null if none does. `asked` is `WITH_TABLE`. */
export const REASON = `case ${
  Object.entries({ ...OF_CAFE, ...OF_BLOCK_AND_TABLE, ...OF_SONG, ...OF_GUEST })
    .map(([reason, refuses]) => `when ${refuses} then '${reason}'`).join("\n    ")
} end`;

/** Whether a rule approves a request with this tip (an SQL expression, in kuruş). */
export function approvedByHouse(tipKurus: string): string {
  return `(approve = 'always' or (approve = 'from' and ${tipKurus} >= approve_from_kurus))`;
}

/** What the sentences of the rules need. */
interface HouseFacts extends
  Pick<
    HouseRow,
    | "requests"
    | "hours"
    | "lastCallMinutes"
    | "pausedUntil"
    | "longestMinutes"
    | "repeatMinutes"
    | "perGuest"
    | "perHour"
    | "artistMinutes"
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

/** The statement that reads the facts of a request. It gives no row without rules. */
export const FACTS = statement<
  Pick<Held, "owner" | "uri" | "guest" | "now" | "folded" | "songKey">,
  Stored<HouseFacts>
>(`
  with ${asking()}, ${COMPARED}
  select ${
  columnsOf(houseRules, [
    ...["requests", "hours", "lastCallMinutes", "pausedUntil", "longestMinutes"] as const,
    ...["repeatMinutes", "perGuest", "perHour", "artistMinutes"] as const,
  ])
},
    (select max(started_at) ${SONG_HEARD}) as lastPlayedAt,
    (select max(started_at) ${ARTIST_HEARD}) as artistPlayedAt,
    iif(per_hour is null, null, (select created_at from (
      select created_at, row_number() over (order by created_at desc) as nth ${IN_LAST_HOUR})
      where nth = per_hour)) as hourSince,
    iif(repeat_minutes is null, null, (select id ${COMING}
      and ${IS_THE_SONG} and expired_at is null and not exists (select 1 from plays
        where owner_id = :owner and ended_at is null and state = 'sent' and request_id = open.id)
      order by ${FIRST_OF_SONG} limit 1)) as waitingId
  from asked where owner_id is not null`);

/** What `FACTS` has read; undefined without rules. */
export function toFacts([facts]: Stored<HouseFacts>[]): HouseFacts | undefined {
  return facts && { ...facts, hours: JSON.parse(facts.hours) };
}

/** The rule that refused a request, and what its sentence needs. */
export interface HouseRefusal extends HouseFacts {
  reason: HouseReason;
}

/** The rules that would have refused a guest's request, and what their sentences need. */
export interface HouseWarnings extends HouseFacts {
  reasons: HouseReason[];
}
