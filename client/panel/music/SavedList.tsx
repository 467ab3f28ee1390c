// The saved playlist, and the button that removes it.
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { MusicSettings } from "../../../server/contract/music_settings.ts";
import { Button } from "../../components/Button.tsx";
import { Cover } from "../../components/Cover.tsx";
import { sentenceOf } from "../../lib/http.ts";
import { usePanel } from "../services.ts";

export function SavedList({ fallback }: Pick<MusicSettings, "fallback">) {
  const router = useRouter();
  const { api, notices } = usePanel();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await api("PUT /api/music", { body: { fallback: { kind: "none" } } });
      notices.show("success", "Liste kaldırıldı. Sıra boşken müzik çalmaz.");
      await router.invalidate();
    } catch (error) {
      notices.show("error", "Liste kaldırılırken bir hata oluştu.", sentenceOf(error));
    }
    setBusy(false);
  };
  return (
    <div className="music-list">
      <Cover src={fallback.albumArt ?? ""} />
      <p className="music-list-title">{fallback.title}</p>
      <Button busy={busy} onClick={remove}>Kaldır</Button>
    </div>
  );
}
