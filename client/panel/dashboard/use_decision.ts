// Approves and rejects, and takes out of the queue.
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { Decision } from "../../../server/contract/requests.ts";
import { sentenceOf } from "../../lib/http.ts";
import { notify } from "../../lib/notices.ts";
import { api } from "../api.ts";

/** `deciding` holds the ids that are under way, so that a second press does nothing. */
export function useDecision() {
  const router = useRouter();
  const [deciding, setDeciding] = useState<ReadonlySet<string>>(new Set());

  const decide = async (id: string, status: Decision["status"]) => {
    if (deciding.has(id)) return;
    setDeciding((before) => new Set(before).add(id));
    try {
      await api.decide(id, { status });
    } catch (error) {
      notify("error", "İstek güncellenirken bir hata oluştu.", sentenceOf(error));
    }
    // Also after a failure: somebody else may have decided. `sync` waits until the row has gone.
    await router.invalidate({ sync: true });
    setDeciding((before) => new Set([...before].filter((other) => other !== id)));
  };
  return { deciding, decide };
}
