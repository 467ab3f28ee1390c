// Says to screen readers, politely, what has come and gone while somebody was doing something else.
import { useEffect, useRef, useState } from "react";
import type { SongRequest } from "../../../server/contract/requests.ts";

export interface AnnouncerProps {
  pending: SongRequest[];
  queue: SongRequest[];
}

export function Announcer({ pending, queue }: AnnouncerProps) {
  const [news, setNews] = useState({ words: "", count: 0 });
  const before = useRef<AnnouncerProps>(undefined);
  const facts = [pending, queue].map((list) => list.map(({ _id }) => _id).join()).join("|");
  useEffect(() => {
    const words = before.current ? newsSince(before.current, { pending, queue }) : "";
    setNews(({ count }) => ({ words, count: count + 1 }));
    before.current = { pending, queue };
  }, [facts]);
  // A new element each time: the same words again would be no change, and not be read out.
  return (
    <p className="visually-hidden" role="status">
      <span key={news.count}>{news.words}</span>
    </p>
  );
}

function newsSince(before: AnnouncerProps, { pending, queue }: AnnouncerProps): string {
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
