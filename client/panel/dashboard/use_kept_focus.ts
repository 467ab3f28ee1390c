// Keeps the focus in a list: if the focused row is removed, the row that takes its place gets the focus.
import { useLayoutEffect, useRef } from "react";

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
