// Approves and rejects requests, and takes songs out of the queue, one or many at once.
import { useState } from "react";
import { MAX_AT_ONCE } from "../../../server/contract/limits.ts";
import type { Decision, SongRequest } from "../../../server/contract/requests.ts";
import { sentenceOf } from "../../lib/http.ts";
import { MANY_WORDS, manyDone, type ManyKind, manyQuestion } from "../many_words.ts";
import { usePanel } from "../services.ts";

/** `deciding` holds the ids of the decisions that are under way; a second one for the same id is ignored. */
export function useDecision() {
  const { api, confirmation, liveCafe, notices, undo } = usePanel();
  const [deciding, setDeciding] = useState<ReadonlySet<string>>(new Set());

  /** Resolves once `send`, which decides on `ids`, is over and its consequences are shown. */
  const follow = async (ids: string[], send: () => Promise<void>) => {
    setDeciding((before) => new Set([...before, ...ids]));
    try {
      await send();
    } catch (error) {
      const which = ids.length > 1 ? "İstekler" : "İstek";
      notices.show("error", `${which} güncellenirken bir hata oluştu.`, sentenceOf(error));
    }
    // Also after a failure: the request may have been decided elsewhere.
    await liveCafe.refresh().catch(() => {});
    setDeciding((before) => new Set([...before].filter((other) => !ids.includes(other))));
  };

  return {
    deciding,
    async decide(request: SongRequest, status: Decision["status"]) {
      const { _id: id } = request;
      if (deciding.has(id)) return;
      await follow([id], async () => {
        const sentAt = Date.now();
        await api("PUT /api/requests/:id", { params: { id }, body: { status } });
        if (status === "rejected") undo.offer(request, sentAt);
      });
    },
    /**
     * Asks, and then decides on those of `shown` that no decision is under way for, by one call
     * (docs/requests.md#many-at-once). `begin` is called with them once the user has confirmed.
     */
    async decideMany<Shown extends SongRequest>(
      kind: ManyKind,
      shown: Shown[],
      begin?: (requests: Shown[]) => void,
    ) {
      const open = shown.filter(({ _id }) => !deciding.has(_id));
      if (open.length === 0 || !await confirmation.ask(manyQuestion(kind, open))) return;
      const requests = open.slice(0, MAX_AT_ONCE);
      const ids = requests.map(({ _id }) => _id);
      begin?.(requests);
      await follow(ids, async () => {
        const sentAt = Date.now();
        const body = { ids, status: MANY_WORDS[kind].status };
        const { changed } = await api("POST /api/requests/decide", { body });
        const decided = { kind, requests, changed };
        if (changed > 0) undo.offerMany(decided, sentAt);
        else notices.show("error", "Hiçbir istek güncellenmedi.", manyDone(decided).detail);
      });
    },
  };
}
