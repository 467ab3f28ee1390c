// The state that the cafe page's islands share: the queue and the guest's own requests, kept up to date.
import type { OwnRequest, SongRequest } from "../../server/contract/requests.ts";
import { call } from "../lib/http.ts";
import { watchRoom } from "../lib/live.ts";

/** The state at the time when the server rendered the page. */
export interface CafeSnapshot {
  ownerId: string;
  queue: SongRequest[];
  mine: OwnRequest[];
}

export interface CafeState extends CafeSnapshot {
  /** Whether updates fail to arrive at present. */
  offline: boolean;
}

export interface CafeStore {
  /** Calls `listener` after every change. Returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
  current(): CafeState;
  /** Fetches the state again. Resolves when it has been applied, or when the attempt has failed. */
  refresh(): Promise<void>;
}

/** The delay before a failed fetch is tried again. */
const RETRY_MS = 3000;

/** Opens the store in the browser and subscribes to live updates (docs/live.md#reconnecting). */
export function openCafeStore(snapshot: CafeSnapshot): CafeStore {
  let state: CafeState = { ...snapshot, offline: false };
  /** The number of the latest fetch that was started, and of the latest whose answer was applied. */
  let started = 0;
  let applied = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const change = (next: Partial<CafeState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const refresh = async () => {
    clearTimeout(retry);
    const fetchNumber = ++started;
    const owner = encodeURIComponent(snapshot.ownerId);
    try {
      const [queue, mine] = await Promise.all([
        call<SongRequest[]>("GET", `/api/requests/queue/${owner}`),
        call<OwnRequest[]>("GET", `/api/requests/mine?ownerId=${owner}`),
      ]);
      // Answers can arrive out of order: an older one must not replace a newer one. The newest request may still be
      // under way, since waiting for it would show nothing while changes arrive faster than answers.
      if (fetchNumber < applied) return;
      applied = fetchNumber;
      change({ queue, mine });
    } catch {
      if (fetchNumber === started) retry = setTimeout(refresh, RETRY_MS);
    }
  };
  watchRoom(snapshot.ownerId, {
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

/** A store that never changes, for rendering on the server. */
export function staticCafeStore(snapshot: CafeSnapshot): CafeStore {
  const state = { ...snapshot, offline: false };
  return { subscribe: () => () => {}, current: () => state, refresh: () => Promise.resolve() };
}
