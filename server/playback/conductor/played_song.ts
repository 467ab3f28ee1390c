// A song of the database, in the words of the machine. Pure.
import type { SentPlay } from "../../../db/plays.ts";
import { UNKNOWN_DURATION_MS } from "../../contract/waiting.ts";
import type { SongFacts } from "./facts.ts";

type PlayedSong = Pick<SentPlay, "uri" | "title" | "artist" | "albumArt" | "durationMs">;

/** The song of a play. One of unknown length is looked at when a song of usual length would end. */
export function toSong({ uri, title, artist, albumArt, durationMs }: PlayedSong): SongFacts {
  return { uri, title, artist, albumArt, durationMs: durationMs ?? UNKNOWN_DURATION_MS };
}
