// Checks Spotify's answers to searches. A song without the expected fields is left out; any other misfit is an error.
import { z } from "zod";
import { SongText } from "../../contract/requests.ts";
import type { Song } from "../provider.ts";
import { toSong, Track } from "./track.ts";

const SearchAnswer = z.object({ tracks: z.object({ items: z.array(z.unknown()) }) });

/** Reads the songs that can be requested and played. @throws ZodError */
export function readSearch(answer: unknown, coverOrigins: readonly string[]): Song[] {
  return SearchAnswer.parse(answer).tracks.items.flatMap((item) => {
    const track = Track.safeParse(item);
    if (!track.success || track.data.is_playable === false) return [];
    const song = toSong(track.data, coverOrigins);
    const nameless = [song.title, song.artist].some((text) => !SongText.safeParse(text).success);
    return nameless ? [] : [song];
  });
}
