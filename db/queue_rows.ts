// Which rows of song_requests are in a queue, and their usual order (docs/requests.md#order).

/** The one definition of the usual order: the highest tip first, then the earliest request, then the lowest id. */
export const QUEUE_ORDER = "tip_kurus desc, created_at, id";

/** The condition that a row of song_requests is in the queue of the owner `?1`. */
export const IN_QUEUE = "owner_id = ?1 and status = 'approved' and unplayable_at is null";
