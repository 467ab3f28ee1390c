// Which of a cafe's open requests are in the queue, and in which order (docs/requests.md#queue). Pure.
import type { OpenRequest } from "../../../server/contract/requests.ts";

/** The requests that are in the queue, in the order in which they will be played. */
export function queueOf(requests: readonly OpenRequest[]): OpenRequest[] {
  return requests.filter((request) => request.place !== null && !request.waits)
    .toSorted((a, b) => a.place! - b.place!);
}

/** The requests that are played when the cafe returns to the source that has their songs, the first one first. */
export function waitingOf(requests: readonly OpenRequest[]): OpenRequest[] {
  return requests.filter(({ waits }) => waits)
    .toSorted((a, b) => (a.place ?? Infinity) - (b.place ?? Infinity) || 0);
}
