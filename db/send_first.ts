// Sends the first song of a cafe's queue on its way to the player (docs/playback.md#a-play).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { outOfTurn } from "./patience.ts";
import type { SentPlay } from "./plays.ts";
import { IN_QUEUE, QUEUE_ORDER } from "./queue_rows.ts";
import { OPEN_CAFE } from "./rooms.ts";
import { type ChosenSource, selectSource, toChosenSource } from "./sources.ts";

/** Why no song could be sent: the queue is empty, or another song is already on its way. */
export type SendRefusal = "queue_empty" | "play_under_way";

/** Ends the song of the owner `?1` that plays, at `?2` (epoch ms), if there is a next one. */
const REPLACE = constantSql(`
  update plays set state = 'ended', ended_at = ?2, why_ended = 'replaced'
  where owner_id = ?1 and ended_at is null and state = 'playing' and ${OPEN_CAFE}
    and exists (select 1 from song_requests where ${IN_QUEUE})`);

/** Adds the play `?2` of one song in the queue of the owner `?1`, sent at `?3` by `?4`, if none is active. */
const send = (which: string) =>
  constantSql<SentPlay>(`
  insert into plays (id, owner_id, request_id, source, uri, title, artist, album_art, duration_ms,
    state, sent_at, sent_by)
  select ?2, owner_id, id, substr(uri, 1, instr(uri, ':') - 1), uri, song_title, artist, album_art,
    (select nullif(duration_ms, 0) from tracks where tracks.uri = song_requests.uri), 'sent', ?3, ?4
  from song_requests
  where ${IN_QUEUE} and ${OPEN_CAFE}
    and not exists (select 1 from plays where owner_id = ?1 and ended_at is null)
  ${which}
  returning id, owner_id as ownerId, request_id as requestId, uri, title, artist,
    album_art as albumArt, duration_ms as durationMs, sent_at as sentAt`);
const SEND_OUT_OF_TURN = send(`and id = (${outOfTurn()})`);
const SEND = send(`order by ${QUEUE_ORDER} limit 1`);

const UNDER_WAY = constantSql<{ id: string }>(
  "select id from plays where owner_id = ?1 and ended_at is null and state = 'sent'",
);

/**
 * Sends the first song of the owner's queue: one commit ends the song that plays, if any, and adds the new play. The
 * revision stays, because no page shows a song that is only on its way. `source` is the cafe's.
 * `sentBy`: whose account pressed.
 */
export async function sendFirst(
  db: Database,
  { id, ownerId, sentAt }: { id: string; ownerId: string; sentAt: number },
  sentBy: string | null = null,
): Promise<({ sent: SentPlay } | { refused: SendRefusal }) & { source: ChosenSource }> {
  const { outOfTurn, inTurn, underWay, chosen } = await db.write(() => ({
    replaced: REPLACE(ownerId, sentAt),
    outOfTurn: SEND_OUT_OF_TURN(ownerId, id, sentAt, sentBy),
    inTurn: SEND(ownerId, id, sentAt, sentBy),
    underWay: UNDER_WAY(ownerId),
    chosen: selectSource(ownerId),
  }));
  const refused: SendRefusal = underWay.length > 0 ? "play_under_way" : "queue_empty";
  const sent = outOfTurn[0] ?? inTurn[0];
  return { ...sent ? { sent } : { refused }, source: toChosenSource(chosen) };
}
