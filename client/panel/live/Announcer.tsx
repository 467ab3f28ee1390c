// Announces to screen readers which requests arrived and how the queue changed, and lets the chime ring.
import { useEffect, useRef, useState } from "react";
import type { OpenRequest } from "../../../server/contract/requests.ts";
import { queueOf } from "./queue_of.ts";
import { useNewRequests } from "./use_new_requests.ts";

export interface AnnouncerProps {
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
