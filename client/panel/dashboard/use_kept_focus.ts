// Keeps the focus in a list: if the focused row is removed, the row that takes its place gets the focus.
import { useLayoutEffect, useRef } from "react";

/** The element that had the focus: its row, the row's index in the list, and the button's index in the row. */
interface FocusedButton {
  id: string;
  index: number;
  button: number;
}

/**
 * Returns a ref for the element around a list whose rows carry `data-glide`. The heading in it takes the focus when the
 * list becomes empty.
 */
export function useKeptFocus(rows: readonly { _id: string }[]) {
  const container = useRef<HTMLElement>(null);
  const last = useRef<FocusedButton>(undefined);

  useLayoutEffect(() => {
    const section = container.current!;
    const { id, index, button } = last.current ?? {};
    const gone = id !== undefined && !rows.some((row) => row._id === id);
    if (gone && document.activeElement === document.body) {
      const next = rows[Math.min(index!, rows.length - 1)];
      const row = next && section.querySelector(`[data-glide="${CSS.escape(next._id)}"]`);
      const successor = row?.querySelectorAll("button")[button!] ?? section.querySelector("h2");
      successor?.focus();
    }
    if (gone) last.current = undefined;

    const remember = ({ target }: FocusEvent) => {
      const row = (target as Element).closest<HTMLElement>("[data-glide]");
      last.current = row
        ? {
          id: row.dataset.glide!,
          index: rows.findIndex((r) => r._id === row.dataset.glide),
          button: [...row.querySelectorAll("button")].indexOf(target as HTMLButtonElement),
        }
        : undefined;
    };
    section.addEventListener("focusin", remember);
    return () => section.removeEventListener("focusin", remember);
  }, [rows]);

  return container;
}
