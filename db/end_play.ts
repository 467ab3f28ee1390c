// Ends a song that plays (docs/playback.md#a-play). plays.ts sends songs and begins them.
import { and, eq } from "drizzle-orm";
import type { Database } from "./client.ts";
import type { EndReason, SentPlay } from "./plays.ts";
import { selectRevision } from "./rooms.ts";
import { plays } from "./schema/requests.ts";

/**
 * Ends the song if it is still playing, at `at` (epoch ms). If it was skipped in its first 30 seconds or never played, a
 * trigger reverses its tip in the same commit (docs/money.md#reversal). Returns the room's new revision, undefined if
 * the song was no longer playing.
 */
export async function endPlay(
  db: Database,
  { id, ownerId }: Pick<SentPlay, "id" | "ownerId">,
  { at, why }: {
    at: number;
    why: Extract<EndReason, "finished" | "cut" | "skipped" | "not_played">;
  },
): Promise<number | undefined> {
  const { ended, room } = await db.write((d) => ({
    ended: d.update(plays).set({ state: "ended", endedAt: at, whyEnded: why })
      .where(and(eq(plays.id, id), eq(plays.ownerId, ownerId), eq(plays.state, "playing")))
      .returning({ id: plays.id }),
    room: selectRevision(ownerId),
  }));
  return ended.length > 0 ? room[0]?.revision : undefined;
}
