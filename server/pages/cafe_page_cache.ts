// Keeps the newest cafe page of each cafe, rendered and encoded, as guests without requests of their own see it.
import { LRUCache } from "lru-cache";
import type { ShownCafe } from "../cafes/shown_cafe.ts";
import type { EncodedText } from "../http/encoded_text.ts";

/** A cafe's page at one state of the database. It holds nothing of any guest. */
export interface KeptPage extends EncodedText {
  cafe: ShownCafe;
  /** Where guests reached the product, which its link preview says. */
  guestOrigin: string;
  /** The tag of the queue that it shows (requests/queue_cache.ts). */
  queueTag: string;
  /** The song that it shows as playing, as JSON. */
  playingTag: string;
  /** The rules of the house that it shows, as JSON. */
  houseTag: string;
  /** `Database.changes` when this page was last known to be the current one. */
  checkedAt: number | undefined;
}

/** By cafe id. Beyond the bounds below, the pages that were read longest ago are dropped. */
export type CafePageCache = LRUCache<string, KeptPage>;
const MAX_CAFES = 500;
const MAX_CHARACTERS = 32 * 1024 * 1024;

export function createCafePageCache(): CafePageCache {
  return new LRUCache({
    max: MAX_CAFES,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ text }) => text.length,
  });
}
