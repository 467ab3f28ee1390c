// What a look at the player proves (docs/playback.md#unknown-outcome). Pure.
import type { NowPlaying } from "../music/provider.ts";

/** How far the player's clock may be ahead of ours. It must be less than the two seconds between two presses. */
const CLOCK_SLACK_MS = 1_000;

/**
 * Whether the player shows the effect of an order for `uri` that was sent at `sentAt` (epoch ms). It does not if the same
 * song was playing before: then its progress is greater than the order's age, or it has ended.
 */
export function showsEffect(
  player: NowPlaying | null,
  { uri, sentAt }: { uri: string; sentAt: number },
  nowMs: number,
): boolean {
  if (!player?.song || (player.song.uri !== uri && player.otherUri !== uri)) return false;
  const elapsedMs = nowMs - sentAt;
  // The clock was set back since the order, so two plays of one song cannot be told apart. A second play is not risked.
  if (elapsedMs < 0) return true;
  // The order is older than the song is long, so a play from before the order would have ended by now.
  const { durationMs } = player.song;
  if (durationMs !== null && elapsedMs >= durationMs) return true;
  const progressMs = player.progressMs ?? 0;
  return progressMs <= elapsedMs + CLOCK_SLACK_MS && (player.isPlaying || progressMs > 0);
}

/** Whether the song has ended. A player that plays nothing after it still shows it, paused at its start or end. */
export function isOver({ song, isPlaying, progressMs }: NowPlaying): boolean {
  const durationMs = song ? song.durationMs ?? Infinity : 0;
  return !isPlaying && (!progressMs || progressMs >= durationMs);
}
