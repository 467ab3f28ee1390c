// Whether what the player has on is the song that we sent. Pure.
import type { NowPlaying } from "../music/provider.ts";

/** What the player's own clock may be ahead of ours. Less than the two seconds between two presses. */
const SLACK_MS = 1_000;

/**
 * Whether the player shows the effect of a play order sent at `claimedAt` (epoch ms) for `uri`. The same song
 * may have been on before: then it is further along than the order is old, or it has ended.
 */
export function isOurs(
  player: NowPlaying | null,
  { uri, claimedAt }: { uri: string; claimedAt: number },
  nowMs: number,
): boolean {
  if (player?.song?.uri !== uri) return false;
  const elapsedMs = nowMs - claimedAt;
  // The clock was set back since: it cannot tell two plays of one song apart, so no second one is risked.
  if (elapsedMs < 0) return true;
  // Long enough ago for our song to have run out: that the player still shows it speaks for us.
  if (elapsedMs >= player.song.durationMs) return true;
  return player.progressMs <= elapsedMs + SLACK_MS && (player.isPlaying || player.progressMs > 0);
}
