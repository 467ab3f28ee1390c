// The queue and what plays as pages start with them.
import type { Playing, Room } from "../../client/islands/room.ts";
import type { PlayingSong } from "../contract/playback.ts";
import type { CafeContent } from "./cafe_content.ts";

/** What a page shows before its script has asked the server. */
export function renderedRoom({ queue, playing }: Pick<CafeContent, "queue" | "playing">): Room {
  return { queue: JSON.parse(queue.text), playing: renderedPlaying(playing) };
}

/** What plays, without the position of a song that goes on, so that a page can be kept while it plays. */
export function renderedPlaying(playing: PlayingSong | null): Playing | null {
  if (!playing) return null;
  const { isPlaying, positionMs } = playing;
  return { ...playing, positionMs: isPlaying ? 0 : positionMs, seenAtMs: null };
}
