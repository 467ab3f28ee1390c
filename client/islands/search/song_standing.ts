// Whether a song that was found is in the queue already, or was asked for by this guest. Pure.
import type { FoundSong, SearchResult } from "../../../server/contract/music.ts";
import type { OwnRequest } from "../../../server/contract/own_requests.ts";
import type { SongRequest } from "../../../server/contract/requests.ts";
import type { WaitingSong } from "../sheet/tipped_song.ts";
import { isSameSong } from "./free_song.ts";

export interface Standing {
  /** In a few words, for a row. */
  mark: string;
  /** In a sentence, for the sheet. */
  sentence: string;
  /** The request that can be supported instead. */
  request: WaitingSong;
}

/**
 * Undefined if the song neither is in `queue` nor waits: asked for by this guest, whose requests are `mine`, or by another
 * one in the request `waiting`, of which the search or a refusal has told.
 */
export function standingOf(
  song: SearchResult & Pick<FoundSong, "waiting">,
  queue: SongRequest[],
  mine: OwnRequest[],
  waiting = song.waiting,
): Standing | undefined {
  const place = queue.findIndex((request) => isSameSong(song, request)) + 1;
  if (place > 0) {
    const request = queue[place - 1]!;
    const own = mine.some(({ _id, asked }) => asked && _id === request._id);
    return {
      request,
      mark: own ? `İsteğiniz ${place}.\u00a0sırada` : `${place}.\u00a0sırada`,
      sentence: own
        ? `Bu şarkıyı istediniz, ${place}. sırada.`
        : `Bu şarkı zaten sırada (${place}. sıra).`,
    };
  }
  // The server files a request under the catalogue's words, which are the words that the search shows.
  const request = mine.find((request) =>
    request.status === "pending" && request.songTitle === song.title &&
    request.artist === song.artist
  );
  if (request) {
    return {
      request,
      mark: request.asked ? "İstediniz" : "Destek verdiniz",
      sentence: request.asked
        ? "Bu şarkıyı istediniz, onay bekliyor."
        : "Bu şarkıya destek verdiniz, onay bekliyor.",
    };
  }
  // One of the guest's own has been decided since the search.
  if (!waiting || mine.some(({ _id }) => _id === waiting)) return;
  const { title, artist, albumArt } = song;
  return {
    request: { _id: waiting, songTitle: title, artist, albumArt },
    mark: "Bekliyor",
    sentence: "Bu şarkı zaten bekliyor.",
  };
}
