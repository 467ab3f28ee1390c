// How far the song is that plays: a bar, and '1:23 / 3:45'.
import { useEffect, useReducer } from "react";
import { overInMs, withinSong } from "../../server/contract/song_clock.ts";
import { formatClock } from "../lib/format.ts";
import { type Playing, positionOf } from "./room.ts";

interface SongClockProps {
  playing: Playing;
  positionMs: number;
}

export function SongClock({ playing, positionMs }: SongClockProps) {
  const { durationMs, isPlaying, seenAtMs, startedAt } = playing;
  // In a page from the server the position may be old.
  const isKnown = seenAtMs !== null || !isPlaying;
  const atMs = withinSong({ positionMs, durationMs });
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

// The position in the song that plays. Between two answers of the server it follows from the clock.

/** The position in ms, which changes each second unless the song is paused; undefined if the song is over. */
export function usePosition(playing: Playing | null): number | undefined {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  const goesOn = playing?.isPlaying;
  useEffect(() => {
    if (!goesOn) return;
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [goesOn]);
  if (!playing) return;
  const positionMs = positionOf(playing);
  return overInMs({ ...playing, positionMs }) > 0 ? positionMs : undefined;
}
