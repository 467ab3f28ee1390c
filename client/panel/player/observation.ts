// What is known of the music after several readings: what plays, and which song ended without a successor.
import type { Playback } from "../../../server/contract/automatic.ts";
import type { Device } from "../../../server/contract/music.ts";
import type { PlayerState, PlayingSong } from "../../../server/contract/playback.ts";
import { overInMs } from "../../../server/contract/waiting.ts";

export type ShownSong = Pick<
  PlayingSong,
  "title" | "artist" | "albumArt" | "durationMs" | "positionMs" | "isPlaying" | "byGuest"
>;

export interface Observation {
  playback: Playback;
  /** What plays, or is paused. */
  song: ShownSong | null;
  /** The song that ended, if nothing plays after it. */
  ended: ShownSong | null;
  /** Undefined if they were not read. */
  devices: Device[] | undefined;
}

/**
 * Adds a reading to what was known `before`. With `player` that is what the player shows, otherwise what was recorded.
 * The player shows no song that is over (docs/playback.md#player); a paused one it does, which therefore has not ended.
 */
export function observe(
  before: Observation | undefined,
  playback: Playback,
  player?: PlayerState,
): Observation {
  const song = player ? songOf(player) : playback.playing;
  const devices = player?.devices;
  if (song || player?.isPlaying || mayPlayOther(playback)) {
    return { playback, song, ended: null, devices };
  }
  const ended = before?.song?.isPlaying ? before.song : before?.ended;
  return { playback, song, ended: ended ?? null, devices };
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

function songOf({ track, isPlaying, byGuest, progressMs, durationMs }: PlayerState) {
  if (!track) return null;
  const { title, artist, albumArt } = track;
  return { title, artist, albumArt, isPlaying, byGuest, positionMs: progressMs, durationMs };
}
