// The tick on a request that waits or is queued.
import type { OpenRequest } from "../../../server/contract/requests.ts";
import { TillTick } from "./TillTick.tsx";
import type { useTick } from "./use_tick.ts";

export interface RequestTickProps extends ReturnType<typeof useTick> {
  request: OpenRequest;
}

/** Whether the request has a tip that is paid at the till. */
export function isAtTill({ atTill, tipAmount }: OpenRequest): boolean {
  return atTill && tipAmount > 0;
}

export function RequestTick({ request, ...ticks }: RequestTickProps) {
  const { _id, songTitle, tipAmount, receivedAmount } = request;
  return (
    <TillTick
      id={_id}
      song={songTitle}
      due={tipAmount}
      received={receivedAmount}
      {...ticks}
    />
  );
}
