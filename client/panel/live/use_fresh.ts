// Keeps what a screen has loaded up to date while it is open.
import { useRouter } from "@tanstack/react-router";
import { useEffect, useMemo, useRef } from "react";
import { coalesce } from "../../lib/coalesce.ts";
import { useStore } from "../../lib/store.ts";
import { usePanel } from "../services.ts";

/**
 * Loads the screen anew if `read` answers something else than `shown`. It is asked whenever the cafe's facts were
 * refreshed, which happens after every change in the room. If that fails, the screen stays as it is until the next one.
 */
export function useFresh<Shown>(shown: Shown, read: () => Promise<Shown>): void {
  const router = useRouter();
  const { facts } = useStore(usePanel().liveCafe);
  const seen = useRef(facts);
  const latest = useRef({ shown, read });
  latest.current = { shown, read };
  const refresh = useMemo(() =>
    coalesce(async () => {
      const now = JSON.stringify(await latest.current.read());
      if (now !== JSON.stringify(latest.current.shown)) await router.invalidate({ sync: true });
    }), [router]);

  useEffect(() => {
    if (seen.current && facts !== seen.current) refresh();
    seen.current = facts;
  }, [facts, refresh]);
}
