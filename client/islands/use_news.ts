// What changed since the last look, in a sentence for those who do not see the rows move.
import { useEffect, useRef, useState } from "react";
import type { OwnRequest, SongRequest } from "../../server/contract/requests.ts";
import { stateOf } from "./request_state.ts";

/** Tells of the guest's own requests and of the next song; all else would be chatter. */
export function useNews(queue: SongRequest[], mine: OwnRequest[]): string {
  const [news, setNews] = useState("");
  const before = useRef({ queue, mine });
  useEffect(() => {
    const told = newsSince(before.current, { queue, mine });
    before.current = { queue, mine };
    if (told) setNews(told);
  }, [queue, mine]);
  return news;
}

interface Seen {
  queue: SongRequest[];
  mine: OwnRequest[];
}

function newsSince(before: Seen, now: Seen): string {
  const known = new Map(before.mine.map((request) => [request._id, stateOf(request).text]));
  const own = now.mine.filter((request) => (known.get(request._id) ?? "") !== stateOf(request).text)
    .map((request) => `${request.songTitle}: ${stateOf(request).text}.`);
  const next = now.queue[0];
  if (next && next._id !== before.queue[0]?._id) own.push(`Sıradaki şarkı: ${next.songTitle}.`);
  return own.join(" ");
}
