// Which rows of song_requests are in a queue, and their usual order (docs/requests.md#order).

/**
 * The one definition of the usual order: songs of the cafe's source first, then the highest tip, the earliest request, and
 * the lowest id.
 */
export const QUEUE_ORDER = "is_aside, tip_kurus desc, created_at, id";

/** An SQL expression for the request whose song pages show as playing although its play has not begun yet. */
export function shownRequest(owner: string): string {
  return `(select request_id from plays
    where owner_id = ${owner} and ended_at is null and ordered_at is not null)`;
}

/**
 * The condition that a row of song_requests is in the queue of the owner `?1`. A song whose order the player accepted is
 * shown as playing, and so it is not in the queue any more (docs/playback.md#what-plays).
 */
export const IN_QUEUE = `owner_id = ?1 and status = 'approved' and unplayable_at is null
  and id is not ${shownRequest("?1")}`;

/** An SQL expression for the length in ms of the song of a row of song_requests; null if it is unknown. */
export const SONG_LENGTH =
  "(select nullif(duration_ms, 0) from tracks where tracks.uri = song_requests.uri)";

/** The condition that it can be played now: songs of a source that is not the cafe's wait. */
export const CAN_PLAY = `${IN_QUEUE} and is_aside = 0`;
