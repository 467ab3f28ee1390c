// The tracks table: songs that a search has shown. A request's title, artist and cover come from here
// (docs/requests.md#sending).
import { desc, lte, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { tracks } from "./schema/music.ts";

export type Track = typeof tracks.$inferInsert;

/**
 * Stores what a search shows. The newest description of a track replaces an older one. Beyond `max` tracks, the ones
 * that were shown longest ago are deleted.
 */
export async function rememberTracks(
  db: Database,
  shown: readonly Track[],
  max: number,
): Promise<void> {
  if (shown.length === 0) return;
  await db.write((d) => [
    d.insert(tracks).values([...shown]).onConflictDoUpdate({
      target: tracks.uri,
      set: {
        title: sql`excluded.title`,
        artist: sql`excluded.artist`,
        albumArt: sql`excluded.album_art`,
        durationMs: sql`excluded.duration_ms`,
        seenAt: sql`excluded.seen_at`,
        explicit: sql`excluded.explicit`,
        folded: sql`excluded.folded`,
        songKey: sql`excluded.song_key`,
      },
    }),
    d.delete(tracks).where(lte(
      tracks.seenAt,
      d.select({ seenAt: tracks.seenAt }).from(tracks).orderBy(desc(tracks.seenAt))
        .limit(1).offset(max),
    )),
  ]);
}
