// What is known of the music after several readings: what plays, and which song ended without a successor.
import type { Playback, SeenPlayer } from "../../../server/contract/automatic.ts";
import type { PlayingSong } from "../../../server/contract/playback.ts";
import { overInMs } from "../../../server/contract/waiting.ts";

export interface ShownSong extends
  Pick<
    PlayingSong,
    "title" | "artist" | "albumArt" | "durationMs" | "positionMs" | "isPlaying" | "byGuest"
  > {
  /** By which a command names it. Undefined for what the cafe has not started. */
  playId?: string;
  /** The request for it, null if there is none or it is not known. */
  requestId: string | null;
}

export interface Observation {
  playback: Playback;
  /** What plays, or is paused. */
  song: ShownSong | null;
  /** The song that ended, if nothing plays after it. */
  ended: ShownSong | null;
}

/**
 * Adds a reading to what was known `before`: what the account's player shows, if it was looked at, otherwise what was
 * recorded. The player shows no song that is over (docs/playback.md#player); a paused one it does, which therefore has not
 * ended.
 */
export function observe(before: Observation | undefined, playback: Playback): Observation {
  const { seen } = playback;
  const song = seen ? songOf(seen, [playback.playing, before?.song]) : playback.playing;
  if (song || seen?.isPlaying || mayPlayOther(playback)) return { playback, song, ended: null };
  const ended = before?.song?.isPlaying ? before.song : before?.ended;
  return { playback, song, ended: ended ?? null };
}

/** What is known `ms` later, without another reading. */
export function later(observation: Observation | undefined, ms: number): Observation | undefined {
  const { song } = observation ?? {};
  if (!song?.isPlaying) return observation;
  return { ...observation!, song: { ...song, positionMs: song.positionMs + ms } };
}

/** In how many ms the song is over; undefined while nothing plays. */
export function songOverInMs(song: ShownSong | null | undefined): number | undefined {
  return song?.isPlaying ? overInMs(song) : undefined;
}

/** Whether the account may play something that the cafe has not started. */
function mayPlayOther({ state }: Playback): boolean {
  return state === "human" || state === "blocked";
}

/** The player does not say which play it is: one that is `known` by the same title. */
function songOf(
  { track, isPlaying, byGuest, progressMs, durationMs }: SeenPlayer,
  known: (ShownSong | null | undefined)[],
): ShownSong | null {
  if (!track) return null;
  const { title, artist, albumArt } = track;
  const same = known.find((song) => song?.title === title && song.artist === artist);
  return {
    ...{ title, artist, albumArt, isPlaying, byGuest, positionMs: progressMs, durationMs },
    playId: same?.playId,
    requestId: same?.requestId ?? null,
  };
}
