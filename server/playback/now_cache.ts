// Keeps what was last read of what plays at each cafe (docs/playback.md#what-plays).
import { LRUCache } from "lru-cache";
import type { NowRow } from "../../db/now_playing.ts";

/** By cafe id. `changes` is `Database.changes` before the row was read. */
export type NowCache = LRUCache<string, { row: NowRow; changes: number | undefined }>;
const MAX_CAFES = 1_000;

export function createNowCache(): NowCache {
  return new LRUCache({ max: MAX_CAFES });
}
