// What a cafe's player plays, and what follows (docs/player.md#orders).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { EXPECTED } from "./heard_music.ts";
import { trackIdInUri } from "./library_songs.ts";
import { sourceIs } from "./player_leases.ts";
import { nextPlayId } from "./player_next.ts";
import { outOfTurn } from "./patience.ts";
import { IN_QUEUE, QUEUE_ORDER } from "./queue_rows.ts";
import { sourceInUri } from "./sources.ts";

/** The player's row, and what of the cafe decides what follows. */
export interface PlayerState {
  heldUntil: number;
  isPaused: number;
  volumePercent: number;
  failures: number;
  shuffleRound: number;
  shufflePlace: number;
  /** The switch 'Otomatik çal'. */
  isOn: number;
  /** The library is what plays while the queue is empty. */
  hasFallback: number;
  /** The cafe's source is the library. */
  isSource: number;
}

/** A song for the player. `path` and `gainDb` are null if the library does not have it. */
export interface PlayerTrack {
  id: string;
  requestId: string | null;
  uri: string;
  title: string;
  artist: string;
  albumArt: string;
  durationMs: number | null;
  path: string | null;
  gainDb: number | null;
}

/** The active play, and where its song is. */
export type ActiveTrack = PlayerTrack & { state: "sent" | "playing"; positionMs: number };

const STATE = constantSql<PlayerState>(`
  select held_until as heldUntil, is_paused as isPaused, volume_percent as volumePercent, failures,
    shuffle_round as shuffleRound, shuffle_place as shufflePlace,
    coalesce((select is_on from conductors where owner_id = ?1), 0) as isOn,
    exists (select 1 from conductors where owner_id = ?1
      and ${sourceInUri("fallback_uri")} = ?2) as hasFallback,
    ${sourceIs("?2")} as isSource
  from players where owner_id = ?1`);

const ACTIVE = constantSql<ActiveTrack>(`
  select p.id, request_id as requestId, uri, p.title, p.artist, album_art as albumArt,
    coalesce(p.duration_ms, t.duration_ms) as durationMs, path, gain_db as gainDb, state,
    case state when 'sent' then 0 else ${EXPECTED} end as positionMs
  from plays p left join library_tracks t on t.id = ${trackIdInUri("uri")}
  where owner_id = ?1 and ended_at is null and source = ?3`);

/** The condition that a song of the queue is the source's `?2`, and not what plays or is on its way. */
const FOLLOWS = `${sourceInUri("uri")} = ?2
      and id is not (select request_id from plays where owner_id = ?1 and ended_at is null)`;
const nextRequest = (which: string) =>
  constantSql<PlayerTrack>(`
  select ${nextPlayId("r")} as id,
    r.id as requestId, uri, song_title as title, r.artist, album_art as albumArt,
    t.duration_ms as durationMs, path, gain_db as gainDb
  from (select * from song_requests
    where ${IN_QUEUE} and ${FOLLOWS}
    ${which}) r
  left join library_tracks t on t.id = ${trackIdInUri("uri")}`);
const NEXT_OUT_OF_TURN = nextRequest(`and id = (${outOfTurn(`and ${FOLLOWS}`)})`);
const NEXT_IN_TURN = nextRequest(`order by ${QUEUE_ORDER} limit 1`);

/** What the player plays and what waits for it, of one moment; `at` is in epoch ms. */
export async function readPlayerState(
  db: Database,
  { ownerId, source, at }: { ownerId: string; source: string; at: number },
): Promise<{ state?: PlayerState; active?: ActiveTrack; request?: PlayerTrack }> {
  const { state, active, outOfTurn, inTurn } = await db.together({
    state: STATE(ownerId, source),
    active: ACTIVE(ownerId, at, source),
    outOfTurn: NEXT_OUT_OF_TURN(ownerId, source),
    inTurn: NEXT_IN_TURN(ownerId, source),
  });
  return { state: state[0], active: active[0], request: outOfTurn[0] ?? inTurn[0] };
}
