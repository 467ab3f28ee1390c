// What screens show of the cafe as it is now.
import { useMemo } from "react";
import type { CafeHouse } from "../../../server/contract/house.ts";
import { houseChangesInMs } from "../../lib/house_times.ts";
import { useStore } from "../../lib/store.ts";
import { publicCafe, restMs, useQuery } from "../queries.ts";
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

// What guests are told of the rules of the house at this moment (docs/house.md#what-guests-see).

/** A failed fetch is tried again after this time. */
const RETRY_MS = 10_000;

/** Undefined until it is known. It is asked for with the cafe's facts, and again when its next time has come. */
export function useGuestHouse(): CafeHouse | undefined {
  const { facts } = useStore(usePanel().liveCafe);
  const { data } = useQuery({
    ...publicCafe(facts?.cafe._id ?? ""),
    enabled: facts !== undefined,
    refetchOnMount: true,
    refetchInterval({ state }) {
      const { data, error } = state;
      if (error) return Math.max(RETRY_MS, restMs(state));
      const againMs = data ? houseChangesInMs(data.house) : Infinity;
      return againMs !== Infinity && againMs;
    },
  });
  return data?.house;
}
