// 'Play next': off while no account is connected, busy while under way, at rest after a success.
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../components/Button.tsx";
import { sentenceOf } from "../../lib/http.ts";
import { notify } from "../../lib/notices.ts";
import { api } from "../api.ts";
import { tellPlayed } from "./played.ts";

/** A second press within this would cut the song off that the first one started (design). */
const REST_MS = 2000;

export function PlayNextButton({ connected, empty }: { connected: boolean; empty: boolean }) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);

  const play = async () => {
    setBusy(true);
    try {
      notify("success", (await api.playNext()).msg);
      tellPlayed();
      // While the song still stands first, another press would look as if it sent that one again.
      await Promise.all([rested(), router.invalidate({ sync: true })]);
    } catch (error) {
      notify("error", sentenceOf(error) || "Sıradaki şarkı çalınırken bir hata oluştu.");
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
