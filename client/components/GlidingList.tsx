// A list whose rows, marked by `data-glide`, move to new places and fade in and out instead of jumping.
import { Children, type OlHTMLAttributes, type ReactNode, useLayoutEffect, useRef } from "react";

interface GlidingListProps extends OlHTMLAttributes<HTMLOListElement> {
  /** Shown in place of a list without rows. */
  empty?: ReactNode;
}

export function GlidingList({ empty, children, ...list }: GlidingListProps) {
  const container = useRef<HTMLDivElement>(null);
  const before = useRef<ListLayout>(null);
  // Without dependencies, since any render may move a row.
  useLayoutEffect(() => {
    const after = layoutOf(container.current!);
    if (before.current) glide(container.current!, before.current, after, GLIDE_MS);
    before.current = after;
  });
  return (
    <div className="gliding" ref={container}>
      {Children.count(children) === 0 ? empty : <ol {...list}>{children}</ol>}
    </div>
  );
}

// Animates a list that has changed: rows move to their new places (FLIP), new ones fade in, removed ones fade out. It uses
// the Web Animations API, since the Content-Security-Policy allows no inline styles.

const GLIDE_MS = 300;
const EASE = "cubic-bezier(0.2, 0, 0, 1)";

/** The layout of a list. Positions are offsets in the page, which scrolling and running animations do not change. */
export interface ListLayout {
  /** By `data-glide`. */
  rows: Map<string, { row: HTMLElement; top: number; left: number }>;
  height: number;
}

/** The present layout of the list in `container`, or of the text that takes the place of an empty list. */
export function layoutOf(container: HTMLElement): ListLayout {
  const rows: ListLayout["rows"] = new Map();
  for (
    const row of container.querySelectorAll<HTMLElement>(":scope > [data-glide], ol > [data-glide]")
  ) {
    rows.set(row.dataset.glide!, { row, top: row.offsetTop, left: row.offsetLeft });
  }
  // Not the container's own height, which may be animated at present.
  return { rows, height: (container.firstElementChild as HTMLElement | null)?.offsetHeight ?? 0 };
}

/** Animates the change from `before` to `after`, unless the user prefers reduced motion. */
export function glide(
  container: HTMLElement,
  before: ListLayout,
  after: ListLayout,
  durationMs: number,
): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const [id, { row, top, left }] of after.rows) {
    const old = before.rows.get(id);
    if (!old) {
      row.animate({ opacity: [0, 1] }, { duration: durationMs, easing: "ease-out" });
    } else if (old.top !== top || old.left !== left) {
      row.animate(
        { transform: [`translate(${old.left - left}px, ${old.top - top}px)`, "none"] },
        // Added to a running animation, so that the row does not jump back to start another.
        { duration: durationMs, easing: EASE, composite: "add" },
      );
    }
  }
  for (const [id, { row, top }] of before.rows) {
    // The text of an empty list would be over the first row.
    if (!after.rows.has(id) && id !== "empty") fadeOut(container, row, top, durationMs);
  }
  // The container shrinks while removed rows fade out, and so does the distance to what follows it.
  if (before.height > after.height) {
    const heights = [`${before.height}px`, `${after.height}px`];
    container.animate({ minHeight: heights }, { duration: durationMs, easing: EASE });
  }
}

/** Shows a row that React has removed until it has faded out, hidden from screen readers and the keyboard. */
function fadeOut(container: HTMLElement, row: HTMLElement, top: number, durationMs: number): void {
  delete row.dataset.glide;
  row.classList.add("leaving");
  row.inert = true;
  row.ariaHidden = "true";
  container.append(row);
  const position = `translateY(${top}px)`;
  row.animate(
    { opacity: [1, 0], transform: [position, position] },
    { duration: durationMs, easing: "ease-out", fill: "forwards" },
  ).onfinish = () => row.remove();
}
