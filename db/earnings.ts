// Reads the totals of a cafe's tips by day and by song, without those that were reversed, from sums that triggers on the
// ledger keep: the tables earned_days, earned_songs and earned_song_days (docs/money.md#earnings).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";

/** Days by the numbers of their Istanbul dates, 1970-01-01 being 0, both included. */
export interface Days {
  first: number;
  last: number;
}

// One row, because a year of rows takes longer to hand over than to read.
const SUMS_BY_DAY = constantSql<{ sums: string }>(`
  select json_group_array(json_array(day, kurus)) as sums from earned_days
  where owner_id = ?1 and day between ?2 and ?3`);

/** The sum of each day's tips, in kuruş, by the day's number. Days without tips are left out. */
export async function sumTipsByDay(
  db: Database,
  ownerId: string,
  { first, last }: Days,
): Promise<Map<number, number>> {
  const [row] = await db.all(SUMS_BY_DAY(ownerId, first, last));
  return new Map(JSON.parse(row!.sums));
}

export interface SongEarnings {
  songTitle: string;
  artist: string;
  count: number;
  kurus: number;
}

// Both rows of a song are found by its key, so that the days between them and their plays cost nothing.
const TOP_SONGS = constantSql<SongEarnings>(`
  select r.song_title as songTitle, r.artist, top.count, top.kurus
  from (
    select s.request_id, s.last_at, until.tips - coalesce(before.tips, 0) as count,
      until.kurus - coalesce(before.kurus, 0) as kurus
    from earned_songs s
    join earned_song_days until on until.song_id = s.id and until.day = (
      select max(day) from earned_song_days where song_id = s.id and day <= ?3)
    left join earned_song_days before on before.song_id = s.id and before.day = (
      select max(day) from earned_song_days where song_id = s.id and day < ?2)
    where s.owner_id = ?1 and s.last_at >= ?4
      and until.kurus > coalesce(before.kurus, 0)
    order by kurus desc, count desc, s.last_at desc limit ?5) as top
  join song_requests r on r.id = top.request_id
  order by top.kurus desc, top.count desc, top.last_at desc`);

/**
 * The songs that earned most on `days`, which began at `startMs` (epoch), most first, each with the title and artist of
 * its last play.
 */
export async function findTopSongs(
  db: Database,
  ownerId: string,
  { first, last, startMs }: Days & { startMs: number },
  limit: number,
): Promise<SongEarnings[]> {
  return await db.all(TOP_SONGS(ownerId, first, last, startMs, limit));
}
