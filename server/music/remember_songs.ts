// Keeps how songs are called, so that requests for them can be described (docs/requests.md#sending).
import { rememberTracks } from "../../db/tracks.ts";
import type { Deps } from "../deps.ts";
import { songWords } from "../house/song_key.ts";
import type { Song } from "./provider.ts";

/** As many songs are kept. */
const MAX_TRACKS = 20_000;

/** The write queue commits it before any request that is filed later. */
export async function rememberSongs(
  { db, now }: Pick<Deps, "db" | "now">,
  songs: Song[],
): Promise<void> {
  const seenAt = now();
  // The table has 0 for an unknown length.
  const shown = songs.map((song) => {
    const { uri, title, artist, albumArt, explicit } = song;
    const durationMs = song.durationMs ?? 0;
    return { uri, title, artist, albumArt, durationMs, seenAt, explicit, ...songWords(song) };
  });
  await rememberTracks(db, shown, MAX_TRACKS);
}
