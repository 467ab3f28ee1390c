// The tracks table: what search has shown, so that nobody can forge a request's title, artist and cover.
import { desc, lte, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { tracks } from "./schema/requests.ts";

/** Tracks remembered at the most; the ones seen longest ago go first. */
const MOST_TRACKS = 20_000;

export type Track = typeof tracks.$inferSelect;

/** Remembers what a search shows now, the newest word on a track winning. */
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
