// A guest's song that the player has begun by itself, in one conditional commit (docs/player.md#reports).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { trackIdInUri } from "./library_songs.ts";
import {
  BEGAN_AT,
  type Beginning,
  endBefore,
  IS_SILENT,
  PAUSED,
  REQUEST_WAITS,
} from "./player_next.ts";
import { selectRevision } from "./rooms.ts";

const END_BEFORE = endBefore(`select 1 from song_requests where ${REQUEST_WAITS}`);

const START = constantSql<{ id: string }>(`
  insert into plays (id, owner_id, request_id, source, uri, title, artist, album_art, duration_ms,
    state, sent_at, ordered_at, started_at, position_ms, position_at, is_paused)
  select ?2, owner_id, id, ?4, uri, song_title, artist, album_art,
    (select duration_ms from library_tracks
      where id = ${trackIdInUri("song_requests.uri")}),
    'playing', ${BEGAN_AT}, ?5, ${BEGAN_AT}, ?7, ?5, ${PAUSED}
  from song_requests where ${REQUEST_WAITS} and ${IS_SILENT}
  returning id`);

const PLAYED = constantSql(`
  update song_requests set status = 'played' where changes() > 0 and id = ?1`);

const EARN = constantSql(`
  insert into ledger (id, owner_id, kind, amount_kurus, request_id, created_at)
  select ?2, owner_id, 'tip', tip_kurus, id, ?3 from song_requests
  where changes() > 0 and id = ?1 and at_till = 0`);

/**
 * Begins a guest's song, if its request still waits and nothing else plays: the song before it ends, the request is
 * played, and its tip enters the ledger (docs/money.md#earned), unless it is paid at the till. Returns the room's new revision, undefined if it may
 * not begin.
 */
export async function startRequest(
  db: Database,
  { id, ownerId, source, at, positionMs }: Beginning,
  { requestId, ledgerId }: { requestId: string; ledgerId: string },
): Promise<number | undefined> {
  const args = [ownerId, id, requestId, source, at, at - positionMs];
  const { begun, room } = await db.write(() => ({
    ended: END_BEFORE(...args),
    begun: START(...args, positionMs),
    played: PLAYED(requestId),
    earned: EARN(requestId, ledgerId, at),
    room: selectRevision(ownerId),
  }));
  return begun.length > 0 ? room[0]?.revision : undefined;
}
