// When the row that had the focus leaves its list, the focus goes to the row in its place, not to nowhere.
import { useLayoutEffect, useRef } from "react";

/** Where the focus was: the row, its place in the list, and which of its buttons. */
interface Spot {
  id: string;
  place: number;
  button: number;
}

/** For the element around a list whose rows carry `data-glide`; its heading takes the focus of an empty list. */
export function useKeptFocus(rows: readonly { _id: string }[]) {
  const around = useRef<HTMLElement>(null);
  const last = useRef<Spot>(undefined);

  useLayoutEffect(() => {
    const section = around.current!;
    const { id, place, button } = last.current ?? {};
    const gone = id !== undefined && !rows.some((row) => row._id === id);
    if (gone && document.activeElement === document.body) {
      const next = rows[Math.min(place!, rows.length - 1)];
      const row = next && section.querySelector(`[data-glide="${CSS.escape(next._id)}"]`);
      const heir = row?.querySelectorAll("button")[button!] ?? section.querySelector("h2");
      heir?.focus();
    }
    if (gone) last.current = undefined;

    const remember = ({ target }: FocusEvent) => {
      const row = (target as Element).closest<HTMLElement>("[data-glide]");
      last.current = row
        ? {
          id: row.dataset.glide!,
          place: rows.findIndex((r) => r._id === row.dataset.glide),
          button: [...row.querySelectorAll("button")].indexOf(target as HTMLButtonElement),
        }
        : undefined;
    };
    section.addEventListener("focusin", remember);
    return () => section.removeEventListener("focusin", remember);
  }, [rows]);

  return around;
}
