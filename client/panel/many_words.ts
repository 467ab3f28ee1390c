// What the panel asks and says about a decision on many requests at once (docs/requests.md#many-at-once). Pure.
import { MAX_AT_ONCE } from "../../server/contract/limits.ts";
import type { Decision, SongRequest } from "../../server/contract/requests.ts";
import type { Question } from "../lib/confirmation.ts";
import { formatMoney } from "../lib/format.ts";

/** `approve` and `reject` are for requests that wait, `empty` is for the songs of the queue. */
export type ManyKind = "approve" | "reject" | "empty";

export interface ManyDecided {
  kind: ManyKind;
  /** The requests that it was asked for, as they were before. */
  requests: SongRequest[];
  /** How many of them the server has changed. */
  changed: number;
}

export interface Said {
  text: string;
  detail?: string;
}

interface Words {
  label: string;
  status: Decision["status"];
  /** The question about so many: '12', or 'ilk 200'. */
  title(count: string): string;
  effect: string;
  /** What happens to those that are too many for one call. */
  rest: string;
  done: string;
  /** For a question whose last request has gone. */
  gone: string;
  /** What may have happened to those that were not changed. */
  kept: string;
  undone: string;
}

const SHOWN_AS_REFUSED = "İsteyenler isteklerini 'kabul edilmedi' olarak görecek.";
const KEPT = "istek bu sırada geri alındı ya da başka yerde karara bağlandı.";

export const MANY_WORDS: Record<ManyKind, Words> = {
  approve: {
    label: "Tümünü onayla",
    status: "approved",
    title: (count) => `Bekleyen ${count} istek onaylansın mı?`,
    effect: "Şarkı sırasına girecekler.",
    rest: "istek onay beklemeye devam edecek.",
    done: "istek onaylandı.",
    kept: KEPT,
    undone: "istek yeniden onay bekliyor.",
    gone: "Bu istekler artık onay beklemiyor.",
  },
  reject: {
    label: "Tümünü reddet",
    status: "rejected",
    title: (count) => `Bekleyen ${count} istek reddedilsin mi?`,
    effect: SHOWN_AS_REFUSED,
    rest: "istek onay beklemeye devam edecek.",
    done: "istek reddedildi.",
    kept: KEPT,
    undone: "istek yeniden onay bekliyor.",
    gone: "Bu istekler artık onay beklemiyor.",
  },
  empty: {
    label: "Sırayı boşalt",
    status: "rejected",
    title: (count) => `Sıradaki ${count} şarkı çıkarılsın mı?`,
    effect: SHOWN_AS_REFUSED,
    rest: "şarkı sırada kalacak.",
    done: "şarkı sıradan çıkarıldı.",
    kept: "şarkı bu sırada çalınmaya başladı ya da başka yerde çıkarıldı.",
    undone: "şarkı yeniden sırada.",
    gone: "Bu şarkılar artık sırada değil.",
  },
};

/** Asks before the first of `requests` are decided, as many as one call may have. */
export function manyQuestion(kind: ManyKind, requests: SongRequest[]): Question {
  const { label, status, title, effect, rest } = MANY_WORDS[kind];
  const asked = requests.slice(0, MAX_AT_ONCE);
  const others = requests.length - asked.length;
  const sentences = [
    tips(asked, status),
    effect,
    others > 0 && `Diğer ${others} ${rest}`,
    "İki dakika içinde geri alabilirsiniz.",
  ];
  return {
    title: title(others > 0 ? `ilk ${asked.length}` : `${asked.length}`),
    text: sentences.filter(Boolean).join(" "),
    action: label,
    danger: status === "rejected",
  };
}

export function manyDone({ kind, requests, changed }: ManyDecided): Said {
  const { done, kept } = MANY_WORDS[kind];
  const unchanged = requests.length - changed;
  return {
    text: `${changed} ${done}`,
    detail: unchanged > 0 ? `${unchanged} ${kept}` : "",
  };
}

/** What it means that `undone` requests were taken back, at least one. */
export function manyUndone({ kind, changed }: ManyDecided, undone: number): Said {
  const left = changed - undone;
  return {
    text: `${undone} ${MANY_WORDS[kind].undone}`,
    detail: left > 0 ? `${left} tanesi artık geri alınamaz.` : "",
  };
}

function tips(requests: SongRequest[], status: Decision["status"]): string {
  const tl = requests.reduce((sum, { tipAmount }) => sum + tipAmount, 0);
  if (tl === 0) return "Hepsi bahşişsiz.";
  const sum = formatMoney(tl);
  return status === "approved" ? `Toplam bahşiş ${sum}.` : `Toplam ${sum} bahşiş yazılmaz.`;
}
