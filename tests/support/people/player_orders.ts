// What the server tells the player's page, as the wire carries it.
import type { PlayerOrders, PlayerSong } from "../../../server/contract/player.ts";

/** The song of play `id`, 200 s long. */
export function playerSong(id: string, changes: Partial<PlayerSong> = {}): PlayerSong {
  return {
    id,
    uri: `library:${id}`,
    title: `Şarkı ${id}`,
    artist: "Barış Manço",
    albumArt: "",
    durationMs: 200_000,
    audioUrl: `/api/library/audio/${id}.mp3`,
    gainDb: -6,
    positionMs: 0,
    ...changes,
  };
}

/** Nothing plays and nothing follows. */
export function playerOrders(changes: Partial<PlayerOrders> = {}): PlayerOrders {
  return { play: null, next: null, paused: false, volumePercent: 80, ...changes };
}
