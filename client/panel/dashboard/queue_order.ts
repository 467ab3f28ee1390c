// The order in which songs are played, for the dashboard, whose list comes oldest first.
import type { SongRequest } from "../../../server/contract/requests.ts";

/** spec 9: by tip, ties go to the earliest request; contract: then by id. */
export function inQueueOrder(requests: SongRequest[]): SongRequest[] {
  return requests.toSorted((a, b) =>
    b.tipAmount - a.tipAmount || compare(a.createdAt, b.createdAt) || compare(a._id, b._id)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
