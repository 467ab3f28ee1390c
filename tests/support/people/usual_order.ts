// The usual order of a queue (docs/requests.md#order), to compare the product's answers with.
import type { SongRequest } from "../../../server/contract/requests.ts";

type Ordered = Pick<SongRequest, "_id" | "tipAmount" | "createdAt">;

/** Compares two requests for `toSorted`: the higher tip first, then the earlier request, then the smaller id. */
export function inUsualOrder(a: Ordered, b: Ordered): number {
  return b.tipAmount - a.tipAmount || compare(a.createdAt, b.createdAt) || compare(a._id, b._id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
