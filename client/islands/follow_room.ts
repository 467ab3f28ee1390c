// Fetches again whenever a room has changed (docs/live.md#reconnecting).
import { watchRoom } from "../lib/live.ts";

export interface Follower<T> {
  fetch(): Promise<T>;
  /** Shows what was fetched. Returns after how many ms to fetch again although nothing was announced, if at all. */
  apply(fetched: T): number | undefined;
  /** Called with whether updates fail to arrive. */
  setOffline(offline: boolean): void;
}

/** The delay before a failed fetch is tried again. */
const RETRY_MS = 3000;

/** Returns a function that fetches at once. It resolves when that was applied, or has failed. */
export function followRoom<T>(
  ownerId: string,
  { fetch, apply, setOffline }: Follower<T>,
): () => Promise<void> {
  /** The number of the latest fetch that was started, and of the latest whose answer was applied. */
  let started = 0;
  let applied = 0;
  let next: ReturnType<typeof setTimeout> | undefined;
  const refresh = async () => {
    clearTimeout(next);
    const fetchNumber = ++started;
    let again: number | undefined = RETRY_MS;
    try {
      const fetched = await fetch();
      // Answers can arrive out of order: an older one must not replace a newer one. The newest request may still be
      // under way, since waiting for it would show nothing while changes arrive faster than answers.
      if (fetchNumber < applied) return;
      applied = fetchNumber;
      again = apply(fetched);
    } catch {
      // It is tried again.
    }
    if (again !== undefined && fetchNumber === started) next = setTimeout(refresh, again);
  };
  watchRoom(ownerId, { onChange: refresh, onStatus: (online) => setOffline(!online) });
  return refresh;
}
