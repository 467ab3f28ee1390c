// What runs while any of an owner's screens is open: its data stays fresh, and Ctrl+Z takes back the last decision.
import { useRouter } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { watchRoom } from "../lib/live.ts";
import { useStore } from "../lib/store.ts";
import { useWatchedFacts } from "./live/use_facts.ts";
import { FRAME, oneAtATime } from "./queries.ts";
import { usePanel } from "./services.ts";

/** Refreshes what is shown after every change in the cafe. Returns whether updates fail to arrive at present. */
export function useLiveRefresh(): boolean {
  const router = useRouter();
  const { pointerGuard, queries, session } = usePanel();
  const [offline, setOffline] = useState(false);
  // A new connection refreshes by itself.
  const { facts, isOld, isOver } = useWatchedFacts(!offline);
  const ownerId = facts?.cafe.ownerId;
  const isStale = useStore(queries.stale);
  const refresh = useMemo(() =>
    oneAtATime(async () => {
      await pointerGuard.released();
      await queries.refreshRoom(true);
    }), [pointerGuard, queries]);

  useEffect(() => {
    if (!ownerId) return;
    const watching = watchRoom(ownerId, {
      onChange: () => void refresh(),
      onStatus: (online) => setOffline(!online),
    });
    return () => watching.close();
  }, [ownerId, refresh]);

  // A screen that shows facts that can no longer be loaded loads again, and says why that fails.
  useEffect(() => {
    if (!isOver) return;
    queries.forget(FRAME);
    // After a logout the router is loading the login screen, which this would start again without its message.
    if (session.isEntered()) router.invalidate();
  }, [isOver, queries, router, session]);

  return offline || isOld || isStale;
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
