// The tracks table: songs that search has shown, so that a request's title, artist and cover cannot be forged.
import { desc, lte, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { tracks } from "./schema/requests.ts";

/** Beyond this number the tracks that were seen longest ago are deleted. */
const MOST_TRACKS = 20_000;

export type Track = typeof tracks.$inferSelect;

/** Stores the songs that a search shows, and updates those that are stored already. */
export async function rememberTracks(db: Database, shown: readonly Track[]): Promise<void> {
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
      },
    }),
    d.delete(tracks).where(lte(
      tracks.seenAt,
      d.select({ seenAt: tracks.seenAt }).from(tracks).orderBy(desc(tracks.seenAt))
        .limit(1).offset(MOST_TRACKS),
    )),
  ]);
}
