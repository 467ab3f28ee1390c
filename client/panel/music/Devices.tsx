// The devices of the music account: which one plays, and which one shall.
import { useCallback, useEffect, useState } from "react";
import type { PlayerState } from "../../../server/contract/playback.ts";
import { Button } from "../../components/Button.tsx";
import { Notice } from "../../components/Notice.tsx";
import { sentenceOf } from "../../lib/http.ts";
import { usePanel } from "../services.ts";
import { DeviceChoice } from "./DeviceChoice.tsx";

export function Devices() {
  const { player, failure, read } = useDevices();
  if (failure !== undefined) {
    return (
      <Notice kind="error" text="Cihazlar okunamadı." detail={failure}>
        <Button onClick={() => void read()}>Tekrar dene</Button>
      </Notice>
    );
  }
  if (!player) return <p role="status">Cihazlar okunuyor…</p>;
  return (
    <div className="music-devices">
      <DeviceChoice devices={player.devices} onChosen={read} />
      <div className="form-end">
        <Button onClick={() => void read()}>Cihazları yenile</Button>
        {player.device && <p>Şu anda: {player.device}</p>}
      </div>
    </div>
  );
}

/** They are read when the screen opens, on request, and when the page is seen again. */
function useDevices() {
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
