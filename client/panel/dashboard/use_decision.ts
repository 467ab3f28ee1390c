// Approves and rejects requests, and takes songs out of the queue.
import { useState } from "react";
import type { Decision, SongRequest } from "../../../server/contract/requests.ts";
import { sentenceOf } from "../../lib/http.ts";
import { usePanel } from "../services.ts";

/** `deciding` holds the ids of the decisions that are under way; a second one for the same id is ignored. */
export function useDecision() {
  const { api, liveCafe, notices, undo } = usePanel();
  const [deciding, setDeciding] = useState<ReadonlySet<string>>(new Set());

  const decide = async (request: SongRequest, status: Decision["status"]) => {
    const { _id: id } = request;
    if (deciding.has(id)) return;
    setDeciding((before) => new Set(before).add(id));
    const sentAt = Date.now();
    try {
      await api("PUT /api/requests/:id", { params: { id }, body: { status } });
      if (status === "rejected") undo.offer(request, sentAt);
    } catch (error) {
      notices.show("error", "İstek güncellenirken bir hata oluştu.", sentenceOf(error));
    }
    // Also after a failure: the request may have been decided elsewhere.
    await liveCafe.refresh().catch(() => {});
    setDeciding((before) => new Set([...before].filter((other) => other !== id)));
  };
  return { deciding, decide };
}
