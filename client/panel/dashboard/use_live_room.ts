// Keeps the dashboard in step with the cafe's room, without moving what a finger is about to press.
import { useRouter } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { inTurn } from "../../lib/in_turn.ts";
import { watchRoom } from "../../lib/live.ts";
import type { DashboardFacts } from "./load_dashboard.ts";
import { untouched } from "./untouched.ts";

/** After a refresh that failed while the socket stands, in ms. */
const RETRY_MS = 3000;

/** Refreshes the screen's facts with every change. Returns whether changes fail to arrive at present. */
export function useLiveRoom(facts: DashboardFacts): boolean {
  const { ownerId } = facts.cafe;
  const router = useRouter();
  const [offline, setOffline] = useState(false);
  const refresh = useMemo(() =>
    inTurn(async () => {
      await untouched();
      // `sync` waits for the answers; by default the router goes on and lets a next asking cancel them.
      await router.invalidate({ sync: true });
    }), [router]);

  useEffect(() => {
    const room = watchRoom(ownerId, {
      onChange: refresh,
      onStatus: (online) => setOffline(!online),
    });
    return () => room.close();
  }, [ownerId, refresh]);

  useEffect(() => {
    // Once the room is back it asks by itself.
    if (!facts.stale || offline) return;
    const retry = setTimeout(refresh, RETRY_MS);
    return () => clearTimeout(retry);
  }, [facts, offline, refresh]);

  return offline || facts.stale;
}
