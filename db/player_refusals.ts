// Songs that the player could not begin (docs/player.md#failures).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { afterFailure, type FailedTrack } from "./player_failures.ts";
import { moveShuffle, REQUEST_WAITS, TRACK_FOLLOWS } from "./player_next.ts";
import { factorOf } from "./shuffle.ts";

const RELEASE_REQUEST = constantSql(`
  insert into plays (id, owner_id, request_id, source, uri, title, artist, album_art, state, sent_at,
    ended_at, why_ended)
  select ?2, owner_id, id, ?4, uri, song_title, artist, album_art, 'released', ?5, ?5, 'refused'
  from song_requests where ${REQUEST_WAITS}`);

const LEAVE_QUEUE = constantSql(`
  update song_requests set unplayable_at = ?2, tries = tries + 1 where changes() > 0 and id = ?1`);

/** Takes a song that could not begin out of the queue (docs/requests.md#unplayable). Returns the room's revision. */
export async function failRequest(
  db: Database,
  { id, ownerId, source, at }: FailedTrack,
  requestId: string,
): Promise<number | undefined> {
  const { room } = await db.write(() => ({
    released: RELEASE_REQUEST(ownerId, id, requestId, source, at),
    left: LEAVE_QUEUE(requestId, at),
    ...afterFailure(ownerId, at),
  }));
  return room[0]?.revision;
}

const RELEASE_TRACK = constantSql(`
  insert into plays (id, owner_id, source, uri, title, artist, album_art, state, sent_at, ended_at,
    why_ended)
  select ?2, ?1, ?4, ?4 || ':' || t.id, title, artist, '', 'released', ?5, ?5, 'refused'
  from library_tracks t where t.id = ?8 and ${TRACK_FOLLOWS}`);

/** Leaves out a song of the shuffled library that could not begin. Returns the room's revision. */
export async function failTrack(
  db: Database,
  { id, ownerId, source, at }: FailedTrack,
  { round, trackId }: { round: number; trackId: number },
): Promise<number | undefined> {
  const factor = factorOf(round);
  const { room } = await db.write(() => ({
    released: RELEASE_TRACK(ownerId, id, round, source, at, null, null, trackId, factor),
    moved: moveShuffle(ownerId, round, factor, trackId),
    ...afterFailure(ownerId, at),
  }));
  return room[0]?.revision;
}
