// Keeps the newest cafe page of each cafe and table, rendered and encoded, as guests without requests of their own see it.
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

/** By `pageKey`. Beyond the bounds below, the pages that were read longest ago are dropped. */
export type CafePageCache = LRUCache<string, KeptPage>;
const MAX_PAGES = 500;
const MAX_CHARACTERS = 32 * 1024 * 1024;

/** A cafe has one page for guests without a table, and one for each table. */
export function pageKey(cafeId: string, tableCode: string | null): string {
  return tableCode === null ? cafeId : `${cafeId}?${tableCode}`;
}

export function createCafePageCache(): CafePageCache {
  return new LRUCache({
    max: MAX_PAGES,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ text }) => text.length,
  });
}
