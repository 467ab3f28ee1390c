// Short messages about what was done or has failed, shown by components/Notices.tsx.
import { createStore, type ReadableStore } from "./store.ts";

export interface Notice {
  id: number;
  kind: "success" | "error";
  text: string;
  /** The server's own sentence, shown under the text. */
  detail?: string;
  action?: NoticeAction;
}

/** Something that can be done about a notice, for a time. */
export interface NoticeAction {
  label: string;
  /** When the notice disappears, in epoch ms. */
  until: number;
  run(): Promise<void>;
}

/** The notices that are shown now, the newest last. */
export interface Notices extends ReadableStore<readonly Notice[]> {
  /**
   * Shows a notice and returns its id. One with the same text is replaced, so that screen readers read it again; older
   * successes are removed, since they would fill a phone's screen. One with an action stays beside one without.
   */
  show(kind: Notice["kind"], text: string, detail?: string, action?: NoticeAction): number;
  /** Removes the notice with this id, or all. */
  dismiss(id?: number): void;
}

export function createNotices(): Notices {
  const store = createStore<readonly Notice[]>([]);
  let lastId = 0;
  return {
    ...store,
    show(kind, text, detail = "", action) {
      const notice: Notice = { id: ++lastId, kind, text };
      if (detail && detail !== text) notice.detail = detail;
      if (action) notice.action = action;
      const kept = store.current().filter((old) =>
        old.text !== text && (old.kind !== "success" || Boolean(old.action) !== Boolean(action))
      );
      store.set([...kept, notice]);
      return notice.id;
    },
    dismiss: (id) => store.set(id ? store.current().filter((notice) => notice.id !== id) : []),
  };
}
