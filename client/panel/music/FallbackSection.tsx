// The playlist that plays while the queue is empty.
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { MusicSettings } from "../../../server/contract/music_settings.ts";
import { Button } from "../../components/Button.tsx";
import { Cover } from "../../components/Cover.tsx";
import { sentenceOf } from "../../lib/http.ts";
import { usePanel } from "../services.ts";
import { PlaylistForm } from "./PlaylistForm.tsx";

export function FallbackSection({ settings: { fallback } }: { settings: MusicSettings }) {
  const hasList = fallback.kind === "playlist";
  return (
    <section className="card" aria-labelledby="fallback-heading">
      <h2 id="fallback-heading">Sıra boşken çalan liste</h2>
      <p>Sırada istek yokken bu liste karışık çalar. Bunun için 'Otomatik çal' açık olmalıdır.</p>
      {hasList && <SavedList fallback={fallback} />}
      {/* A new form after each change: what was typed is saved by then. */}
      <PlaylistForm key={fallback.url} isFirst={!hasList} />
    </section>
  );
}

function SavedList({ fallback }: Pick<MusicSettings, "fallback">) {
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
