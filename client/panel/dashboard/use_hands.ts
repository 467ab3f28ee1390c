// Deciding on requests without aiming at a button: keys on a laptop, swipes on a phone. Both can be taken back.
import { type PointerEvent, useEffect, useRef } from "react";
import type { Decision, OpenRequest } from "../../../server/contract/requests.ts";

type Decide = (request: OpenRequest, status: Decision["status"]) => void;

const KEYS: Record<string, Decision["status"]> = { o: "approved", r: "rejected" };
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * 'O' approves and 'R' rejects the row that has the focus, or else the first one; the arrows move from row to row. `rows` are
 * those that can be decided on, in the order in which they are shown. Only outside of fields, menus and dialogs.
 */
export function useDecisionKeys(rows: readonly OpenRequest[], decide: Decide): void {
  const latest = useRef({ rows, decide });
  latest.current = { rows, decide };
  useEffect(() => {
    const listening = new AbortController();
    document.addEventListener("keydown", (event) => {
      const { key, ctrlKey, metaKey, altKey, repeat, target } = event;
      const place = target as Element;
      if (ctrlKey || metaKey || altKey || repeat) return;
      if (place.closest("input, select, textarea, dialog, [role=menu], [role=slider]")) return;
      if (document.querySelector("dialog[open]")) return;
      const { rows, decide } = latest.current;
      const id = place.closest<HTMLElement>(".pending-row")?.dataset.glide;
      const at = rows.findIndex(({ _id }) => _id === id);
      const status = KEYS[key.toLocaleLowerCase("tr")];
      if (status) {
        const row = rows[Math.max(at, 0)];
        if (row) decide(row, status);
      } else if (STEPS[key] !== undefined && id !== undefined) {
        const next = rows[at + STEPS[key]];
        const button = next && document.querySelector<HTMLElement>(
          `.pending-row[data-glide="${CSS.escape(next._id)}"] .decide-yes`,
        );
        if (!button) return;
        event.preventDefault();
        button.focus();
      }
    }, listening);
    return () => listening.abort();
  }, []);
}

/** As far as a finger has to move before its row is decided on, in CSS pixels. */
const SWIPE_PX = 96;
/** A finger that moves less sideways is about to scroll, or to press. */
const START_PX = 12;

/** Event handlers for a row: a finger that moves it to the right approves, to the left rejects. */
export function useSwipe(decide: (status: Decision["status"]) => void) {
  const from = useRef<{ id: number; x: number; y: number }>(undefined);
  const move = (row: HTMLElement, px: number) => {
    row.style.setProperty("--swipe", `${px}px`);
    row.toggleAttribute("data-swiped", px !== 0);
    row.dataset.swipe = Math.abs(px) < SWIPE_PX ? "" : px > 0 ? "approve" : "reject";
  };
  const end = (row: HTMLElement) => {
    from.current = undefined;
    move(row, 0);
  };
  return {
    onPointerDown({ pointerType, pointerId, clientX, clientY, target }: PointerEvent) {
      if (pointerType !== "touch" || (target as Element).closest("button")) return;
      from.current = { id: pointerId, x: clientX, y: clientY };
    },
    onPointerMove({ pointerId, clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) {
      const start = from.current;
      if (start?.id !== pointerId) return;
      const [x, y] = [clientX - start.x, clientY - start.y];
      // The browser scrolls then, and takes the pointer away.
      if (Math.abs(y) > Math.abs(x) || Math.abs(x) < START_PX) return move(currentTarget, 0);
      move(currentTarget, x);
    },
    onPointerUp({ pointerId, clientX, currentTarget }: PointerEvent<HTMLElement>) {
      const start = from.current;
      if (start?.id !== pointerId) return;
      const x = clientX - start.x;
      const isFar = currentTarget.dataset.swipe !== "" && Math.abs(x) >= SWIPE_PX;
      end(currentTarget);
      if (isFar) decide(x > 0 ? "approved" : "rejected");
    },
    onPointerCancel: ({ currentTarget }: PointerEvent<HTMLElement>) => end(currentTarget),
  };
}
