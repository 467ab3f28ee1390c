// Notices requests that guests have sent since the page was opened.
import { useEffect, useRef } from "react";
import type { SongRequest } from "../../../server/contract/requests.ts";

/** Requests that arrive within this time are reported together. */
const BATCH_MS = 1000;

/**
 * Calls `onNew` once for each batch of requests that were never among `requests` before. Those that the page began with
 * are not new, nor is one that comes back because a decision was undone.
 */
export function useNewRequests(
  requests: SongRequest[] | undefined,
  onNew: (fresh: SongRequest[]) => void,
): void {
  const seen = useRef<Set<string>>(undefined);
  const batch = useRef<SongRequest[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const report = useRef(onNew);
  useEffect(() => void (report.current = onNew));
  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    if (!requests) return;
    const before = seen.current;
    seen.current = new Set([...before ?? [], ...requests.map(({ _id }) => _id)]);
    const fresh = requests.filter(({ _id, status }) => status === "pending" && !before?.has(_id));
    if (!before || fresh.length === 0) return;
    if (batch.current.push(...fresh) > fresh.length) return;
    timer.current = setTimeout(() => report.current(batch.current.splice(0)), BATCH_MS);
  }, [requests]);
}
