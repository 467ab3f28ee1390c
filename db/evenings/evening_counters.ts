// What guests did not get: refusals and searches without a result, counted by day (docs/evenings.md#counters). Nothing of a
// guest is kept.
import type { Database } from "../connection/client.ts";
import { columnsOf } from "../schema/columns.ts";
import { refusals } from "../schema/evenings.ts";
import { statement } from "../connection/statement.ts";

/** Songs that are told apart for a rule of a day, and words of a day. A guest can invent any number of both. */
const MAX_A_DAY = 500;

export interface NewRefusal {
  owner: string;
  /** The cafe's day (cafe_day.ts). */
  day: number;
  /** The rule's key in `GET /api/house`. */
  rule: string;
  uri: string;
  /** As the guest's page called the song; a search that has shown it knows better. */
  title: string;
  artist: string;
}

const COUNT_REFUSAL = statement<Record<keyof NewRefusal, string | number>>(`
  insert into refusals (owner_id, day, rule, song_title, artist, count)
  select :owner, :day, :rule, iif(is_apart, title, ''), iif(is_apart, artist, ''), 1
  from (
    select title, artist,
      exists (select 1 from refusals where owner_id = :owner and day = :day and rule = :rule
        and song_title = title and artist = song.artist)
      or ${MAX_A_DAY} > (select count(*) from refusals
        where owner_id = :owner and day = :day and rule = :rule) as is_apart
    from (select coalesce(max(title), :title) as title, coalesce(max(artist), :artist) as artist
      from tracks where uri = :uri) song)
  where true
  on conflict do update set count = count + 1`);

/** Counts one request that a rule refused. */
export async function countRefusal(db: Database, refusal: NewRefusal): Promise<void> {
  await db.write(() => [COUNT_REFUSAL({ ...refusal })]);
}

export interface NewMiss {
  owner: string;
  day: number;
  /** Folded. */
  words: string;
  /** How many guests are known to have searched for them on this day. */
  guests: number;
}

const COUNT_MISS = statement<Record<keyof NewMiss, string | number>>(`
  insert into misses (owner_id, day, words, count, guests)
  select :owner, :day, :words, 1, :guests
  where exists (select 1 from misses where owner_id = :owner and day = :day and words = :words)
    or ${MAX_A_DAY} > (select count(*) from misses where owner_id = :owner and day = :day)
  on conflict do update set count = count + 1, guests = max(guests, excluded.guests)`);

/** Counts one search that found nothing. */
export async function countMiss(db: Database, miss: NewMiss): Promise<void> {
  await db.write(() => [COUNT_MISS({ ...miss })]);
}

/** The statement that deletes the words of days before `day`. */
export const forgetMisses = statement<{ day: number }>("delete from misses where day < :day");

/** What is shown of a song that a rule refused. */
export const REFUSED_FIELDS = ["rule", "songTitle", "artist", "count"] as const;
/** How often a rule refused a song. Without a title: songs that are not told apart any more. */
export type Refused = Pick<typeof refusals.$inferSelect, typeof REFUSED_FIELDS[number]>;

type KeptRefusal = Refused & { day: number };

const REFUSALS = statement<{ owner: string }, KeptRefusal>(`
  select ${columnsOf(refusals, ["day", ...REFUSED_FIELDS])} from refusals where owner_id = :owner
  order by day desc, rule, count desc`);

type KeptMiss = Record<"day" | "count", number> & { words: string };

const MISSES = statement<{ owner: string }, KeptMiss>(`
  select day, words, count from misses where owner_id = :owner and guests >= 2
  order by day desc, count desc`);

/** Everything that is counted for an owner, newest first, without words that one guest alone has searched for. */
export async function readCounters(
  db: Database,
  owner: string,
): Promise<{ refusals: KeptRefusal[]; misses: KeptMiss[] }> {
  return await db.together({ refusals: REFUSALS({ owner }), misses: MISSES({ owner }) });
}
