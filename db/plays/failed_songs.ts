// Songs that could not be played: how often each was tried, which left the queue, and which return to it
// (docs/requests.md#unplayable).
import { DAY_MS } from "../../server/contract/clock.ts";
import type { Database } from "../connection/client.ts";
import { statement } from "../connection/statement.ts";
import { endOne, release, type SentPlay } from "./plays.ts";
import { raiseIfChanged, selectRevision } from "../people/rooms.ts";
import { type PageSong, sendPageSong } from "./sending.ts";

/** Tries without effect after which a song counts as one that cannot be played here. */
const MAX_TRIES = 3;

/** After so many songs in a row that could not be played, nothing follows until a person says so. */
export const MAX_FAILURES = 3;

/** Failures in a row are looked for in this time: so that not every play of the cafe is walked. */
const RUN_MS = DAY_MS;

/** The condition that a play is a song which the page could not play. The ids of its own plays have a hyphen. */
export const FAILED_AT_PAGE =
  "(why_ended = 'not_played' or (why_ended = 'refused' and instr(id, '-') > 0))";

const COUNT_TRY = statement<
  { id: string; at: number; forGood: number },
  { unplayableAt: number | null }
>(`
  update song_requests set tries = tries + 1,
    unplayable_at = case when tries + 1 >= ${MAX_TRIES} or :forGood then :at end
  where changes() > 0 and status = 'approved'
    and id = (select request_id from plays where id = :id)
  returning unplayable_at as unplayableAt`);

/**
 * Releases a sent play that had no effect, and counts the try. After the third, or at once if `forGood`, its song leaves
 * the queue as unplayable. `revision` is the room's new one, undefined if the song is no longer on its way.
 */
export async function releaseTried(
  db: Database,
  play: Pick<SentPlay, "id" | "ownerId">,
  { at, forGood }: { at: number; forGood: boolean },
): Promise<{ unplayable: boolean; revision?: number }> {
  const { released, counted, room } = await db.write(() => ({
    released: release(play, { at, why: forGood ? "refused" : "not_seen" }),
    counted: COUNT_TRY({ id: play.id, at, forGood: forGood ? 1 : 0 }),
    room: selectRevision({ owner: play.ownerId }),
  }));
  const unplayable = counted[0]?.unplayableAt != null;
  return { unplayable, revision: released.length > 0 ? room[0]?.revision : undefined };
}

// The pluses keep SQLite from searching by owner, among all rows of the cafe.
const RETURN = statement<{ owner: string; plays: string }>(`
  update song_requests set unplayable_at = null, tries = 0
  where status = 'approved' and unplayable_at is not null and +owner_id = :owner and id in (
    select request_id from plays where +owner_id = :owner and id in (select value from json_each(:plays)))
  returning id`);

/** Puts the songs of these plays, which could not be played, back into the queue. Returns the room's new revision. */
export async function returnUnplayable(
  db: Database,
  ownerId: string,
  playIds: readonly string[],
): Promise<number | undefined> {
  const { room } = await db.write(() => ({
    returned: RETURN({ owner: ownerId, plays: JSON.stringify(playIds) }),
    room: selectRevision({ owner: ownerId }),
  }));
  return room[0]?.revision;
}

/** A page that could not play a song has tried to, so it does not wait for a press. */
const COUNT = statement<{ owner: string; at: number }>(`
  update players set failures = failures + 1, heard_at = coalesce(heard_at, :at)
  where changes() > 0 and owner_id = :owner`);

const RETURN_RUN = statement<{ owner: string; since: number }>(`
  update song_requests set unplayable_at = null, tries = 0
  where (select failures from players where owner_id = :owner) >= ${MAX_FAILURES}
    and status = 'approved' and unplayable_at is not null and id in (
      select request_id from plays where owner_id = :owner and sent_at > :since and ${FAILED_AT_PAGE}
      order by sent_at desc, rowid desc limit coalesce((select failures from players where owner_id = :owner), 0))`);

/** The statements after one that has recorded a failure: the last of too many returns what failed to the queue. */
const afterFailure = (ownerId: string, at: number) => ({
  counted: COUNT({ owner: ownerId, at }),
  raised: raiseIfChanged({ owner: ownerId }),
  returned: RETURN_RUN({ owner: ownerId, since: at - RUN_MS }),
  room: selectRevision({ owner: ownerId }),
});

/**
 * Ends a song that began at the page and failed at `at` (epoch ms) after `heardMs`; `not_played` reverses its tip
 * (docs/money.md#reversal). Returns the room's revision.
 */
export async function failPlaying(
  db: Database,
  play: Pick<SentPlay, "id" | "ownerId">,
  { at, why, heardMs }: { at: number; why: "not_played" | "cut"; heardMs: number },
): Promise<number | undefined> {
  const { room } = await db.write(() => ({
    failed: endOne(play, { at, why, heardMs }),
    ...afterFailure(play.ownerId, at),
  }));
  return room[0]?.revision;
}

const LEAVE_QUEUE = statement<{ id: string; at: number }>(`
  update song_requests set unplayable_at = :at, tries = tries + 1
  where changes() > 0 and id = (select request_id from plays where id = :id)`);

/** Takes a sent song that the page could not begin out of the queue. Returns the room's revision. */
export async function failSent(
  db: Database,
  play: Pick<SentPlay, "id" | "ownerId">,
  at: number,
): Promise<number | undefined> {
  const { room } = await db.write(() => ({
    released: release(play, { at, why: "refused" }),
    left: LEAVE_QUEUE({ id: play.id, at }),
    // A request that left has raised the revision, and so has been counted by `changes`.
    ...afterFailure(play.ownerId, at),
  }));
  return room[0]?.revision;
}

/**
 * Records that a song which the page wanted to begin by itself could not begin: a guest's leaves the queue, one of the
 * shuffled library is left out. Returns the room's revision.
 */
export async function failPageSong(
  db: Database,
  song: PageSong,
): Promise<number | undefined> {
  const { id, ownerId, at } = song;
  const { room } = await db.write(() => ({
    ...sendPageSong(song, at, true),
    ..."requestId" in song.next && { left: LEAVE_QUEUE({ id, at }) },
    ...afterFailure(ownerId, at),
  }));
  return room[0]?.revision;
}
