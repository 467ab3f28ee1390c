// What the page has to tell its reader, in place of alert(): shown by components/Notices.tsx.

export interface Notice {
  id: number;
  kind: "success" | "error";
  text: string;
  /** The server's own sentence, shown under the text. */
  detail?: string;
}

let notices: readonly Notice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/**
 * Shows `text`; a notice that says the same is replaced, so that its words are read out again. Good news that is
 * older goes: a phone has no room for yesterday's.
 */
export function notify(kind: Notice["kind"], text: string, detail = ""): void {
  const notice = { id: ++lastId, kind, text, ...(detail && detail !== text ? { detail } : {}) };
  change([...notices.filter((n) => n.text !== text && n.kind !== "success"), notice]);
}

/** Takes a notice away. */
export function dismissNotice(id: number): void {
  change(notices.filter((notice) => notice.id !== id));
}

/** Takes them all away. */
export function dismissNotices(): void {
  change([]);
}

/** For useSyncExternalStore. */
export function subscribeNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For useSyncExternalStore: what is shown now, the newest last. */
export function currentNotices(): readonly Notice[] {
  return notices;
}

const NONE: readonly Notice[] = [];

/** For useSyncExternalStore on the server, where nobody has been told anything. */
export function noNotices(): readonly Notice[] {
  return NONE;
}

function change(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}
