// Ignores clicks on a list whose rows have just moved: they were meant for the row that was there before.
import { type MouseEvent, type RefObject, useLayoutEffect, useRef } from "react";

/** Shorter than the time in which a person sees what has moved and reacts. */
const GUARD_MS = 350;

/**
 * Returns `onClickCapture` for the element around the list. The keyboard decides on what has the focus, wherever it is.
 * The rows also move if `heading`, which is above them, gets another height: on a phone its buttons need a second line.
 */
export function useShiftGuard(
  rows: readonly { _id: string }[],
  heading: RefObject<HTMLElement | null>,
) {
  const before = useRef<string[]>([]);
  const heightBefore = useRef<number>(undefined);
  const shiftedAt = useRef(-Infinity);
  useLayoutEffect(() => {
    const ids = rows.map(({ _id }) => _id);
    const shifted = ids.some((id, i) => before.current.includes(id) && before.current[i] !== id);
    const height = heading.current!.offsetHeight;
    const pushed = heightBefore.current !== undefined && heightBefore.current !== height;
    if (shifted || pushed) shiftedAt.current = Date.now();
    before.current = ids;
    heightBefore.current = height;
  }, [rows]);

  return (event: MouseEvent) => {
    const byPointer = event.detail > 0;
    if (byPointer && Date.now() - shiftedAt.current < GUARD_MS) event.stopPropagation();
  };
}
