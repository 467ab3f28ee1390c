// What everyone in a cafe may see, as a page knows it: the queue and what plays.
import type { PlayingSong } from "../../server/contract/playback.ts";
import type { QueuedSong } from "../../server/contract/requests.ts";
import { goneOn } from "../../server/contract/song_clock.ts";
import { call } from "../lib/http.ts";

export interface Playing extends PlayingSong {
  /**
   * When it was at `positionMs`, by the clock of this browser. Null in a page that the server rendered: the position of a
   * song that goes on is then not known.
   */
  seenAtMs: number | null;
}

export interface Room {
  /** Without the song that plays. */
  queue: QueuedSong[];
  playing: Playing | null;
}

/** Fetches the room. @throws as `call` */
export async function fetchRoom(
  { cafeId, ownerId }: { cafeId: string; ownerId: string },
): Promise<Room> {
  const [queue, { playing }] = await Promise.all([
    call("GET /api/requests/queue/:ownerId", { params: { ownerId } }),
    call("GET /api/cafes/:cafeId/now", { params: { cafeId } }),
  ]);
  return roomOf(queue, playing && { ...playing, seenAtMs: Date.now() });
}

/** The room with a queue in which the song that plays may still be. */
export function roomOf(queue: QueuedSong[], playing: Playing | null): Room {
  return { queue: queue.filter(({ _id }) => _id !== playing?.requestId), playing };
}

/** The position in the song now, in ms from its start. */
export function positionOf({ positionMs, isPlaying, seenAtMs }: Playing): number {
  return seenAtMs === null ? positionMs : goneOn({ positionMs, isPlaying }, Date.now() - seenAtMs);
}
