// The order of the queue (docs/requests.md#order), for lists that are sorted outside the database.
import type { SongRequest } from "./requests.ts";

type Ordered = Pick<SongRequest, "_id" | "tipAmount" | "createdAt">;

/** Compares two requests for `toSorted`: the higher tip first, then the earlier request, then the smaller id. */
export function compareInQueue(a: Ordered, b: Ordered): number {
  return b.tipAmount - a.tipAmount || compare(a.createdAt, b.createdAt) || compare(a._id, b._id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
