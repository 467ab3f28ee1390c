// Announces to screen readers which requests arrived and how the queue changed.
import { useEffect, useRef, useState } from "react";
import type { SongRequest } from "../../../server/contract/requests.ts";

export interface AnnouncerProps {
  pending: SongRequest[];
  queue: SongRequest[];
}

export function Announcer({ pending, queue }: AnnouncerProps) {
  const [announcement, setAnnouncement] = useState({ text: "", count: 0 });
  const previous = useRef<AnnouncerProps>(undefined);
  const ids = [pending, queue].map((list) => list.map(({ _id }) => _id).join()).join("|");
  useEffect(() => {
    const text = previous.current ? describeChanges(previous.current, { pending, queue }) : "";
    setAnnouncement(({ count }) => ({ text, count: count + 1 }));
    previous.current = { pending, queue };
  }, [ids]);
  // A new element for each announcement: screen readers do not read an unchanged text again.
  return (
    <p className="visually-hidden" role="status">
      <span key={announcement.count}>{announcement.text}</span>
    </p>
  );
}

function describeChanges(before: AnnouncerProps, { pending, queue }: AnnouncerProps): string {
  const known = new Set([...before.pending, ...before.queue].map(({ _id }) => _id));
  const fresh = pending.filter(({ _id }) => !known.has(_id));
  const sentences = [];
  if (fresh.length === 1) sentences.push(`Yeni istek: ${fresh[0]!.songTitle}.`);
  if (fresh.length > 1) sentences.push(`${fresh.length} yeni istek.`);
  const first = queue[0];
  if (first && first._id !== before.queue[0]?._id) sentences.push(`Sıradaki: ${first.songTitle}.`);
  if (!first && before.queue.length > 0) sentences.push("Sıra boş.");
  return sentences.join(" ");
}
