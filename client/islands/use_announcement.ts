// Announces to screen readers what changed in the queue and in the guest's own requests.
import { useEffect, useRef, useState } from "react";
import type { OwnRequest } from "../../server/contract/own_requests.ts";
import type { SongRequest } from "../../server/contract/requests.ts";
import { startOf } from "./guest_part.ts";
import { stateOf } from "./request_state.ts";

/**
 * The latest announcement, about the guest's own requests or the next song, since more would interrupt too often. With
 * it comes what announces something else.
 */
export function useAnnouncement(
  queue: SongRequest[],
  mine: OwnRequest[],
): [string, (sentence: string) => void] {
  const [announcement, setAnnouncement] = useState("");
  const previous = useRef<Lists>({ queue, mine });
  useEffect(() => {
    const changes = describeChanges(previous.current, { queue, mine });
    previous.current = { queue, mine };
    if (changes) setAnnouncement(changes);
  }, [queue, mine]);
  return [announcement, setAnnouncement];
}

interface Lists {
  queue: SongRequest[];
  mine: OwnRequest[];
}

function describeChanges(before: Lists, now: Lists): string {
  const known = new Map(before.mine.map((request) => [request._id, stateOf(request).text]));
  const changed = now.mine.filter((request) => known.get(request._id) !== stateOf(request).text);
  const sentences = changed.map((request) => {
    const { text, sentence = `${text}.` } = stateOf(request);
    return request.playing
      ? `${startOf(request)} ${request.songTitle} çalıyor.`
      : `${request.songTitle}: ${sentence}`;
  });
  const next = now.queue[0];
  if (next && next._id !== before.queue[0]?._id) {
    sentences.push(`Sıradaki şarkı: ${next.songTitle}.`);
  }
  return sentences.join(" ");
}
