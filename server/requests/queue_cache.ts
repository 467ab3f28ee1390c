// Keeps the newest known queue of each owner, encoded (docs/requests.md#caching).
import { LRUCache } from "lru-cache";

export type Encoding = "identity" | "gzip" | "br";

/** One owner's queue at one revision. */
export interface QueueBody {
  revision: number;
  json: string;
  /** Identifies revision and content: after a backup is restored, the same revision may belong to another queue. */
  tag: string;
  /** Returns the JSON in this encoding. Each encoding is computed once. */
  encoded(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>>;
}

/** By owner. Beyond the bounds below, the queues that were read longest ago are dropped. */
export type QueueCache = LRUCache<string, QueueBody>;
const MAX_OWNERS = 1_000;
const MAX_CHARACTERS = 16 * 1024 * 1024;

export function createQueueCache(): QueueCache {
  return new LRUCache({
    max: MAX_OWNERS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ json }) => json.length,
  });
}
