// How far the song is that plays: a bar, and '1:23 / 3:45'.
import { formatClock } from "../lib/format_clock.ts";
import type { Playing } from "./room.ts";

export interface SongClockProps {
  playing: Playing;
  positionMs: number;
}

export function SongClock({ playing, positionMs }: SongClockProps) {
  const { durationMs, isPlaying, seenAtMs, startedAt } = playing;
  // In a page from the server the position may be old.
  const isKnown = seenAtMs !== null || !isPlaying;
  const atMs = Math.min(positionMs, durationMs ?? positionMs);
  const times = [
    ...(isKnown ? [formatClock(atMs)] : []),
    ...(durationMs === null ? [] : [formatClock(durationMs)]),
  ];
  return (
    <div className="song-clock">
      {durationMs !== null && (
        <div className="song-bar">
          {/* The policy of the page allows no style in its HTML. */}
          <span
            key={startedAt}
            style={seenAtMs === null
              ? undefined
              : { transform: `translateX(${100 * (atMs / durationMs - 1)}%)` }}
          />
        </div>
      )}
      <p>{times.join(" / ")}</p>
    </div>
  );
}
