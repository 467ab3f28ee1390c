// Makes another source the cafe's. The queue stays as it is, whatever it was filled from.
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { MusicSettings } from "../../../server/contract/music_settings.ts";
import { sentenceOf } from "../../lib/http.ts";
import { useCafeLists } from "../live/use_cafe_lists.ts";
import { usePanel } from "../services.ts";
import { hasPlayer } from "../source_traits.ts";

export type Source = MusicSettings["sources"][number];

/** `wanted` is the id of the source whose choice is under way. */
export function useChooseSource({ source: inUse }: MusicSettings) {
  const router = useRouter();
  const { api, liveCafe, notices } = usePanel();
  const { queue } = useCafeLists();
  const [wanted, setWanted] = useState<string>();
  const choose = async ({ id, label }: Source) => {
    if (wanted !== undefined || id === inUse) return;
    setWanted(id);
    try {
      await api("PUT /api/music", { body: { source: id } });
      notices.show("success", `Müzik kaynağı: ${label}.`, whatStays(queue.length, id));
    } catch (error) {
      notices.show("error", "Müzik kaynağı değiştirilemedi.", sentenceOf(error));
    }
    await Promise.all([router.invalidate(), liveCafe.refresh().catch(() => {})]);
    setWanted(undefined);
  };
  return { wanted, choose };
}

/** `queued` is how many songs wait, `source` the id of the source that is in use now. */
function whatStays(queued: number, source: string): string {
  const back = "Geri dönmek için önceki kaynağı yeniden seçin.";
  if (queued === 0) return back;
  // docs/conductor.md#by-hand
  const byHand = hasPlayer(source) ? "; önceki kaynağın şarkıları otomatik çalınmaz" : "";
  return `Sıradaki ${queued} şarkı sırada kaldı${byHand}. ${back}`;
}
