// Announces to screen readers which requests arrived and how the queue changed, and lets the chime ring.
import { useEffect, useRef, useState } from "react";
import type { OpenRequest, SongRequest } from "../../../server/contract/requests.ts";
import { queueOf } from "./queue_order.ts";

/** Requests that arrive within this time are reported together. */
const BATCH_MS = 1000;

/**
 * Calls `onNew` once for each batch of requests that were never among `requests` before. Those that the page began with
 * are not new, nor is one that comes back because a decision was undone.
 */
function useNewRequests(
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

interface AnnouncerProps {
  /** The open requests, undefined until they are known. */
  requests: OpenRequest[] | undefined;
  /** Called when guests have sent requests. */
  onNew: () => void;
}

export function Announcer({ requests, onNew }: AnnouncerProps) {
  const [announcement, setAnnouncement] = useState({ text: "", count: 0 });
  const say = (text: string) => setAnnouncement(({ count }) => ({ text, count: count + 1 }));
  const before = useRef<OpenRequest | null>(undefined);

  useNewRequests(requests, (fresh) => {
    say(fresh.length === 1 ? `Yeni istek: ${fresh[0]!.songTitle}.` : `${fresh.length} yeni istek.`);
    onNew();
  });
  useEffect(() => {
    if (!requests) return;
    const first = queueOf(requests)[0] ?? null;
    const changed = before.current !== undefined && before.current?._id !== first?._id;
    before.current = first;
    if (changed) say(first ? `Sıradaki: ${first.songTitle}.` : "Sıra boş.");
  }, [requests]);

  // A new element for each announcement: screen readers do not read an unchanged text again.
  return (
    <p className="visually-hidden" role="status">
      <span key={announcement.count}>{announcement.text}</span>
    </p>
  );
}
