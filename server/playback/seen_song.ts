// What a look at the player says of a song: whether it is the one that was ordered, the one that played before, and whether it
// is over (docs/conductor.md#the-end-of-a-song). Pure.
import type { NowPlaying, Song } from "../music/provider.ts";

/** Durations of one recording may differ by this much, in ms. */
const SAME_DURATION_MS = 3_000;
/** A song that stopped this close to its end, in ms, has ended: services do not stop exactly there. */
const END_MS = 3_000;
/** A player may go on saying 'playing' at the end of a song. After this time, in ms, it has ended. */
export const STUCK_MS = 10_000;

/**
 * Whether the player shows the song that was ordered by this uri. A service may play another recording under another uri.
 * Unlike `isSameSong` it takes no song for ours by its words: what begins, and earns its tip, has to be proven.
 */
export function isSongOf({ uri }: { uri: string }, seen: Pick<NowPlaying, "song" | "otherUri">) {
  return seen.song !== null && (seen.song.uri === uri || seen.otherUri === uri);
}

type Described =
  & Pick<Song, "uri" | "title" | "artist" | "durationMs">
  & Pick<NowPlaying, "otherUri">;

/**
 * Whether two descriptions are of one song that goes on. The service may answer with another uri than the one that it was
 * given: then title, artists and duration tell. Unlike the key by which the rules of the house know a song
 * (server/house/song_key.ts), it tells recordings apart.
 */
export function isSameSong(a: Described, b: Described): boolean {
  const uris = [a.uri, a.otherUri].filter((uri) => uri !== undefined);
  if (uris.includes(b.uri) || (b.otherUri !== undefined && uris.includes(b.otherUri))) return true;
  const isAsLong = a.durationMs === null || b.durationMs === null ||
    Math.abs(a.durationMs - b.durationMs) <= SAME_DURATION_MS;
  return a.title === b.title && a.artist === b.artist && isAsLong;
}

/** A song that a player shows, as the provider says it and as the conductor's machine keeps it. */
interface Shown extends Pick<NowPlaying, "isPlaying" | "progressMs" | "tellsEnd"> {
  song: Pick<Song, "durationMs"> | null;
}

/** Whether a song that plays is shown at its end, where a player may stand still for as long as it likes. */
export function isAtEnd({ song, isPlaying, progressMs }: Shown): boolean {
  return isPlaying && isNearEnd(song, progressMs);
}

/**
 * Whether the song that is shown is over, although the player still shows it: it stands at its start or at its end, or
 * claims to play long after its end. What is no song of the catalogue, and a song that stands at an unknown place, is not.
 */
export function isOver({ song, isPlaying, progressMs, tellsEnd }: Shown): boolean {
  if (song === null || progressMs === null || tellsEnd) return false;
  if (isPlaying) return song.durationMs !== null && progressMs >= song.durationMs + STUCK_MS;
  return progressMs === 0 || isNearEnd(song, progressMs);
}

function isNearEnd(song: Shown["song"], progressMs: number | null): boolean {
  return progressMs !== null && song !== null && song.durationMs !== null &&
    progressMs >= song.durationMs - END_MS;
}
