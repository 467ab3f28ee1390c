// What the owner is told of each open request beside its own fields (docs/requests.md#who-sees-what).
import type { OpenRequests, OpenRow } from "../../db/open_requests.ts";
import type { OpenRequest } from "../contract/requests.ts";
import { songOf } from "../contract/same_song.ts";
import { nameOf } from "../team/member_name.ts";
import { toSongRequest } from "./song_request.ts";
import { toTillTip } from "./till_tip.ts";

/**
 * The owner's open requests on the wire. `requests` are all of them, because they are compared with each other; `queue`
 * are those in the queue, in order.
 */
export function toOpenRequests(
  { requests: rows, queue }: OpenRequests,
): OpenRequest[] {
  const places = new Map(queue.map(({ id }, before) => [id, before + 1]));
  const early = new Set(queue.filter(({ outOfTurn }) => outOfTurn).map(({ id }) => id));
  const pendingOf = countBy(rows.filter(({ status }) => status === "pending"), guestOf);
  const queuedOf = countBy(rows.filter(isQueued), songOf);
  return rows.map((row) => ({
    ...toSongRequest(row),
    table: row.tableLabel,
    sameGuest: pendingOf.get(guestOf(row)) ?? 0,
    inQueue: (queuedOf.get(songOf(row)) ?? 0) > (isQueued(row) ? 1 : 0),
    waits: row.isAside === 1 && isQueued(row),
    unplayable: row.unplayableAt !== null,
    decidedBy: nameOf(row.decidedBy, row),
    place: places.get(row.id) ?? null,
    ...(early.has(row.id) && { outOfTurn: true }),
    atTill: row.atTill === 1,
    ...toTillTip(row),
  }));
}

function isQueued({ status, unplayableAt }: OpenRow): boolean {
  return status === "approved" && unplayableAt === null;
}

/** Requests without a guest have none in common. */
function guestOf({ guestId, id }: OpenRow): string {
  return guestId ?? `request ${id}`;
}

function countBy<T>(items: T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
