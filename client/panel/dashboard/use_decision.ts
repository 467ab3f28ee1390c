// Approves and rejects requests, and takes songs out of the queue, one or many at once.
import { useLayoutEffect, useRef, useState } from "react";
import { MAX_AT_ONCE } from "../../../server/contract/limits.ts";
import type { Decision, SongRequest } from "../../../server/contract/requests.ts";
import { sentenceOf } from "../../lib/http.ts";
import { MANY_WORDS, manyDone, type ManyKind, manyQuestion } from "../many_words.ts";
import { usePanel } from "../services.ts";
import { useRowQuestion } from "../use_row_question.ts";

/** A question about many requests, by their ids. */
interface ManyAsked {
  kind: ManyKind;
  ids: ReadonlySet<string>;
}

/**
 * `shown` are the requests that can be decided at once. `deciding` holds the ids of the decisions that are under way; a
 * second one for the same id is ignored.
 */
export function useDecision<Shown extends SongRequest>(shown: Shown[] = []) {
  const { api, notices, queries, undo } = usePanel();
  const [deciding, setDeciding] = useState<ReadonlySet<string>>(new Set());

  const stillShown = useRef((_ids: ReadonlySet<string>) => shown);
  stillShown.current = (ids) => shown.filter(({ _id }) => ids.has(_id));
  const askMany = useRowQuestion<ManyAsked>({
    about({ kind, ids }) {
      const left = stillShown.current(ids);
      return left.length > 0 ? manyQuestion(kind, left) : undefined;
    },
    gone: ({ kind }) => MANY_WORDS[kind].gone,
  });

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
    await queries.refreshRoom();
    setDeciding((before) => new Set([...before].filter((other) => !ids.includes(other))));
  };

  /** By one call, which can be taken back by one undo. */
  const sendMany = async (kind: ManyKind, requests: Shown[]) => {
    const ids = requests.map(({ _id }) => _id);
    await follow(ids, async () => {
      const sentAt = Date.now();
      const body = { ids, status: MANY_WORDS[kind].status };
      const { changed } = await api("POST /api/requests/decide", { body });
      const decided = { kind, requests, changed };
      if (changed > 0) undo.offerMany(decided, sentAt);
      else notices.show("error", "Hiçbir istek güncellenmedi.", manyDone(decided).detail);
    });
  };

  return {
    deciding,
    /**
     * Decides at once on those of `requests` that no decision is under way for: the requests of one guest, or one that was
     * swiped or decided by a key. All of them can be taken back.
     */
    async decideSome(requests: Shown[], status: Decision["status"]) {
      const open = requests.filter(({ _id }) => !deciding.has(_id)).slice(0, MAX_AT_ONCE);
      if (open.length > 0) await sendMany(status === "approved" ? "approve" : "reject", open);
    },
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
     * Asks, and then decides on those of `shown` that no decision was under way for and that are shown still, by one call
     * (docs/requests.md#many-at-once). `begin` is called with them once the user has confirmed.
     */
    async decideMany(kind: ManyKind, begin?: (requests: Shown[]) => void) {
      const open = shown.filter(({ _id }) => !deciding.has(_id)).map(({ _id }) => _id);
      const asked = new Set(open);
      if (!await askMany({ kind, ids: asked })) return;
      const requests = stillShown.current(asked).slice(0, MAX_AT_ONCE);
      begin?.(requests);
      await sendMany(kind, requests);
    },
  };
}

// Keeps the focus in a list: if the focused row is removed, the row that takes its place gets the focus.

/** The element that had the focus, and if it is in a row, the row's index in the list and the button's in the row. */
interface Focused {
  element: Element;
  row?: { id: string; index: number; button: number };
}

/**
 * Returns a ref for the element around a list whose rows carry `data-glide`. The heading in it takes the focus when the
 * list becomes empty, and when a button beside the heading is removed.
 */
export function useKeptFocus(rows: readonly { _id: string }[]) {
  const container = useRef<HTMLElement>(null);
  const last = useRef<Focused>(undefined);

  useLayoutEffect(() => {
    const section = container.current!;
    const remember = ({ target }: FocusEvent) => {
      const element = target as HTMLButtonElement;
      const row = element.closest<HTMLElement>("[data-glide]");
      const id = row?.dataset.glide;
      last.current = {
        element,
        row: row && id !== undefined
          ? {
            id,
            index: rows.findIndex(({ _id }) => _id === id),
            button: [...row.querySelectorAll("button")].indexOf(element),
          }
          : undefined,
      };
    };
    // Also what gets the focus here: its row may be the next one to go.
    section.addEventListener("focusin", remember);

    const { element, row } = last.current ?? {};
    // A row that fades out is still in the document.
    const gone = row ? !rows.some(({ _id }) => _id === row.id) : element?.isConnected === false;
    if (gone) last.current = undefined;
    if (gone && document.activeElement === document.body) {
      const next = row && rows[Math.min(row.index, rows.length - 1)];
      const place = next && section.querySelector(`[data-glide="${CSS.escape(next._id)}"]`);
      const successor = place?.querySelectorAll("button")[row!.button];
      (successor ?? section.querySelector("h2"))?.focus();
    }
    return () => section.removeEventListener("focusin", remember);
  }, [rows]);

  return container;
}
