// Ticks that the till has a request's tip, and takes the tick back (docs/money.md#till).
import { useState } from "react";
import type { Tick } from "../../../server/contract/till.ts";
import { sentenceOf } from "../../lib/http.ts";
import { usePanel } from "../services.ts";

/** `ticking` holds the ids of the ticks that are under way; a second one for the same id is ignored. */
export function useTick() {
  const { api, liveCafe, notices } = usePanel();
  const [ticking, setTicking] = useState<ReadonlySet<string>>(new Set());

  const tick = async (id: string, body: Tick) => {
    if (ticking.has(id)) return;
    setTicking((before) => new Set(before).add(id));
    try {
      await api("PUT /api/requests/:id/received", { params: { id }, body });
    } catch (error) {
      notices.show("error", "Kasa güncellenirken bir hata oluştu.", sentenceOf(error));
    }
    // Also after a failure: the tip may have been ticked elsewhere, or have grown.
    await liveCafe.refresh().catch(() => {});
    setTicking((before) => new Set([...before].filter((other) => other !== id)));
  };
  return { ticking, tick };
}
