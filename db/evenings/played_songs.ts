// What a cafe has played: the list that guests read, and the list of works (docs/evenings.md#what-played).
import type { Database } from "../connection/client.ts";
import { REVERSING } from "../money/ledger.ts";
import { byGuest } from "../plays/now_playing.ts";
import { trackIdInUri } from "../music/library.ts";
import { sourceInUri } from "../music/sources.ts";
import { SENT_BEFORE_MS } from "../plays/play_times.ts";
import { columnsOf } from "../schema/columns.ts";
import { PLAYED_SONG, plays } from "../schema/requests.ts";
import { statement } from "../connection/statement.ts";

type Play = typeof plays.$inferSelect;

/** A song that was played, and whether a guest asked for it. `startedAt` is in epoch ms. */
interface PlayedRow extends Pick<Play, typeof PLAYED_SONG[number]> {
  startedAt: number;
  byGuest: 0 | 1;
}

const PLAYED = statement<{ owner: string; from: number; max: number }, PlayedRow>(`
  select ${columnsOf(plays, [...PLAYED_SONG, "startedAt"])}, ${byGuest("p")} as byGuest
  from plays p
  where owner_id = :owner and sent_at >= :from - ${SENT_BEFORE_MS} and started_at >= :from
    and not (${REVERSING})
  order by started_at desc, id desc limit :max`);

/** The owner's songs that began at `from` (epoch ms) or later, newest first, without those that were cut short. */
export async function listPlayedSongs(
  db: Database,
  of: { owner: string; from: number; max: number },
): Promise<PlayedRow[]> {
  return await db.all(PLAYED(of));
}

/** A work that was played. `heardMs` is null if it is not known how much of it was heard, and `album` and `isrc` without a tag. */
export interface PlayedWork
  extends
    Pick<Play, "title" | "artist" | "source" | "endedAt" | "heardMs" | "positionMs" | "positionAt">,
    Pick<Play, "durationMs"> {
  startedAt: number;
  isPaused: 0 | 1;
  byGuest: 0 | 1;
  album: string | null;
  isrc: string | null;
}

const WORKS = statement<{ owner: string; from: number; to: number }, PlayedWork>(`
  select p.title, p.artist, t.album, t.isrc, p.source, p.started_at as startedAt,
    p.ended_at as endedAt, p.heard_ms as heardMs, p.position_ms as positionMs,
    p.position_at as positionAt, p.duration_ms as durationMs, p.is_paused as isPaused,
    ${byGuest("p")} as byGuest
  from plays p
  -- The tags of the cafe's own file, also if a person played it by hand.
  left join library_tracks t on ${sourceInUri("p.uri")} = 'library' and t.id = ${
  trackIdInUri("p.uri")
}
  where p.owner_id = :owner and p.sent_at >= :from - ${SENT_BEFORE_MS} and p.sent_at < :to
    and p.started_at >= :from and p.started_at < :to
    and not (p.state = 'ended' and p.why_ended = 'not_played')
  order by p.started_at, p.id`);

/** What the owner has played from `from` until `to` (epoch ms), oldest first. */
export async function listPlayedWorks(
  db: Database,
  of: { owner: string; from: number; to: number },
): Promise<PlayedWork[]> {
  return await db.all(WORKS(of));
}
