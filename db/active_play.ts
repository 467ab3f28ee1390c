// What a cafe's player was told last (docs/playback.md#a-play).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import type { SentPlay } from "./plays.ts";

/** A song on its way to the player, or the last one that began: it stays `playing` until another is sent. */
export type ActivePlay = SentPlay & { state: "sent" | "playing" };

const ACTIVE = constantSql<ActivePlay>(`
  select id, owner_id as ownerId, request_id as requestId, uri, title, artist, album_art as albumArt,
    duration_ms as durationMs, sent_at as sentAt, state
  from plays where owner_id = ?1 and ended_at is null`);

/** The owner's active play, undefined if none was ever sent. */
export async function findActive(db: Database, ownerId: string): Promise<ActivePlay | undefined> {
  return (await db.all(ACTIVE(ownerId)))[0];
}
