// Short messages about what was done or has failed, shown by components/Notices.tsx.
import { createStore, type ReadableStore } from "./store.ts";

export interface Notice {
  id: number;
  kind: "success" | "error";
  text: string;
  /** The server's own sentence, shown under the text. */
  detail?: string;
}

/** The notices that are shown now, the newest last. */
export interface Notices extends ReadableStore<readonly Notice[]> {
  /**
   * Shows a notice. One with the same text is replaced, so that screen readers read it again; older successes are
   * removed, since they would fill a phone's screen.
   */
  show(kind: Notice["kind"], text: string, detail?: string): void;
  dismiss(id: number): void;
  dismissAll(): void;
}

export function createNotices(): Notices {
  const store = createStore<readonly Notice[]>([]);
  let lastId = 0;
  return {
    ...store,
    show(kind, text, detail = "") {
      const notice = { id: ++lastId, kind, text, ...(detail && detail !== text ? { detail } : {}) };
      const kept = store.current().filter((old) => old.text !== text && old.kind !== "success");
      store.set([...kept, notice]);
    },
    dismiss: (id) => store.set(store.current().filter((notice) => notice.id !== id)),
    dismissAll: () => store.set([]),
  };
}
