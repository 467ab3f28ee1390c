// What guests are told of the rules of the house at this moment (docs/house.md#what-guests-see).
import { useQuery } from "@tanstack/react-query";
import type { CafeHouse } from "../../../server/contract/house.ts";
import { houseChangesInMs } from "../../lib/house_times.ts";
import { CAFE, publicCafe, restMs } from "../queries.ts";

/** A failed fetch is tried again after this time. */
const RETRY_MS = 10_000;

/** Undefined until it is known. It is asked for once the cafe is known, and again when its next time has come. */
export function useGuestHouse(): CafeHouse | undefined {
  const { data: cafe } = useQuery(CAFE);
  const { data } = useQuery({
    ...publicCafe(cafe?._id ?? ""),
    enabled: cafe !== undefined,
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
