// Ignores clicks on a list whose rows have just moved: they were meant for the row that was there before.
import { type MouseEvent, useLayoutEffect, useRef } from "react";

/** Shorter than the time in which a person sees what has moved and reacts. */
const GUARD_MS = 350;

/** Returns `onClickCapture` for the element around the list. The keyboard decides on what has the focus, wherever it is. */
export function useShiftGuard(rows: readonly { _id: string }[]) {
  const before = useRef<string[]>([]);
  const shiftedAt = useRef(-Infinity);
  useLayoutEffect(() => {
    const ids = rows.map(({ _id }) => _id);
    const shifted = ids.some((id, i) => before.current.includes(id) && before.current[i] !== id);
    if (shifted) shiftedAt.current = Date.now();
    before.current = ids;
  }, [rows]);

  return (event: MouseEvent) => {
    const byPointer = event.detail > 0;
    if (byPointer && Date.now() - shiftedAt.current < GUARD_MS) event.stopPropagation();
  };
}
