// The position in the song that plays. Between two answers of the server it follows from the clock.
import { useEffect, useReducer } from "react";
import { overInMs } from "../../server/contract/waiting.ts";
import { type Playing, positionOf } from "./room.ts";

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
