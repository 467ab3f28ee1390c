// Approves and rejects requests, and takes songs out of the queue.
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { Decision } from "../../../server/contract/requests.ts";
import { sentenceOf } from "../../lib/http.ts";
import { usePanel } from "../services.ts";

/** `deciding` holds the ids of the decisions that are under way; a second one for the same id is ignored. */
export function useDecision() {
  const router = useRouter();
  const { api, notices } = usePanel();
  const [deciding, setDeciding] = useState<ReadonlySet<string>>(new Set());

  const decide = async (id: string, status: Decision["status"]) => {
    if (deciding.has(id)) return;
    setDeciding((before) => new Set(before).add(id));
    try {
      await api("PUT /api/requests/:id", { params: { id }, body: { status } });
    } catch (error) {
      notices.show("error", "İstek güncellenirken bir hata oluştu.", sentenceOf(error));
    }
    // Also after a failure: the request may have been decided elsewhere. `sync` waits until the row is gone.
    await router.invalidate({ sync: true });
    setDeciding((before) => new Set([...before].filter((other) => other !== id)));
  };
  return { deciding, decide };
}
