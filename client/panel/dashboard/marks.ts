// What the owner should know of a request before deciding on it.
import type { OpenRequest } from "../../../server/contract/requests.ts";
import { songOf } from "../../../server/contract/same_song.ts";
import { LARGE_TIP_TL } from "../../../server/contract/tip.ts";

/** The marks of `request`, which is one of the `pending` ones, the oldest first. */
export function marksOf(request: OpenRequest, pending: OpenRequest[]): string[] {
  const { _id, inQueue, sameGuest, tipAmount } = request;
  const song = songOf(request);
  const first = pending.find((other) => songOf(other) === song);
  return [
    ...(tipAmount >= LARGE_TIP_TL ? ["yüksek bahşiş"] : []),
    ...(inQueue ? ["zaten sırada"] : first && first._id !== _id ? ["zaten bekliyor"] : []),
    ...(sameGuest > 1 ? [`aynı müşteriden ${sameGuest}`] : []),
  ];
}
