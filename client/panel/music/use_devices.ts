// Reads the devices of the music account: when the screen opens, on request, and when it is seen again.
import { useCallback, useEffect, useState } from "react";
import type { PlayerState } from "../../../server/contract/playback.ts";
import { sentenceOf } from "../../lib/http.ts";
import { usePanel } from "../services.ts";

export function useDevices() {
  const { api } = usePanel();
  const [player, setPlayer] = useState<PlayerState>();
  const [failure, setFailure] = useState<string>();
  const read = useCallback(async () => {
    try {
      setPlayer(await api("GET /api/spotify/player"));
      setFailure(undefined);
    } catch (error) {
      setFailure(sentenceOf(error));
    }
  }, [api]);
  useEffect(() => void read(), [read]);
  useEffect(() => {
    const listening = new AbortController();
    // Who has opened the music service's app on this device comes back to choose it.
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") void read();
    }, listening);
    return () => listening.abort();
  }, [read]);
  return { player, failure, read };
}
