// How far the song is: a bar along the player bar's edge.
import { formatClock } from "../../lib/format_clock.ts";
import type { ShownSong } from "./observation.ts";

export interface SongProgressProps {
  song: Pick<ShownSong, "durationMs" | "positionMs">;
}

/** Nothing for a song of unknown length. */
export function SongProgress({ song }: SongProgressProps) {
  const { durationMs, positionMs } = song;
  if (durationMs === null) return null;
  return (
    <progress
      className="player-progress"
      aria-label="Şarkının ilerleyişi"
      aria-valuetext={timesOf(song)}
      max={durationMs}
      value={Math.min(positionMs, durationMs)}
    />
  );
}

/** '1:23 / 3:45'. Screen readers get it from the bar. */
export function SongTimes({ song }: SongProgressProps) {
  return <p className="player-times" aria-hidden="true">{timesOf(song)}</p>;
}

function timesOf({ durationMs, positionMs }: SongProgressProps["song"]): string {
  if (durationMs === null) return formatClock(positionMs);
  return `${formatClock(Math.min(positionMs, durationMs))} / ${formatClock(durationMs)}`;
}
