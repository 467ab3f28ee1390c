// Reads what plays now, every few seconds and only while the page is visible.
import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, sentenceOf } from "../../lib/http.ts";
import { usePanel } from "../services.ts";
import { PLAY_STARTED } from "./play_started.ts";
import { observePlayer, type PlayerObservation } from "./player_observation.ts";

const READ_INTERVAL_MS = 5000;
/** Between two readings the progress is counted here. */
const TICK_INTERVAL_MS = 1000;
/** The longest time for which a refusal can keep the page from reading by itself. */
const MAX_RETRY_AFTER_S = 5 * 60;

export function usePlayer() {
  const { api } = usePanel();
  const [observation, setObservation] = useState<PlayerObservation>();
  const [failure, setFailure] = useState<string>();
  /** The server asked for no calls until then (Retry-After), in epoch ms. A click on 'Tekrar dene' calls anyway. */
  const silentUntil = useRef(0);

  const refresh = useCallback(async () => {
    try {
      const player = await api("GET /api/spotify/player");
      silentUntil.current = 0;
      setObservation((before) => observePlayer(before, player));
      setFailure(undefined);
    } catch (error) {
      const retryAfterS = error instanceof ApiError && error.retryAfterS || 0;
      silentUntil.current = Date.now() + Math.min(retryAfterS, MAX_RETRY_AFTER_S) * 1000;
      setFailure(sentenceOf(error) || "Sunucuya ulaşılamıyor.");
    }
  }, [api]);

  useEffect(() => {
    const listening = new AbortController();
    const read = () => {
      if (document.visibilityState === "visible" && Date.now() >= silentUntil.current) refresh();
    };
    read();
    const reading = setInterval(read, READ_INTERVAL_MS);
    const ticking = setInterval(() => setObservation(oneTickLater), TICK_INTERVAL_MS);
    document.addEventListener("visibilitychange", read, listening);
    addEventListener(PLAY_STARTED, read, listening);
    return () => {
      clearInterval(reading);
      clearInterval(ticking);
      listening.abort();
    };
  }, [refresh]);

  return { observation, failure, refresh };
}

function oneTickLater(observation: PlayerObservation | undefined): PlayerObservation | undefined {
  if (!observation?.player.isPlaying) return observation;
  const { progressMs, durationMs } = observation.player;
  const player = {
    ...observation.player,
    progressMs: Math.min(progressMs + TICK_INTERVAL_MS, durationMs),
  };
  return { ...observation, player };
}
