// A cafe's evenings (docs/evenings.md): the sums of days that are over, and everything of one day. Days are a cafe's
// (cafe_day.ts), times are epoch ms, amounts integer kuruş.
import { cafeDayIn, type Days, startOfCafeDay } from "./cafe_day.ts";
import type { Database } from "../connection/client.ts";
import { type Refused, REFUSED_FIELDS } from "./evening_counters.ts";
import { REVERSING } from "../money/ledger.ts";
import { SENT_BEFORE_MS } from "../plays/play_times.ts";
import { columnsOf, type Stored } from "../schema/columns.ts";
import { type evenings, refusals } from "../schema/evenings.ts";
import { type plays, REQUESTED_SONG, songIn, songRequests } from "../schema/requests.ts";
import { type NoParameters, statement } from "../connection/statement.ts";
import { IS_DUE } from "../money/till.ts";

// The sums of days: kept for those that are over, and made of the rows for the others (docs/evenings.md#sums).

/** The conditions of two indexes, in the same words: together they have every request. */
const SETTLED = "status in ('rejected', 'played', 'withdrawn')";
const OPEN = "status in ('pending', 'approved')";

/** The last day that is summed; before the first, none is. */
const CLOSED = "coalesce((select day from evenings_closed), -1)";

/** An SQL expression for when the first day that is not summed begins. */
const OPEN_SINCE = `(${CLOSED} + 1) * ${startOfCafeDay(1) - startOfCafeDay(0)} + ${
  startOfCafeDay(0)
}`;

/**
 * Selects the sums of each cafe's days from `since`, the one value of a table `summed`, until `:to` (epoch ms), of the cafes
 * `c` for which `which` holds. Days without anything are left out.
 */
function daySums(which?: string): string {
  const only = which === undefined ? "" : `${which} and `;
  const since = "(select since from summed)";
  const within = (column: string) => `${column} >= ${since} and ${column} < :to`;
  const filed = (status: string) => `
      select c.owner_id, ${cafeDayIn("r.created_at")} as day, 1 as requests, 0 as played,
        0 as expected, 0 as received, r.guest_id as guest
      from cafes c cross join song_requests r on r.owner_id = c.owner_id and r.${status}
      where ${only}${within("r.created_at")} and r.is_own = 0`;
  return `
    select owner_id as ownerId, day, sum(requests) as requests, sum(played) as played,
      sum(expected) as expectedKurus, sum(received) as receivedKurus,
      count(distinct guest) as guests, count(guest) as guestRequests
    from (${filed(SETTLED)}
      union all${filed(OPEN)}
      union all
      select c.owner_id, ${cafeDayIn("p.started_at")}, 0, coalesce(r.is_own = 0, 0),
        coalesce(r.at_till * r.tip_kurus, 0), 0, null
      from cafes c cross join plays p on p.owner_id = c.owner_id
        left join song_requests r on r.id = p.request_id and (${REVERSING}) is not true
      where ${only}p.sent_at >= ${since} - ${SENT_BEFORE_MS} and p.sent_at < :to
        and ${within("p.started_at")}
      union all
      select c.owner_id, ${cafeDayIn("t.created_at")}, 0, 0, 0, t.kurus, null
      from cafes c cross join till_receipts t on t.owner_id = c.owner_id
      where ${only}${within("t.created_at")})
    group by owner_id, day`;
}

/** The sums of one day. `guests` and `guestRequests` are null if they were not summed in time. */
export type EveningSums =
  & Omit<typeof evenings.$inferSelect, "ownerId">
  & { earnedKurus: number };

const SUMS = statement<
  { owner: string; first: number; last: number; from: number; to: number },
  Omit<EveningSums, "earnedKurus">
>(`
  with summed as (select max(:from, ${OPEN_SINCE}) as since)
  select day, requests, played, expected_kurus as expectedKurus, received_kurus as receivedKurus,
    guests, guest_requests as guestRequests
  from evenings where owner_id = :owner and day between :first and min(:last, ${CLOSED})
  union all
  select day, requests, played, expectedKurus, receivedKurus, guests, guestRequests
  from (${daySums("c.owner_id = :owner")})`);

const EARNED = statement<
  { owner: string; first: number; last: number },
  { day: number; kurus: number }
>(`
  select day, kurus from earned_days where owner_id = :owner and day between :first and :last`);

function sumsOf(owner: string, { first, last }: Days) {
  const days = { owner, first, last };
  return {
    sums: SUMS({ ...days, from: startOfCafeDay(first), to: startOfCafeDay(last + 1) }),
    earned: EARNED(days),
  };
}

function withEarned(
  { sums, earned }: {
    sums: Omit<EveningSums, "earnedKurus">[];
    earned: { day: number; kurus: number }[];
  },
): EveningSums[] {
  const byDay = new Map(sums.map((row) => [row.day, { ...row, earnedKurus: 0 }]));
  for (const { day, kurus } of earned) {
    const row = byDay.get(day) ?? (kurus === 0 ? undefined : nothingOn(day));
    if (row) byDay.set(day, { ...row, earnedKurus: kurus });
  }
  return [...byDay.values()].toSorted((a, b) => b.day - a.day);
}

/** A day on which a tip was earned and nothing else was: its song had begun just before. */
function nothingOn(day: number): EveningSums {
  return {
    ...{ day, requests: 0, played: 0, earnedKurus: 0, expectedKurus: 0, receivedKurus: 0 },
    ...{ guests: null, guestRequests: null },
  };
}

/** The cafe's days with a request, a play, a receipt or an earned tip, newest first. */
export async function listEvenings(
  db: Database,
  ownerId: string,
  days: Days,
): Promise<EveningSums[]> {
  return withEarned(await db.together(sumsOf(ownerId, days)));
}

// Closing: the sums of days that are over are kept, while the guests of their requests are still known.

const LAST_CLOSED = statement<NoParameters, { day: number }>(
  "select day from evenings_closed",
);

const SUM_UP = statement<{ to: number }>(`
  insert into evenings (owner_id, day, requests, played, expected_kurus, received_kurus, guests,
    guest_requests)
  with summed as (select ${OPEN_SINCE} as since)
  select ownerId, day, requests, played, expectedKurus, receivedKurus, guests, guestRequests
  from (${daySums()}) where true
  -- A clock that ran ahead has summed the day before it was over.
  on conflict (owner_id, day) do update set requests = excluded.requests, played = excluded.played,
    expected_kurus = excluded.expected_kurus, received_kurus = excluded.received_kurus,
    guests = excluded.guests, guest_requests = excluded.guest_requests`);

const CLOSE = statement<{ day: number }>(`
  insert into evenings_closed (id, day) values (1, :day)
  on conflict (id) do update set day = excluded.day`);

/** The statement by which the next closing sums every day again. */
export const forgetClosedEvenings = statement("delete from evenings_closed");

/** The last day whose sums are kept, undefined before the first. */
export async function lastClosedEvening(db: Database): Promise<number | undefined> {
  return (await db.all(LAST_CLOSED()))[0]?.day;
}

/** Keeps the sums of every cafe's days until `day`, in one commit: what is summed is not summed twice. */
export async function closeEvenings(db: Database, day: number): Promise<void> {
  await db.write(() => ({
    summed: SUM_UP({ to: startOfCafeDay(day + 1) }),
    closed: CLOSE({ day }),
  }));
}

// One day, as it was.

type Request = typeof songRequests.$inferSelect;
type Play = typeof plays.$inferSelect;

/** When the request `r` entered the queue. Null if it did not. */
const ENTERED = `case
    when r.status in ('pending', 'withdrawn') or (r.status = 'rejected' and r.decided_from is 'pending')
      -- Only what is pending expires, also after its approval was undone.
      or r.expired_at is not null
      then null
    when r.entered_at is not null then r.entered_at
    -- A rule approved it.
    when r.status in ('approved', 'played')
      then iif(r.decided_by is null, coalesce(r.decided_at, r.created_at), r.created_at)
    when r.decided_from = 'approved' then r.created_at end`;

/** Whether a rule approved the request `r`: as it was filed, or when its tip was raised. */
const BY_RULE = `(r.entered_at is null or exists (select 1 from support_tips
    where request_id = r.id and created_at = r.entered_at))`;

/** Which song the request `r` is for. */
const SONG = songIn("r.");

const EVENING_FIELDS = [
  ...["id", ...REQUESTED_SONG, "tipKurus", "status", "createdAt"] as const,
  ...["decidedAt", "decidedFrom", "decidedBy", "decidedByBefore", "expiredAt"] as const,
  ...["unplayableAt", "tableLabel", "isOwn"] as const,
] as const;
/** A request that was filed on the day, or one from before that is open still; of a guest or the cafe's own. */
export interface EveningRequest extends Stored<Pick<Request, typeof EVENING_FIELDS[number]>> {
  song: string;
  /** When it entered the queue, null if it did not; and whether by a rule. */
  queuedAt: number | null;
  isByRule: 0 | 1;
  /** When its play began, and whether its tip was reversed then. */
  startedAt: number | null;
  isReversed: 0 | 1;
  /** The names of the members who decided last, and before that. */
  memberName: string | null;
  nameBefore: string | null;
}

const memberNamed = (account: string) =>
  `(select name from memberships
      where account_id = ${account} and memberships.owner_id = r.owner_id)`;

const REQUESTS = statement<{ owner: string; from: number; to: number }, EveningRequest>(`
  with filed as (
    select * from song_requests
    where owner_id = :owner and ${SETTLED} and created_at >= :from and created_at < :to
    union all
    select * from song_requests where owner_id = :owner and ${OPEN} and created_at < :to)
  select ${columnsOf(songRequests, EVENING_FIELDS, "r")}, ${SONG} as song,
    ${ENTERED} as queuedAt, ${BY_RULE} as isByRule, p.started_at as startedAt,
    coalesce(${REVERSING}, 0) as isReversed,
    ${memberNamed("r.decided_by")} as memberName,
    ${memberNamed("r.decided_by_before")} as nameBefore
  from filed r left join plays p on p.request_id = r.id and p.started_at is not null
  order by r.created_at, r.id`);

/** A song that played on the day, or shortly before it. */
export interface EveningPlay
  extends
    Pick<Play, "id" | "requestId" | "source" | "title" | "artist" | "endedAt" | "heardMs">,
    Pick<Play, "positionMs" | "positionAt" | "durationMs" | "whyEnded"> {
  startedAt: number;
  isPaused: 0 | 1;
  /** Whether a guest asked for it. */
  byGuest: 0 | 1;
  /** The tip of its request, 0 without one; and when that request entered the queue. */
  tipKurus: number;
  queuedAt: number | null;
  isReversed: 0 | 1;
}

const PLAYS = statement<{ owner: string; from: number; to: number }, EveningPlay>(`
  select p.id, p.request_id as requestId, p.source, p.title, p.artist, p.started_at as startedAt,
    coalesce(r.is_own = 0, 0) as byGuest,
    p.ended_at as endedAt, p.heard_ms as heardMs, p.position_ms as positionMs,
    p.position_at as positionAt, p.duration_ms as durationMs, p.is_paused as isPaused,
    p.why_ended as whyEnded, coalesce(r.tip_kurus, 0) as tipKurus, ${ENTERED} as queuedAt,
    ${REVERSING} as isReversed
  from plays p left join song_requests r on r.id = p.request_id
  where p.owner_id = :owner and p.sent_at >= :from - ${2 * SENT_BEFORE_MS} and p.sent_at < :to
    and p.started_at is not null and p.started_at < :to
  order by p.started_at, p.id`);

// Earned on the day, and reversed at any time since.
const REVERSED = statement<{ owner: string; from: number; to: number }, { kurus: number }>(`
  select coalesce(sum(amount_kurus), 0) as kurus from ledger t
  where t.owner_id = :owner and t.created_at >= :from and t.created_at < :to and t.kind = 'tip'
    and exists (select 1 from ledger where request_id = t.request_id and kind = 'reversal')`);

// The rows of 'Kasa' (till.ts) whose moment is in the day.
const OPEN_AT_TILL = statement<
  { owner: string; from: number; to: number; now: number },
  { count: number }
>(`
  select count(*) as count from (
    select iif(${IS_DUE}, r.tip_kurus, 0) as due, r.received_kurus as received
    from plays p join song_requests r on r.id = p.request_id
    where p.owner_id = :owner and p.sent_at >= :from - ${SENT_BEFORE_MS} and p.sent_at < :to
      and p.started_at >= :from and p.started_at < :to and r.at_till = 1 and r.tip_kurus > 0
    union all
    select 0, r.received_kurus from song_requests r
    where r.owner_id = :owner and r.at_till = 1 and r.created_at >= :from and r.created_at < :to
      and r.tip_kurus > 0 and not ${IS_DUE}
      and not exists (select 1 from plays where request_id = r.id and started_at is not null))
  where due <> received`);

// Songs of the day that were asked for before it. Requests from before the column have their song's uri in place of its key.
const KNOWN = statement<{ owner: string; from: number; to: number }, { song: string }>(`
  select song from (
    select ${SONG} as song, max(r.uri) as uri from song_requests r
    where r.owner_id = :owner and r.${SETTLED} and r.created_at >= :from and r.created_at < :to
    group by 1
    union all
    select ${SONG}, r.uri from song_requests r
    where r.owner_id = :owner and r.${OPEN} and r.created_at >= :from and r.created_at < :to) asked
  where exists (select 1 from song_requests r where r.owner_id = :owner and r.${SETTLED}
      and ${SONG} in (asked.song, asked.uri) and r.created_at < :from)
    or exists (select 1 from song_requests r where r.owner_id = :owner and r.${OPEN}
      and r.created_at < :from and ${SONG} in (asked.song, asked.uri))`);

const REFUSED = statement<{ owner: string; day: number }, Refused>(`
  select ${columnsOf(refusals, REFUSED_FIELDS)} from refusals
  where owner_id = :owner and day = :day order by count desc, song_title, artist`);

const MISSED = statement<{ owner: string; day: number }, { words: string; count: number }>(`
  select words, count from misses where owner_id = :owner and day = :day and guests >= 2
  order by count desc, words`);

const TEAM = statement<{ owner: string }, { has: number }>(
  "select exists (select 1 from memberships where owner_id = :owner) as has",
);

/** How many weeks of a day are shown, this one included. */
export const WEEKS = 8;

/** One day of a cafe. */
export interface EveningRows {
  /** Of the day, and of each day of the weeks before it, newest first. Days without anything are left out. */
  sums: EveningSums[];
  requests: EveningRequest[];
  plays: EveningPlay[];
  reversedKurus: number;
  openAtTill: number;
  /** The songs of the day that were asked for before it. */
  known: string[];
  refused: Refused[];
  missed: { words: string; count: number }[];
  hasTeam: boolean;
}

/** Everything of the day, as it is known at `now` (epoch ms). */
export async function readEveningRows(
  db: Database,
  owner: string,
  day: number,
  now: number,
): Promise<EveningRows> {
  const of = { owner, from: startOfCafeDay(day), to: startOfCafeDay(day + 1) };
  const found = await db.together({
    ...sumsOf(owner, { first: day - 7 * (WEEKS - 1), last: day }),
    requests: REQUESTS(of),
    plays: PLAYS(of),
    reversed: REVERSED(of),
    open: OPEN_AT_TILL({ ...of, now }),
    known: KNOWN(of),
    refused: REFUSED({ owner, day }),
    missed: MISSED({ owner, day }),
    team: TEAM({ owner }),
  });
  return {
    sums: withEarned(found),
    requests: found.requests,
    plays: found.plays,
    reversedKurus: found.reversed[0]!.kurus,
    openAtTill: found.open[0]!.count,
    known: found.known.map(({ song }: { song: string }) => song),
    refused: found.refused,
    missed: found.missed,
    hasTeam: found.team[0]!.has === 1,
  };
}
