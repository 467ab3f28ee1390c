// Moves rows from where they were to where they are (FLIP), and lets those that leave fade out, with the Web
// Animations API: no inline styles.

/** The spec's transition (spec 9). */
export const GLIDE_MS = 300;
const EASE = "cubic-bezier(0.2, 0, 0, 1)";

/** What a list showed: each row's place in the layout, which neither scrolling nor a glide under way moves. */
export interface Scene {
  /** By `data-glide`. */
  rows: Map<string, { row: HTMLElement; top: number; left: number }>;
  height: number;
}

/** What `room` shows now: the rows of the list in it, or what stands in the place of an empty one. */
export function sceneOf(room: HTMLElement): Scene {
  const rows: Scene["rows"] = new Map();
  for (
    const row of room.querySelectorAll<HTMLElement>(":scope > [data-glide], ol > [data-glide]")
  ) {
    rows.set(row.dataset.glide!, { row, top: row.offsetTop, left: row.offsetLeft });
  }
  // The room itself may still be growing smaller.
  return { rows, height: (room.firstElementChild as HTMLElement | null)?.offsetHeight ?? 0 };
}

/** Plays the change from `before` to `after` in `durationMs`; nothing where less motion is wished for. */
export function glide(room: HTMLElement, before: Scene, after: Scene, durationMs: number): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const [id, { row, top, left }] of after.rows) {
    const old = before.rows.get(id);
    if (!old) {
      row.animate({ opacity: [0, 1] }, { duration: durationMs, easing: "ease-out" });
    } else if (old.top !== top || old.left !== left) {
      row.animate(
        { transform: [`translate(${old.left - left}px, ${old.top - top}px)`, "none"] },
        // Added to a glide that is under way, so that a row never jumps back to begin another.
        { duration: durationMs, easing: EASE, composite: "add" },
      );
    }
  }
  for (const [id, { row, top }] of before.rows) {
    if (!after.rows.has(id)) fadeOut(room, row, top, durationMs);
  }
  // What leaves keeps its room until it is gone, and what stands below follows.
  if (before.height > after.height) {
    const heights = [`${before.height}px`, `${after.height}px`];
    room.animate({ minHeight: heights }, { duration: durationMs, easing: EASE });
  }
}

/** Shows a row that React has taken away once more, to nobody but the eye. */
function fadeOut(room: HTMLElement, row: HTMLElement, top: number, durationMs: number): void {
  delete row.dataset.glide;
  row.classList.add("leaving");
  row.inert = true;
  row.ariaHidden = "true";
  room.append(row);
  const there = `translateY(${top}px)`;
  row.animate(
    { opacity: [1, 0], transform: [there, there] },
    { duration: durationMs, easing: "ease-out", fill: "forwards" },
  ).onfinish = () => row.remove();
}
