// Whether the song that played has come to its end with nothing behind it.
import type { SearchResult } from "../../../server/contract/music.ts";
import type { PlayerState } from "../../../server/contract/playback.ts";

/** The player as the dashboard knows it: `ended` is the song after which it fell silent. */
export interface Heard {
  player: PlayerState;
  ended: SearchResult | null;
}

/** What is known after `player` was asked again. A song that somebody paused has not ended. */
export function hear(before: Heard | undefined, player: PlayerState): Heard {
  if (player.isPlaying) return { player, ended: null };
  const last = before?.player.isPlaying ? before.player.track : before?.ended ?? null;
  return { player, ended: last && isOver(player, last) ? last : null };
}

/** The service shows nothing then, or the song that is over, wound back to its beginning. */
function isOver({ track, progressMs, durationMs }: PlayerState, last: SearchResult): boolean {
  if (!track) return true;
  return track.uri === last.uri && (progressMs === 0 || progressMs >= durationMs);
}
