// Taking decisions back: a notice with 'Geri al' for as long as the server allows it (docs/requests.md#undo).
import { UNDO_MS } from "../../server/contract/limits.ts";
import type { OpenRequest, SongRequest } from "../../server/contract/requests.ts";
import { ApiError, sentenceOf } from "../lib/http.ts";
import type { Notices } from "../lib/notices.ts";
import { shortTitle } from "../lib/format.ts";
import type { Api } from "./api.ts";
import { type ManyDecided, manyDone, manyUndone, type Said } from "./many_words.ts";
import type { Queries } from "./queries.ts";

const FAILED = "İşlem geri alınamadı.";

export interface Undo {
  /** Offers to take back the rejection of `request`, as it was before, whose call was sent at `sentAt` (epoch ms). */
  offer(request: Rejected, sentAt: number): void;
  /** Offers to give `request`, which was put first, its usual place again. */
  offerFirst(request: SongRequest, sentAt: number): void;
  /** Offers to take back a decision on many requests at once, by one undo. */
  offerMany(decided: ManyDecided, sentAt: number): void;
  /** Takes back the latest decision. Resolves to whether there was one. */
  undoLatest(): Promise<boolean>;
  forget(): void;
}

type Rejected = SongRequest & Partial<Pick<OpenRequest, "unplayable">>;

/** A decision that can be taken back. */
interface Decision {
  done: Said;
  until: number;
  /** The row that may take the focus once it is back. */
  firstId: string;
  /** Takes it back. Resolves to what came of it, undefined if it is too late. @throws ApiError, NetworkError */
  send(): Promise<Said | undefined>;
}

/** One notice is shown at a time, for the latest decision; once that is taken back, the one before it is offered. */
export function createUndo(
  { api, notices, queries }: { api: Api; notices: Notices; queries: Queries },
): Undo {
  let decisions: Decision[] = [];
  let shown: number | undefined;

  return {
    offer(request, sentAt) {
      const { _id: id } = request;
      const { done, where } = wordsOf(request);
      const song = `'${shortTitle(request.songTitle)}'`;
      add(sentAt, {
        done: { text: `${song} ${done}.` },
        firstId: id,
        async send() {
          await api("POST /api/requests/:id/undo", { params: { id } });
          return { text: `${song} yeniden ${where}.` };
        },
      });
    },
    offerFirst({ _id: id, songTitle }, sentAt) {
      const song = `'${shortTitle(songTitle)}'`;
      add(sentAt, {
        done: { text: `${song} öne alındı.` },
        firstId: id,
        async send() {
          // An undo would take back the approval if the song was given its usual place meanwhile.
          await api("PUT /api/requests/:id/first", { params: { id }, body: { first: false } });
          return { text: `${song} yeniden bahşiş sırasında.` };
        },
      });
    },
    offerMany(decided, sentAt) {
      const ids = decided.requests.map(({ _id }) => _id);
      add(sentAt, {
        done: manyDone(decided),
        firstId: ids[0]!,
        async send() {
          const { changed } = await api("POST /api/requests/undo", { body: { ids } });
          return changed > 0 ? manyUndone(decided, changed) : undefined;
        },
      });
    },
    async undoLatest() {
      const latest = alive().at(-1);
      if (latest) await takeBack(latest);
      return latest !== undefined;
    },
    forget: () => void (decisions = []),
  };

  function add(sentAt: number, decision: Omit<Decision, "until">): void {
    // The server counts from the decision, which is made after the call was sent: this is never too long.
    decisions.push({ ...decision, until: sentAt + UNDO_MS });
    show();
  }

  function alive(): Decision[] {
    return decisions = decisions.filter(({ until }) => until > Date.now());
  }

  function show(): void {
    if (shown !== undefined) notices.dismiss(shown);
    const latest = alive().at(-1);
    if (!latest) return;
    const { done, until } = latest;
    const others = decisions.length - 1;
    const earlier = others > 0 && `Önceki ${others} işlem de geri alınabilir.`;
    shown = notices.show(
      "success",
      done.text,
      [done.detail, earlier].filter(Boolean).join(" "),
      { label: "Geri al", until, run: () => takeBack(latest) },
    );
  }

  async function takeBack(decision: Decision): Promise<void> {
    if (!decisions.includes(decision)) return;
    decisions = decisions.filter((other) => other !== decision);
    try {
      const undone = await decision.send();
      await queries.refreshRoom();
      if (undone) notices.show("success", undone.text, undone.detail);
      else notices.show("error", FAILED, "Bu işlem artık geri alınamaz.");
    } catch (error) {
      // Without an answer, or if the server is busy, it may be tried again.
      if (!(error instanceof ApiError && error.status < 500)) decisions.push(decision);
      notices.show("error", FAILED, sentenceOf(error));
    }
    show();
    // The pressed button has gone with its notice.
    setTimeout(() => keepFocus(decision.firstId));
  }
}

/** What the rejection did, and where the request is again once it is taken back. */
function wordsOf({ status, unplayable }: Rejected): { done: string; where: string } {
  if (status === "pending") return { done: "reddedildi", where: "onay bekliyor" };
  if (unplayable) return { done: "silindi", where: "çalınamayanlar arasında" };
  return { done: "sıradan çıkarıldı", where: "sırada" };
}

/** If the focus was lost, moves it to the row of this request, or to the screen's heading. */
function keepFocus(id: string): void {
  if (document.activeElement !== document.body) return;
  const row = document.querySelector<HTMLElement>(`[data-glide="${CSS.escape(id)}"] button`);
  (row ?? document.querySelector("h1"))?.focus();
}
