// What can be told from a look at the player. Pure.
import type { NowPlaying } from "../music/provider.ts";

/** How far the player's clock may be ahead of ours. Less than the two seconds between two presses. */
const CLOCK_SLACK_MS = 1_000;

/**
 * Whether the player shows the effect of an order sent at `sentAt` (epoch ms) for `uri`. The same song may have been on
 * before: then it is further along than the order is old, or it has ended.
 */
export function showsEffect(
  player: NowPlaying | null,
  { uri, sentAt }: { uri: string; sentAt: number },
  nowMs: number,
): boolean {
  if (player?.song?.uri !== uri) return false;
  const elapsedMs = nowMs - sentAt;
  // The clock was set back since. It cannot tell two plays of one song apart, so no second one is risked.
  if (elapsedMs < 0) return true;
  // The song has had the time to end: it is on because of our order, however far along it is.
  if (elapsedMs >= player.song.durationMs) return true;
  return player.progressMs <= elapsedMs + CLOCK_SLACK_MS &&
    (player.isPlaying || player.progressMs > 0);
}

/** Whether the song is over. If nothing follows it, the player goes on showing it: at rest, at its start or its end. */
export function isOver({ song, isPlaying, progressMs }: NowPlaying): boolean {
  return !isPlaying && (progressMs === 0 || progressMs >= (song?.durationMs ?? 0));
}
