// Keeps the rows of decided requests in their places for a moment: a second click at the same place must not decide
// the request that would move there.
import { type PointerEvent, useEffect, useRef, useState } from "react";
import type { Decision, OpenRequest } from "../../../server/contract/requests.ts";

/** Decided rows go together, this long after the last decision. */
const HOLD_MS = 1500;
/** A mouse that moves over the list is looking for its next row. */
const AIM_MS = 500;

export type HeldRequest = OpenRequest & { decided?: Decision["status"] };

/**
 * Returns the rows to show, oldest first: `requests`, and those that `hold` was called for and that are no longer among
 * them.
 */
export function useHeldRows(requests: OpenRequest[]) {
  const [held, setHeld] = useState<HeldRequest[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const dueAt = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);

  const wait = (ms: number) => {
    dueAt.current = Math.max(dueAt.current, Date.now() + ms);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setHeld([]), dueAt.current - Date.now());
  };
  const ids = new Set(requests.map(({ _id }) => _id));
  const gone: HeldRequest[] = held.filter(({ _id }) => !ids.has(_id));
  const rows: HeldRequest[] = [...requests, ...gone];
  return {
    rows: gone.length === 0 ? rows : rows.toSorted(byTime),
    hold(requests: OpenRequest[], decided: Decision["status"]) {
      const ids = new Set(requests.map(({ _id }) => _id));
      setHeld((before) => [
        ...before.filter(({ _id }) => !ids.has(_id)),
        ...requests.map((request) => ({ ...request, decided })),
      ]);
      wait(HOLD_MS);
    },
    /** For the list's event of that name: as long as a mouse moves over it, decided rows keep their places. */
    onPointerMove({ pointerType }: PointerEvent) {
      if (gone.length > 0 && pointerType === "mouse") wait(AIM_MS);
    },
  };
}

function byTime(a: OpenRequest, b: OpenRequest): number {
  const [before, after] = [a.createdAt + a._id, b.createdAt + b._id];
  return before < after ? -1 : before > after ? 1 : 0;
}
