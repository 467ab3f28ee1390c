// Keeps the newest known queue of each owner, encoded (docs/requests.md#caching).
import { LRUCache } from "lru-cache";
import type { EncodedText } from "../http/encoded_text.ts";

/** One owner's queue at one revision, as JSON. */
export interface QueueBody extends EncodedText {
  revision: number;
  /** Identifies the content. */
  tag: string;
  /** `Database.changes` when this queue was last known to be the current one. */
  checkedAt: number | undefined;
}

/** By owner. Beyond the bounds below, the queues that were read longest ago are dropped. */
export type QueueCache = LRUCache<string, QueueBody>;
const MAX_OWNERS = 1_000;
const MAX_CHARACTERS = 16 * 1024 * 1024;

export function createQueueCache(): QueueCache {
  return new LRUCache({
    max: MAX_OWNERS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ text }) => text.length,
  });
}
