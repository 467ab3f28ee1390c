// Records what the player reports of a song: that it began, its position, and that it ended
// (docs/player.md#reports).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { DRIFT_MS, EXPECTED } from "./heard_music.ts";
import { selectRevision } from "./rooms.ts";

/** A song that plays, at `at` (epoch ms). */
export interface PlayingTrack {
  id: string;
  ownerId: string;
  at: number;
  positionMs: number;
}

/** How far a song must have come to show that songs can be played. */
const PLAYABLE_MS = 10_000;

/** The condition that a play is a song which the player could not play. Its own plays' ids have a hyphen. */
export const FAILED =
  "(why_ended = 'not_played' or (why_ended = 'refused' and instr(id, '-') > 0))";

const HEAR = constantSql(`
  update plays set ordered_at = ?3
  where id = ?2 and owner_id = ?1 and state = 'playing' and ordered_at is null`);

const MOVE = constantSql(`
  update plays set position_ms = ?4, position_at = ?2
  where id = ?3 and owner_id = ?1 and state = 'playing' and abs(?4 - (${EXPECTED})) > ${DRIFT_MS}`);

// A song that began before the last failure proves nothing: what follows it may still fail.
const SUCCEED = constantSql(`
  update players set failures = 0
  where owner_id = ?1 and failures > 0 and exists (
    select 1 from plays p where p.id = ?2 and p.owner_id = ?1 and p.state = 'playing'
      and not exists (select 1 from plays where owner_id = ?1 and sent_at >= p.sent_at
        and plays.rowid > p.rowid and ${FAILED}))`);

/** Records that the player plays the song, and where it is. Returns the room's revision. */
export async function recordProgress(
  db: Database,
  { id, ownerId, at, positionMs }: PlayingTrack,
): Promise<number | undefined> {
  const { room } = await db.write(() => ({
    heard: HEAR(ownerId, id, at),
    moved: MOVE(ownerId, at, id, positionMs),
    ...positionMs >= PLAYABLE_MS && { succeeded: SUCCEED(ownerId, id) },
    room: selectRevision(ownerId),
  }));
  return room[0]?.revision;
}

const FINISH = constantSql(`
  update plays set state = 'ended', ended_at = ?3, why_ended = 'finished'
  where id = ?2 and owner_id = ?1 and state = 'playing'`);

/** Ends the song if it still plays. Returns the room's revision. */
export async function finishTrack(
  db: Database,
  { id, ownerId, at }: Omit<PlayingTrack, "positionMs">,
): Promise<number | undefined> {
  const { room } = await db.write(() => ({
    succeeded: SUCCEED(ownerId, id),
    finished: FINISH(ownerId, id, at),
    room: selectRevision(ownerId),
  }));
  return room[0]?.revision;
}
