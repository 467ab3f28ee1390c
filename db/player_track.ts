// A song of the shuffled library that the player has begun by itself, in one conditional commit
// (docs/player.md#reports).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import {
  BEGAN_AT,
  type Beginning,
  endBefore,
  IS_SILENT,
  moveShuffle,
  PAUSED,
  TRACK_FOLLOWS,
} from "./player_next.ts";
import { selectRevision } from "./rooms.ts";
import { factorOf } from "./shuffle.ts";

const END_BEFORE = endBefore(`select 1 from library_tracks t where t.id = ?8 and ${TRACK_FOLLOWS}`);

const START = constantSql<{ id: string }>(`
  insert into plays (id, owner_id, source, uri, title, artist, album_art, duration_ms,
    state, sent_at, ordered_at, started_at, position_ms, position_at, is_paused)
  select ?2, ?1, ?4, ?4 || ':' || t.id, title, artist, case when has_cover then ?10 || t.id else '' end,
    duration_ms, 'playing', ${BEGAN_AT}, ?5, ${BEGAN_AT}, ?7, ?5, ${PAUSED}
  from library_tracks t where t.id = ?8 and ${TRACK_FOLLOWS} and ${IS_SILENT}
  returning id`);

/** Begins a song of the shuffled library, and moves the shuffle on. Returns as `startRequest` does. */
export async function startTrack(
  db: Database,
  { id, ownerId, source, at, positionMs }: Beginning,
  { round, trackId, coverPath }: { round: number; trackId: number; coverPath: string },
): Promise<number | undefined> {
  const factor = factorOf(round);
  const args = [ownerId, id, round, source, at, at - positionMs, positionMs, trackId, factor];
  const { begun, room } = await db.write(() => ({
    ended: END_BEFORE(...args),
    begun: START(...args, coverPath),
    moved: moveShuffle(ownerId, round, factor, trackId),
    room: selectRevision(ownerId),
  }));
  return begun.length > 0 ? room[0]?.revision : undefined;
}
