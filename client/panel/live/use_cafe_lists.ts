// The cafe's open requests as the screens show them: those that wait for a decision, the queue, and those that
// cannot be played.
import { useMemo } from "react";
import { useStore } from "../../lib/store.ts";
import { usePanel } from "../services.ts";
import { queueOf } from "./queue_of.ts";

/** All are empty until they are known. `queue` is in the order in which it will be played, the others oldest first. */
export function useCafeLists() {
  const { facts } = useStore(usePanel().liveCafe);
  return useMemo(() => {
    const requests = facts?.requests ?? [];
    return {
      pending: requests.filter(({ status }) => status === "pending"),
      queue: queueOf(requests),
      unplayable: requests.filter(({ unplayable }) => unplayable),
    };
  }, [facts]);
}
