// Records what the page that plays a cafe's own files reports (docs/speaker.md#reports).
import type { Database } from "../connection/client.ts";
import { FAILED_AT_PAGE } from "./failed_songs.ts";
import { lengthenTrack } from "../music/library.ts";
import { endOne, lengthen, move } from "./plays.ts";
import { raiseIfChanged, selectRevision } from "../people/rooms.ts";
import { statement } from "../connection/statement.ts";

/** A song that plays, at `at` (epoch ms). */
interface PlayingTrack {
  id: string;
  ownerId: string;
  at: number;
  positionMs: number;
}

/** How far a song must have come to show that songs can be played. */
const PLAYABLE_MS = 10_000;

const HEAR = statement<{ owner: string; at: number }>(
  "update players set heard_at = :at where owner_id = :owner and heard_at is null",
);

// A song that began before the last failure proves nothing: what follows it may still fail.
const SUCCEED = statement<{ owner: string; id: string }>(`
  update players set failures = 0
  where owner_id = :owner and failures > 0 and exists (
    select 1 from plays p where p.id = :id and p.owner_id = :owner and p.state = 'playing'
      and not exists (select 1 from plays where owner_id = :owner and sent_at >= p.sent_at
        and plays.rowid > p.rowid and ${FAILED_AT_PAGE}))`);

/**
 * Records that the player plays the song, and where it is: a song that goes on is at least so long
 * (docs/speaker.md#longer-than-it-says). Returns the room's revision.
 */
export async function recordProgress(
  db: Database,
  { id, ownerId, at, positionMs }: PlayingTrack,
): Promise<number | undefined> {
  const { room } = await db.write(() => ({
    heard: HEAR({ owner: ownerId, at }),
    raised: raiseIfChanged({ owner: ownerId }),
    moved: move(ownerId, { at, positionMs, isPaused: "as_told", id }),
    // Before the song in the folder becomes as long as it has come.
    longer: lengthen({ ownerId, id }, positionMs),
    raisedLonger: raiseIfChanged({ owner: ownerId }),
    longerTrack: lengthenTrack({ ownerId, id, positionMs }),
    ...positionMs >= PLAYABLE_MS && { succeeded: SUCCEED({ owner: ownerId, id }) },
    room: selectRevision({ owner: ownerId }),
  }));
  return room[0]?.revision;
}

/** Ends the song if it still plays. Returns the room's revision. */
export async function finishTrack(
  db: Database,
  { id, ownerId, at, positionMs }: PlayingTrack,
): Promise<number | undefined> {
  const { room } = await db.write(() => ({
    succeeded: SUCCEED({ owner: ownerId, id }),
    longerTrack: lengthenTrack({ ownerId, id, positionMs }),
    finished: endOne({ id, ownerId }, { at, why: "finished", heardMs: positionMs }),
    room: selectRevision({ owner: ownerId }),
  }));
  return room[0]?.revision;
}

const SILENCE = statement<{ owner: string }>(
  "update players set heard_at = null where owner_id = :owner and heard_at is not null",
);

/** Records that the page is silent until a person presses something. Returns the room's revision. */
export async function recordSilence(
  db: Database,
  { id, ownerId, at, positionMs }: PlayingTrack,
): Promise<number | undefined> {
  const { room } = await db.write(() => ({
    silent: SILENCE({ owner: ownerId }),
    raised: raiseIfChanged({ owner: ownerId }),
    held: move(ownerId, { at, positionMs, isPaused: true, id }),
    room: selectRevision({ owner: ownerId }),
  }));
  return room[0]?.revision;
}
