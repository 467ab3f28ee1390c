// What a cafe has played since 06:00, for its guests (docs/evenings.md#what-played).
import { cafeDay, startOfCafeDay } from "../../db/evenings/cafe_day.ts";
import { listPlayedSongs } from "../../db/evenings/played_songs.ts";
import { readShownCafe, type ShownCafe } from "../cafes/public_cafe.ts";
import type { PlayedSong } from "../contract/evenings.ts";
import type { Deps } from "../deps.ts";

const MAX_SONGS = 50;

/** A cafe and its songs, newest first, with the one that plays. @throws DomainError `cafe_not_found` */
export async function readPlayed(
  deps: Pick<Deps, "db" | "music" | "now">,
  cafeId: string,
): Promise<{ cafe: ShownCafe; songs: PlayedSong[] }> {
  const cafe = await readShownCafe(deps, cafeId, null);
  const songs = await listPlayedSongs(deps.db, {
    owner: cafe.ownerId,
    from: startOfCafeDay(cafeDay(deps.now())),
    max: MAX_SONGS,
  });
  return {
    cafe,
    songs: songs.map(({ startedAt, byGuest, ...song }) => ({
      ...song,
      startedAt: new Date(startedAt).toISOString(),
      byGuest: byGuest === 1,
    })),
  };
}
