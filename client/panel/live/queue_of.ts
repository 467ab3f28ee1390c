// Which of a cafe's open requests are in the queue, and in which order (docs/requests.md#queue).
import type { OpenRequest } from "../../../server/contract/requests.ts";

/** The requests that are in the queue, in the order in which they will be played. */
export function queueOf(requests: readonly OpenRequest[]): OpenRequest[] {
  return requests.filter(({ place }) => place !== null).toSorted((a, b) => a.place! - b.place!);
}
