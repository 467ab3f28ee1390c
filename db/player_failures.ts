// Songs that the player could not play (docs/player.md#failures).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { FAILED } from "./player_reports.ts";
import { raiseIfChanged, selectRevision } from "./rooms.ts";

/** After so many songs in a row that could not be played, nothing follows until a person says so. */
export const MAX_FAILURES = 3;

/** A song that the player could not play, by the id that it was told; `at` is in epoch ms. */
export interface FailedTrack {
  id: string;
  ownerId: string;
  source: string;
  at: number;
}

/** Failures in a row are looked for in this time: so that not every play of the cafe is walked. */
const RUN_MS = 24 * 60 * 60_000;

const COUNT = constantSql(
  "update players set failures = failures + 1 where changes() > 0 and owner_id = ?1",
);

const RETURN = constantSql(`
  update song_requests set unplayable_at = null, tries = 0
  where (select failures from players where owner_id = ?1) >= ${MAX_FAILURES}
    and status = 'approved' and unplayable_at is not null and id in (
      select request_id from plays where owner_id = ?1 and sent_at > ?2 and ${FAILED}
      order by sent_at desc, rowid desc limit coalesce((select failures from players where owner_id = ?1), 0))`);

/** The statements after one that has recorded a failure: the last of too many returns what failed to the queue. */
export const afterFailure = (ownerId: string, at: number) => ({
  counted: COUNT(ownerId),
  raised: raiseIfChanged(ownerId),
  returned: RETURN(ownerId, at - RUN_MS),
  room: selectRevision(ownerId),
});

const FAIL_PLAYING = constantSql(`
  update plays set state = 'ended', ended_at = ?3, why_ended = ?4
  where id = ?2 and owner_id = ?1 and state = 'playing'`);

/**
 * Ends a song that began and failed; `not_played` reverses its tip (docs/money.md#reversal). Returns the room's
 * revision.
 */
export async function failPlaying(
  db: Database,
  { id, ownerId, at }: Omit<FailedTrack, "source">,
  why: "not_played" | "cut",
): Promise<number | undefined> {
  const { room } = await db.write(() => ({
    failed: FAIL_PLAYING(ownerId, id, at, why),
    ...afterFailure(ownerId, at),
  }));
  return room[0]?.revision;
}
