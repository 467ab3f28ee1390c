// Subscribes to the database's notifications while they are wanted, and again after they end.
import { getLogger } from "@logtape/logtape";
import type { Database } from "../../db/client.ts";

/** The server was restarted, or something in between ends long answers. */
const RETRY_MS = 15_000;
/** The server has no notifications, or cannot be reached. */
const NONE_RETRY_MS = 5 * 60_000;

const log = getLogger(["siradaki", "realtime"]);

export interface News {
  /** Whether a commit of any instance is heard of now. */
  areHeard(): boolean;
  /** Subscribes to the notifications, unless it has done so or has tried a short time ago. */
  follow(): void;
  /** Ends the subscription. Resolves once the connection is closed. */
  leave(): Promise<void>;
}

/** `onNews` is called when the notifications begin, at each, and when they end. `now` is a monotonic clock in ms. */
export function createNews(
  { news }: Pick<Database, "news">,
  onNews: () => void,
  now: () => number,
): News {
  let leaving = new AbortController();
  let following: Promise<void> | undefined;
  let heard = false;
  let nextTryAt = -Infinity;

  return {
    areHeard: () => heard,
    follow() {
      if (!news || following || now() < nextTryAt) return;
      leaving = new AbortController();
      following = listen(news, leaving.signal).finally(() => following = undefined);
    },
    async leave() {
      leaving.abort();
      await following;
    },
  };

  async function listen(news: NonNullable<Database["news"]>, signal: AbortSignal): Promise<void> {
    let retryMs = NONE_RETRY_MS;
    try {
      for await (const _ of news(signal)) {
        if (signal.aborted) break;
        retryMs = RETRY_MS;
        heard = true;
        onNews();
      }
    } catch (error) {
      if (!signal.aborted) log.debug("No news of the database: {error}", { error });
    }
    if (heard && !signal.aborted) onNews();
    heard = false;
    // It subscribes at once for pages that come back.
    nextTryAt = signal.aborted ? -Infinity : now() + retryMs;
  }
}
