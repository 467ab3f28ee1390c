// Reads what the owner's player plays, and its devices (docs/playback.md#player).
import type { Device } from "../contract/music.ts";
import type { PlayerState } from "../contract/playback.ts";
import type { NowPlaying } from "../music/provider.ts";
import { toSearchResult } from "../music/search_result.ts";
import { overdueBefore } from "./play_order.ts";
import { isOver, showsEffect } from "./player_facts.ts";
import { findOverdue, type PlayDeps, playKey, settleBy } from "./settle.ts";

/** @throws DomainError `music_*` */
export async function readPlayer(deps: PlayDeps, ownerId: string): Promise<PlayerState> {
  // Several open pages ask at the same time. The provider is asked once.
  return await deps.singleFlight.run(`player ${ownerId}`, async () => {
    const player = await deps.music.sourceOf(ownerId).openPlayer(ownerId);
    const [seen, devices] = await Promise.all([player.now?.() ?? null, player.devices?.() ?? []]);
    await settleInPassing(deps, ownerId, seen);
    return toPlayerState(seen, devices);
  });
}

/**
 * Settles an overdue song by what was just seen: it may have begun after its order went unanswered. A song of another
 * provider is left alone, because this player proves nothing about it.
 */
async function settleInPassing(
  deps: PlayDeps,
  ownerId: string,
  seen: NowPlaying | null,
): Promise<void> {
  const play = await findOverdue(deps, ownerId);
  const key = playKey(ownerId);
  if (!play || deps.music.owning(play.uri) !== deps.music.sourceOf(ownerId)) return;
  if (deps.singleFlight.isRunning(key)) return;
  const nowMs = deps.now();
  const mayFollow = play.sentAt > overdueBefore(nowMs);
  if (mayFollow && !showsEffect(seen, play, nowMs)) return;
  await deps.singleFlight.run(key, () => settleBy(deps, play, seen));
}

function toPlayerState(player: NowPlaying | null, devices: Device[]): PlayerState {
  const song = player && !isOver(player) ? player.song : null;
  return {
    isPlaying: player?.isPlaying ?? false,
    track: song && toSearchResult(song),
    progressMs: song && player ? player.progressMs : 0,
    durationMs: song?.durationMs ?? 0,
    device: player?.device ?? null,
    devices,
  };
}
