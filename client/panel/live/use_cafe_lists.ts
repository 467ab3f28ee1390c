// The cafe's open requests as the screens show them: those that wait for a decision, the queue, and those that
// wait for their source, and those that cannot be played.
import { useMemo } from "react";
import { useStore } from "../../lib/store.ts";
import { usePanel } from "../services.ts";
import { queueOf, waitingOf } from "./live_cafe.ts";

/** All are empty until they are known. `queue` and `waiting` are in the order in which they will be played, the others oldest first. */
export function useCafeLists() {
  const { facts } = useStore(usePanel().liveCafe);
  return useMemo(() => {
    const requests = facts?.requests ?? [];
    return {
      pending: requests.filter(({ status }) => status === "pending"),
      queue: queueOf(requests),
      waiting: waitingOf(requests),
      unplayable: requests.filter(({ unplayable }) => unplayable),
    };
  }, [facts]);
}
