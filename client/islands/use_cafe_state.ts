// Reads the cafe's state in a component, which renders again when it changes.
import { useSyncExternalStore } from "react";
import type { CafeState, CafeStore } from "./cafe_store.ts";

export function useCafeState(cafe: CafeStore): CafeState {
  return useSyncExternalStore(cafe.subscribe, cafe.current, cafe.current);
}
