// What runs while any of an owner's screens is open: its data stays fresh, and Ctrl+Z takes back the last decision.
import { useRouter } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { watchRoom } from "../lib/live.ts";
import { useStore } from "../lib/store.ts";
import { oneAtATime } from "./queries.ts";
import { usePanel } from "./services.ts";

/** How often a failed refresh is tried again: one that fails as before changes no state. */
const RETRY_MS = 3000;

/** Loads the facts and refreshes them after every change. Returns whether updates fail to arrive at present. */
export function useLiveRefresh(): boolean {
  const router = useRouter();
  const { liveCafe, pointerGuard, queries, session } = usePanel();
  const state = useStore(liveCafe);
  const ownerId = state.facts?.cafe.ownerId;
  const isOld = useStore(queries.stale);
  const [offline, setOffline] = useState(false);
  const refresh = useMemo(() =>
    oneAtATime(async () => {
      await pointerGuard.released();
      // A screen that shows facts that can no longer be loaded loads again, and says why that fails.
      await liveCafe.refresh(true).catch(() => {
        // After a logout the router is loading the login screen, which this would start again without its message.
        if (session.isEntered()) router.invalidate();
      });
    }), [liveCafe, pointerGuard, session, router]);

  useEffect(() => {
    // A screen that needs the facts is loading them already.
    if (!ownerId) return void liveCafe.load().catch(() => {});
    const watching = watchRoom(ownerId, {
      onChange: () => void refresh(),
      onStatus: (online) => setOffline(!online),
    });
    return () => watching.close();
  }, [ownerId, liveCafe, refresh]);

  const unchecked = state.facts && "unchecked" in state.facts.connection;
  useEffect(() => {
    // A new connection refreshes by itself.
    if (!state.stale && !unchecked || offline) return;
    const retrying = setInterval(refresh, RETRY_MS);
    return () => clearInterval(retrying);
  }, [state, offline, refresh]);

  return offline || state.stale || isOld;
}

// Ctrl+Z (on a Mac, Cmd+Z) takes the latest decision back, outside of fields, where it undoes the typing.

export function useUndoKey(): void {
  const { undo } = usePanel();
  useEffect(() => {
    const listening = new AbortController();
    document.addEventListener("keydown", (event) => {
      const { key, ctrlKey, metaKey, shiftKey, target } = event;
      if (key !== "z" || shiftKey || !(ctrlKey || metaKey)) return;
      if (!(target as Element).closest("input, select, textarea, dialog")) undo.undoLatest();
    }, listening);
    return () => listening.abort();
  }, [undo]);
}
