// Which of a cafe's open requests are in the queue, and in which order (docs/requests.md#queue).
import { compareInQueue } from "../../../server/contract/queue_order.ts";
import type { OpenRequest, SongRequest } from "../../../server/contract/requests.ts";

type Listed = SongRequest & Partial<Pick<OpenRequest, "unplayable">>;

/** The requests that are in the queue, in the order in which they will be played. */
export function queueOf<Request extends Listed>(requests: Request[]): Request[] {
  return requests.filter(({ status, unplayable }) => status === "approved" && !unplayable)
    .toSorted(compareInQueue);
}
