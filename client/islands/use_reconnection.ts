// Calls back when the page reaches the server again.
import { useEffect, useRef } from "react";
import type { CafeStore } from "./cafe_store.ts";

/** Calls `work` when live updates arrive again, and when the browser says that it is back online. */
export function useReconnection(cafe: CafeStore, work: () => void): void {
  const latest = useRef(work);
  latest.current = work;
  useEffect(() => {
    let { offline } = cafe.current();
    const run = () => latest.current();
    const end = cafe.subscribe(() => {
      const before = offline;
      offline = cafe.current().offline;
      if (before && !offline) run();
    });
    addEventListener("online", run);
    return () => {
      end();
      removeEventListener("online", run);
    };
  }, []);
}
