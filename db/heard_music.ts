// What is heard at a cafe and where it is, as the conductor and the owner's hand change it (docs/playback.md#what-plays).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { selectRevision } from "./rooms.ts";

/** A song that is heard, and where it is. */
interface HeardSong {
  uri: string;
  title: string;
  artist: string;
  albumArt: string;
  durationMs: number;
  /** Null if the service does not say. */
  positionMs: number | null;
  isPaused: boolean;
  /** Which song it is (docs/house.md#repeat). */
  songKey: string;
}

/** A position may differ by this much from the one that follows from the clock. */
export const DRIFT_MS = 3_000;

/** Where a play's song is at `?2` (epoch ms), by the clock. */
export const EXPECTED =
  "position_ms + case when is_paused then 0 else ?2 - coalesce(position_at, started_at) end";

const MOVE = constantSql(`
  update plays set position_ms = coalesce(?3, ${EXPECTED}), position_at = ?2, is_paused = ?4
  where owner_id = ?1 and ended_at is null and state = 'playing'
    and (id = ?5 or (request_id is null and uri = ?6))
    and (is_paused <> ?4 or abs(coalesce(?3, ${EXPECTED}) - (${EXPECTED})) > ${DRIFT_MS})`);

const END_OWN = constantSql(`
  update plays set state = 'ended', ended_at = ?2, why_ended = 'finished'
  where owner_id = ?1 and ended_at is null and state = 'playing' and request_id is null
    and uri is not ?3`);

const BEGIN_OWN = constantSql(`
  insert into plays (id, owner_id, source, uri, title, artist, album_art, duration_ms, state,
    sent_at, started_at, position_ms, position_at, is_paused, song_key)
  select ?2, ?1, substr(?4, 1, instr(?4, ':') - 1), ?4, ?5, ?6, ?7, ?8, 'playing', ?3, ?3, ?9, ?3, ?10, ?11
  where not exists (select 1 from plays where owner_id = ?1 and ended_at is null)`);

/**
 * Records what is heard at `at` (epoch ms): the position of a guest's song (`playId`), or a song of the cafe's own music
 * (null), which gets a play with the id `newId` when it begins. Without a song, that music is over. Returns the room's
 * revision.
 */
export async function recordHeard(
  db: Database,
  ownerId: string,
  { at, newId, playId, song }: {
    at: number;
    newId: string;
    playId: string | null;
    song: HeardSong | null;
  },
): Promise<number | undefined> {
  const { room } = await db.write(() => ({
    ended: END_OWN(ownerId, at, song?.uri ?? null),
    ...song && {
      moved: MOVE(ownerId, at, song.positionMs, song.isPaused ? 1 : 0, playId, song.uri),
    },
    ...song && playId === null && {
      begun: BEGIN_OWN(
        ...[ownerId, newId, at, song.uri, song.title, song.artist, song.albumArt, song.durationMs],
        ...[song.positionMs ?? 0, song.isPaused ? 1 : 0, song.songKey],
      ),
    },
    room: selectRevision(ownerId),
  }));
  return room[0]?.revision;
}

/** Records at `at` (epoch ms) that what plays was paused or goes on. Returns the room's revision. */
export async function recordPause(
  db: Database,
  ownerId: string,
  { at, isPaused }: { at: number; isPaused: boolean },
): Promise<number | undefined> {
  const { room } = await db.write(() => ({
    paused: PAUSE(ownerId, at, isPaused ? 1 : 0),
    room: selectRevision(ownerId),
  }));
  return room[0]?.revision;
}

const PAUSE = constantSql(`
  update plays set position_ms = ${EXPECTED}, position_at = ?2, is_paused = ?3
  where owner_id = ?1 and ended_at is null and state = 'playing' and is_paused <> ?3`);
