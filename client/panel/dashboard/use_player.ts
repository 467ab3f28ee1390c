// Asks the player what plays, at a polite pace and only while somebody looks.
import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, sentenceOf } from "../../lib/http.ts";
import { api } from "../api.ts";
import { hear, type Heard } from "./ended_song.ts";
import { PLAYED } from "./played.ts";

/** How often the player is asked; in between the progress is reckoned here. */
const EVERY_MS = 5000;
const TICK_MS = 1000;
/** The longest that a refusal may keep the screen from asking by itself. */
const LONGEST_REST_S = 5 * 60;

export function usePlayer() {
  const [heard, setHeard] = useState<Heard>();
  const [failure, setFailure] = useState<string>();
  /** Until when the server asked to be left alone (Retry-After); a person may ask before. */
  const restUntil = useRef(0);

  const refresh = useCallback(async () => {
    try {
      const player = await api.player();
      restUntil.current = 0;
      setHeard((before) => hear(before, player));
      setFailure(undefined);
    } catch (error) {
      const restS = error instanceof ApiError && error.retryAfterS || 0;
      restUntil.current = Date.now() + Math.min(restS, LONGEST_REST_S) * 1000;
      setFailure(sentenceOf(error) || "Sunucuya ulaşılamıyor.");
    }
  }, []);

  useEffect(() => {
    const listening = new AbortController();
    const ask = () =>
      document.visibilityState === "visible" && Date.now() >= restUntil.current && refresh();
    ask();
    const asking = setInterval(ask, EVERY_MS);
    const ticking = setInterval(() => setHeard(oneTickOn), TICK_MS);
    document.addEventListener("visibilitychange", ask, listening);
    addEventListener(PLAYED, ask, listening);
    return () => {
      clearInterval(asking);
      clearInterval(ticking);
      listening.abort();
    };
  }, [refresh]);

  return { heard, failure, refresh };
}

function oneTickOn(heard: Heard | undefined): Heard | undefined {
  if (!heard?.player.isPlaying) return heard;
  const { progressMs, durationMs } = heard.player;
  const player = { ...heard.player, progressMs: Math.min(progressMs + TICK_MS, durationMs) };
  return { ...heard, player };
}
