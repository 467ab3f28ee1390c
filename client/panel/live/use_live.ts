// What screens show of the cafe as it is now.
import { useEffect, useMemo, useState } from "react";
import type { CafeHouse } from "../../../server/contract/house.ts";
import { houseChangesInMs } from "../../lib/house_times.ts";
import { call } from "../../lib/http.ts";
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

// What guests are told of the rules of the house at this moment (docs/house.md#what-guests-see).

/** The delay before a failed fetch is tried again. */
const RETRY_MS = 10_000;

/**
 * Undefined until it is known. It is fetched with the cafe's facts, when its next time has come, and again whenever
 * `changed` is another value.
 */
export function useGuestHouse(changed?: unknown): CafeHouse | undefined {
  const { liveCafe, pointerGuard } = usePanel();
  const { facts } = useStore(liveCafe);
  const [house, setHouse] = useState<CafeHouse>();
  useEffect(() => {
    if (!facts) return;
    let ended = false;
    let next: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      let againMs = RETRY_MS;
      try {
        const params = { cafeId: facts.cafe._id };
        const { house } = await call("GET /api/cafes/:cafeId", { params });
        await pointerGuard.released();
        if (!ended) setHouse(house);
        againMs = houseChangesInMs(house);
      } catch {
        // It is tried again.
      }
      if (!ended && againMs !== Infinity) next = setTimeout(read, againMs);
    };
    void read();
    return () => {
      ended = true;
      clearTimeout(next);
    };
  }, [facts, changed, pointerGuard]);
  return house;
}
