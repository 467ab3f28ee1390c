// Keeps a screen up to date whose own loader reads more than the cafe's facts.
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useStore } from "../../lib/store.ts";
import { usePanel } from "../services.ts";

/** Loads the screen anew whenever the cafe's facts were refreshed, which happens after every change in the cafe. */
export function useScreenRefresh(): void {
  const router = useRouter();
  const { facts } = useStore(usePanel().liveCafe);
  const seen = useRef(facts);
  useEffect(() => {
    if (seen.current && facts !== seen.current) void router.invalidate();
    seen.current = facts;
  }, [facts, router]);
}
