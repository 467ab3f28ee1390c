// What the cafe page's islands share: the queue, the guest's own requests, and whether both are in step.
import type { OwnRequest, SongRequest } from "../../server/contract/requests.ts";
import { call } from "../lib/http.ts";
import { watchRoom } from "../lib/live.ts";

/** What the server knew when it rendered the page. */
export interface RoomFacts {
  ownerId: string;
  queue: SongRequest[];
  mine: OwnRequest[];
}

export interface RoomState extends RoomFacts {
  offline: boolean;
}

export interface Room {
  subscribe(listener: () => void): () => void;
  current(): RoomState;
  /** Fetches again. Settles when the page shows what was fetched, or the try has failed. */
  refresh(): Promise<void>;
}

/** After a fetch that failed while the socket stands, in ms. */
const RETRY_MS = 3000;

/** The room in the browser: live from the first moment on. */
export function openRoom(facts: RoomFacts): Room {
  let state: RoomState = { ...facts, offline: false };
  let asked = 0;
  let shown = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const change = (next: Partial<RoomState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const refresh = async () => {
    clearTimeout(retry);
    const turn = ++asked;
    const owner = encodeURIComponent(facts.ownerId);
    try {
      const [queue, mine] = await Promise.all([
        call<SongRequest[]>("GET", `/api/requests/queue/${owner}`),
        call<OwnRequest[]>("GET", `/api/requests/mine?ownerId=${owner}`),
      ]);
      // Answers overtake one another. Waiting for the newest would show none while changes come faster.
      if (turn < shown) return;
      shown = turn;
      change({ queue, mine });
    } catch {
      if (turn === asked) retry = setTimeout(refresh, RETRY_MS);
    }
  };
  watchRoom(facts.ownerId, {
    onChange: refresh,
    onStatus: (online) => change({ offline: !online }),
  });
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: () => state,
    refresh,
  };
}

/** The room as the server renders it: nothing moves. */
export function stillRoom(facts: RoomFacts): Room {
  const state = { ...facts, offline: false };
  return { subscribe: () => () => {}, current: () => state, refresh: () => Promise.resolve() };
}
