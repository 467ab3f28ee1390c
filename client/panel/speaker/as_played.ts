// A reading of the playback, with the song that this player plays.
import type { PlaybackReading } from "../player/use_playback.ts";
import type { SpeakerState } from "./speaker_state.ts";

/** What plays is known here first. Of a song that may be a guest's it is asked whether to cut it off. */
export function asPlayed(
  reading: PlaybackReading,
  { playing, positionMs, isPaused }: SpeakerState,
  byGuest = true,
): PlaybackReading {
  const { playback } = reading;
  const song = playing && { ...playing, positionMs, isPlaying: !isPaused, byGuest };
  return {
    ...reading,
    observation: playback && { playback, song, ended: null, devices: undefined },
  };
}
