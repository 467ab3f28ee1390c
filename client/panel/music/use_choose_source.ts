// Makes another source the cafe's. The queue stays as it is, whatever it was filled from.
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { MusicSettings } from "../../../server/contract/music_settings.ts";
import type { OpenRequest } from "../../../server/contract/requests.ts";
import { sentenceOf } from "../../lib/http.ts";
import { queueOf, waitingOf } from "../live/queue_of.ts";
import { usePanel } from "../services.ts";
import { hasPlayer } from "../source_traits.ts";

export type Source = MusicSettings["sources"][number];

/** `wanted` is the id of the source whose choice is under way. */
export function useChooseSource({ source: inUse }: MusicSettings) {
  const router = useRouter();
  const { api, liveCafe, notices } = usePanel();
  const [wanted, setWanted] = useState<string>();
  const refresh = () => liveCafe.refresh().catch(() => {});
  const choose = async ({ id, label }: Source) => {
    if (wanted !== undefined || id === inUse) return;
    setWanted(id);
    try {
      await api("PUT /api/music", { body: { source: id } });
      // What is not known is not said.
      const reading = api("GET /api/playback").catch(() => ({ auto: true }));
      const [{ auto }] = await Promise.all([reading, refresh()]);
      const requests = liveCafe.current().facts?.requests ?? [];
      notices.show("success", `Müzik kaynağı: ${label}.`, whatStays(requests, id, auto));
    } catch (error) {
      notices.show("error", "Müzik kaynağı değiştirilemedi.", sentenceOf(error));
    }
    await Promise.all([router.invalidate(), refresh()]);
    setWanted(undefined);
  };
  return { wanted, choose };
}

/** What becomes of the cafe's requests, and of the switch, at the source that is in use now. */
function whatStays(requests: readonly OpenRequest[], source: string, auto: boolean): string {
  const waiting = waitingOf(requests).length;
  const queued = queueOf(requests).length + waiting;
  const wait = waiting > 0 ? `; ${waiting} tanesi kendi kaynağına dönünce çalar` : "";
  return [
    queued > 0 && `Sıradaki ${queued} şarkı sırada kaldı${wait}.`,
    // docs/manual.md#playing
    hasPlayer(source) && !auto && "Otomatik çal kapalı: şarkıları siz başlatırsınız.",
    "Geri dönmek için önceki kaynağı yeniden seçin.",
  ].filter(Boolean).join(" ");
}
