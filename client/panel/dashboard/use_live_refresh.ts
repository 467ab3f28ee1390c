// Refreshes the dashboard after every change of the cafe's queue, but not while a pointer is pressed.
import { useRouter } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { coalesce } from "../../lib/coalesce.ts";
import { watchRoom } from "../../lib/live.ts";
import { usePanel } from "../services.ts";
import type { DashboardData } from "./load_dashboard.ts";

/** The delay before a failed refresh is tried again. */
const RETRY_MS = 3000;

/** Refreshes the screen's data after every change. Returns whether updates fail to arrive at present. */
export function useLiveRefresh(data: DashboardData): boolean {
  const { ownerId } = data.cafe;
  const router = useRouter();
  const { pointerGuard } = usePanel();
  const [offline, setOffline] = useState(false);
  const refresh = useMemo(() =>
    coalesce(async () => {
      await pointerGuard.released();
      // `sync` waits for the answers. Without it the next call would cancel them.
      await router.invalidate({ sync: true });
    }), [router, pointerGuard]);

  useEffect(() => {
    const watching = watchRoom(ownerId, {
      onChange: refresh,
      onStatus: (online) => setOffline(!online),
    });
    return () => watching.close();
  }, [ownerId, refresh]);

  useEffect(() => {
    // A new connection refreshes by itself.
    if (!data.stale || offline) return;
    const retry = setTimeout(refresh, RETRY_MS);
    return () => clearTimeout(retry);
  }, [data, offline, refresh]);

  return offline || data.stale;
}
