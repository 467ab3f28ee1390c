// 'Play next': off while no account is connected, busy while under way, at rest after a success.
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { sentenceOf } from "../../lib/http.ts";
import { notify } from "../../lib/notices.ts";
import { api } from "../api.ts";
import { tellPlayed } from "./played.ts";

/** A second press within this would cut the song off that the first one started (design). */
const REST_MS = 2000;

export function PlayNextButton({ connected, empty }: { connected: boolean; empty: boolean }) {
  const router = useRouter();
  const [state, setState] = useState<"ready" | "busy" | "resting">("ready");
  useEffect(() => {
    if (state !== "resting") return;
    const timer = setTimeout(() => setState("ready"), REST_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const play = async () => {
    setState("busy");
    try {
      notify("success", (await api.playNext()).msg);
      setState("resting");
      tellPlayed();
    } catch (error) {
      notify("error", sentenceOf(error) || "Sıradaki şarkı çalınırken bir hata oluştu.");
      setState("ready");
    }
    await router.invalidate();
  };
  return (
    <div className="play-next">
      <Button
        look="primary"
        icon="play"
        disabled={!connected || empty && state === "ready"}
        busy={state !== "ready"}
        aria-describedby={connected ? undefined : "play-next-why"}
        onClick={play}
      >
        Sıradaki Şarkıyı Çal
      </Button>
      {!connected && <p id="play-next-why">Çalmak için önce Spotify hesabınızı bağlayın.</p>}
    </div>
  );
}
