// A song that the player has begun by itself (docs/player.md#reports). Each transition is one conditional commit.
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { EXPECTED } from "./heard_music.ts";
import { sourceIs } from "./player_leases.ts";
import { IN_QUEUE } from "./queue.ts";
import { OPEN_CAFE, selectRevision } from "./rooms.ts";
import { factorOf, placeBy } from "./shuffle.ts";

/** The condition that the request `?3` of the owner `?1` waits, and that its next play is `?2`, from the source `?4`. */
export const REQUEST_WAITS = `id = ?3 and ${IN_QUEUE} and substr(uri, 1, instr(uri, ':') - 1) = ?4
  and ?2 = id || '-' || (select count(*) from plays where request_id = song_requests.id)
  and ${OPEN_CAFE} and ${sourceIs("?4")}`;

/** The condition that the track `t` follows in the round `?3`, whose factor is `?9`, and that `?2` is no play yet. */
export const TRACK_FOLLOWS = `${OPEN_CAFE} and ${sourceIs("?4")}
  and not exists (select 1 from plays where id = ?2)
  and exists (select 1 from players where owner_id = ?1 and (?3 = shuffle_round + 1
    or (?3 = shuffle_round and ${placeBy("?9")} > shuffle_place)))`;

const IS_SILENT = "not exists (select 1 from plays where owner_id = ?1 and ended_at is null)";

/** When the song `?2` began: `?6`, but not before the song before it. */
const BEGAN_AT = `max(?6, coalesce(
  (select sent_at from plays where owner_id = ?1 order by sent_at desc limit 1), 0))`;

const PAUSED = "(select is_paused from players where owner_id = ?1)";

/**
 * Ends the song that plays, if the next one may begin. A song that play next has begun stays until the player has
 * reported it, since the player may not know of it yet; unless it is over by the clock, or another source's.
 */
const endBefore = (next: string) =>
  constantSql(`
    update plays set state = 'ended', ended_at = max(?6, started_at), why_ended = 'finished'
    where owner_id = ?1 and ended_at is null and state = 'playing'
      and (ordered_at is not null or source <> ?4
        or (is_paused = 0 and ${EXPECTED.replaceAll("?2", "?5")} >= duration_ms))
      and exists (${next})`);

const END_BEFORE_REQUEST = endBefore(`select 1 from song_requests where ${REQUEST_WAITS}`);
const END_BEFORE_TRACK = endBefore(
  `select 1 from library_tracks t where t.id = ?8 and ${TRACK_FOLLOWS}`,
);

const START_REQUEST = constantSql<{ id: string }>(`
  insert into plays (id, owner_id, request_id, source, uri, title, artist, album_art, duration_ms,
    state, sent_at, ordered_at, started_at, position_ms, position_at, is_paused)
  select ?2, owner_id, id, ?4, uri, song_title, artist, album_art,
    (select duration_ms from library_tracks
      where id = cast(substr(song_requests.uri, instr(song_requests.uri, ':') + 1) as integer)),
    'playing', ${BEGAN_AT}, ?5, ${BEGAN_AT}, ?7, ?5, ${PAUSED}
  from song_requests where ${REQUEST_WAITS} and ${IS_SILENT}
  returning id`);

const PLAYED = constantSql(`
  update song_requests set status = 'played' where changes() > 0 and id = ?1`);

const EARN = constantSql(`
  insert into ledger (id, owner_id, kind, amount_kurus, request_id, created_at)
  select ?2, owner_id, 'tip', tip_kurus, id, ?3 from song_requests where changes() > 0 and id = ?1`);

const START_TRACK = constantSql<{ id: string }>(`
  insert into plays (id, owner_id, source, uri, title, artist, album_art, duration_ms,
    state, sent_at, ordered_at, started_at, position_ms, position_at, is_paused)
  select ?2, ?1, ?4, ?4 || ':' || t.id, title, artist, case when has_cover then ?10 || t.id else '' end,
    duration_ms, 'playing', ${BEGAN_AT}, ?5, ${BEGAN_AT}, ?7, ?5, ${PAUSED}
  from library_tracks t where t.id = ?8 and ${TRACK_FOLLOWS} and ${IS_SILENT}
  returning id`);

/** Moves the shuffle on to the track `?4` in the round `?2`, whose factor is `?3`, if the statement before has an effect. */
export const moveShuffle = constantSql(`
  update players set shuffle_round = ?2,
    shuffle_place = (select ${placeBy("?3")} from library_tracks t where t.id = ?4)
  where changes() > 0 and owner_id = ?1`);

/** A beginning that the player has reported. Times are epoch ms. */
export interface Beginning {
  /** The play's id, which the player was told. */
  id: string;
  ownerId: string;
  source: string;
  at: number;
  positionMs: number;
}

/**
 * Begins a guest's song, if its request still waits and nothing else plays: the song before it ends, the request is played,
 * and its tip enters the ledger (docs/money.md#earned). Returns the room's new revision, undefined if it may not begin.
 */
export async function startRequest(
  db: Database,
  { id, ownerId, source, at, positionMs }: Beginning,
  { requestId, ledgerId }: { requestId: string; ledgerId: string },
): Promise<number | undefined> {
  const args = [ownerId, id, requestId, source, at, at - positionMs];
  const { begun, room } = await db.write(() => ({
    ended: END_BEFORE_REQUEST(...args),
    begun: START_REQUEST(...args, positionMs),
    played: PLAYED(requestId),
    earned: EARN(requestId, ledgerId, at),
    room: selectRevision(ownerId),
  }));
  return begun.length > 0 ? room[0]?.revision : undefined;
}

/** Begins a song of the shuffled library, and moves the shuffle on. Returns as `startRequest` does. */
export async function startTrack(
  db: Database,
  { id, ownerId, source, at, positionMs }: Beginning,
  { round, trackId, coverPath }: { round: number; trackId: number; coverPath: string },
): Promise<number | undefined> {
  const factor = factorOf(round);
  const args = [ownerId, id, round, source, at, at - positionMs, positionMs, trackId, factor];
  const { begun, room } = await db.write(() => ({
    ended: END_BEFORE_TRACK(...args),
    begun: START_TRACK(...args, coverPath),
    moved: moveShuffle(ownerId, round, factor, trackId),
    room: selectRevision(ownerId),
  }));
  return begun.length > 0 ? room[0]?.revision : undefined;
}
