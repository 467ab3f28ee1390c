// The song that the sheet is open for: a guest asks for it, or adds a tip to a request for it. Pure.
import type { SearchResult } from "../../../server/contract/music.ts";
import type { OwnRequest, SongRequest } from "../../../server/contract/requests.ts";

export interface TippedSong extends SearchResult {
  /** The id of the request that the tip is added to (docs/requests.md#support). Without it the song is asked for. */
  supports?: string;
  /** That request waits for the cafe's decision and is another guest's: nothing else of it is known. */
  unseen?: boolean;
}

/** A request of the queue, or one of the guest's own. */
export type Supportable = SongRequest | OwnRequest;

/** What is known of every request that can be supported. */
export type WaitingSong = Pick<Supportable, "_id" | "songTitle" | "artist" | "albumArt">;

/** The song of `request`, for the sheet in which a guest supports it. */
export function supportOf(request: WaitingSong): TippedSong {
  const { _id, songTitle, artist, albumArt } = request;
  const unseen = !("tipAmount" in request);
  return { id: _id, supports: _id, unseen, uri: "", title: songTitle, artist, albumArt };
}

/** The request that `song` supports as it is now, undefined if it waits no longer. */
export function supportedNow(
  { supports }: TippedSong,
  { queue, mine }: { queue: SongRequest[]; mine: OwnRequest[] },
): Supportable | undefined {
  return queue.find(({ _id }) => _id === supports) ??
    mine.find(({ _id, status }) => _id === supports && status === "pending");
}
