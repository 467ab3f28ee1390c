// Songs that the player could not play (docs/player.md#failures).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { FAILED } from "./player_reports.ts";
import { moveShuffle, REQUEST_WAITS, TRACK_FOLLOWS } from "./player_starts.ts";
import { raiseIfChanged, selectRevision } from "./rooms.ts";
import { factorOf } from "./shuffle.ts";

/** After so many songs in a row that could not be played, nothing follows until a person says so. */
export const MAX_FAILURES = 3;

/** A song that the player could not play, by the id that it was told; `at` is in epoch ms. */
export interface FailedTrack {
  id: string;
  ownerId: string;
  source: string;
  at: number;
}

const COUNT = constantSql(
  "update players set failures = failures + 1 where changes() > 0 and owner_id = ?1",
);

const RETURN = constantSql(`
  update song_requests set unplayable_at = null, tries = 0
  where (select failures from players where owner_id = ?1) >= ${MAX_FAILURES}
    and status = 'approved' and unplayable_at is not null and id in (
      select request_id from plays where owner_id = ?1 and ${FAILED}
      order by sent_at desc, rowid desc limit (select failures from players where owner_id = ?1))`);

/** The statements after one that has recorded a failure: the last of too many returns what failed to the queue. */
const afterFailure = (ownerId: string) => ({
  counted: COUNT(ownerId),
  raised: raiseIfChanged(ownerId),
  returned: RETURN(ownerId),
  room: selectRevision(ownerId),
});

const FAIL_PLAYING = constantSql(`
  update plays set state = 'ended', ended_at = ?3, why_ended = ?4
  where id = ?2 and owner_id = ?1 and state = 'playing'`);

/** Ends a song that began and failed; `not_played` reverses its tip (docs/money.md#reversal). Returns the room's revision. */
export async function failPlaying(
  db: Database,
  { id, ownerId, at }: Omit<FailedTrack, "source">,
  why: "not_played" | "cut",
): Promise<number | undefined> {
  const { room } = await db.write(() => ({
    failed: FAIL_PLAYING(ownerId, id, at, why),
    ...afterFailure(ownerId),
  }));
  return room[0]?.revision;
}

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
    ...afterFailure(ownerId),
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
    ...afterFailure(ownerId),
  }));
  return room[0]?.revision;
}
