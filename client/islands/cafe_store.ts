// The state that the cafe page's islands share: the queue and the guest's own requests, kept up to date.
import type { OwnRequest, SongRequest } from "../../server/contract/requests.ts";
import { call } from "../lib/http.ts";
import { watchRoom } from "../lib/live.ts";
import { createStore, type ReadableStore } from "../lib/store.ts";

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

export interface CafeStore extends ReadableStore<CafeState> {
  /** Fetches the state again. Resolves when it has been applied, or when the attempt has failed. */
  refresh(): Promise<void>;
}

/** The delay before a failed fetch is tried again. */
const RETRY_MS = 3000;

/** Opens the store in the browser and subscribes to live updates (docs/live.md#reconnecting). */
export function openCafeStore(snapshot: CafeSnapshot): CafeStore {
  const store = createStore<CafeState>({ ...snapshot, offline: false });
  /** The number of the latest fetch that was started, and of the latest whose answer was applied. */
  let started = 0;
  let applied = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const change = (next: Partial<CafeState>) => store.set({ ...store.current(), ...next });
  const refresh = async () => {
    clearTimeout(retry);
    const fetchNumber = ++started;
    const { ownerId } = snapshot;
    try {
      const [queue, mine] = await Promise.all([
        call("GET /api/requests/queue/:ownerId", { params: { ownerId } }),
        call("GET /api/requests/mine", { query: { ownerId } }),
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
  return { ...store, refresh };
}

/** A store that never changes, for rendering on the server. */
export function staticCafeStore(snapshot: CafeSnapshot): CafeStore {
  return { ...createStore({ ...snapshot, offline: false }), refresh: () => Promise.resolve() };
}
