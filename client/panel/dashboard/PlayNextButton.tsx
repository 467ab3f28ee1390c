// The play-next button: disabled without a music account, busy during the call and for a moment after a success.
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../components/Button.tsx";
import { sentenceOf } from "../../lib/http.ts";
import { announcePlayStarted } from "./play_started.ts";
import { usePanel } from "../services.ts";

/** How long the button stays busy: a second press would cut off the song that the first one started. */
const REST_MS = 2000;

export function PlayNextButton({ connected, empty }: { connected: boolean; empty: boolean }) {
  const router = useRouter();
  const { api, notices } = usePanel();
  const [busy, setBusy] = useState(false);

  const play = async () => {
    setBusy(true);
    try {
      notices.show("success", (await api("POST /api/requests/play-next")).msg);
      announcePlayStarted();
      // Until the song has left the queue, another press would seem to play it again.
      await Promise.all([rested(), router.invalidate({ sync: true })]);
    } catch (error) {
      notices.show("error", sentenceOf(error) || "Sıradaki şarkı çalınırken bir hata oluştu.");
      router.invalidate();
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="play-next">
      <Button
        look="primary"
        icon="play"
        disabled={!connected || empty && !busy}
        busy={busy}
        aria-describedby={connected ? undefined : "play-next-why"}
        onClick={play}
      >
        Sıradaki Şarkıyı Çal
      </Button>
      {!connected && <p id="play-next-why">Çalmak için önce Spotify hesabınızı bağlayın.</p>}
    </div>
  );
}

function rested(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, REST_MS));
}
