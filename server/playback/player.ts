// Reads what the owner's player plays, and its devices (docs/playback.md#player).
import { findActive } from "../../db/active_play.ts";
import type { SentPlay } from "../../db/plays.ts";
import type { Device } from "../contract/music.ts";
import type { PlayerState } from "../contract/playback.ts";
import type { NowPlaying, Song } from "../music/provider.ts";
import { toSearchResult } from "../music/search_result.ts";
import { overdueBefore } from "./play_order.ts";
import { isOver, showsEffect } from "./player_facts.ts";
import { isOverdue, type PlayDeps, playKey, settleBy } from "./settle.ts";

/** @throws DomainError `music_*` */
export async function readPlayer(deps: PlayDeps, ownerId: string): Promise<PlayerState> {
  // Several open pages ask at the same time. The provider is asked once.
  return await deps.singleFlight.run(`player ${ownerId}`, async () => {
    const [source, before] = await Promise.all([
      deps.music.sourceOf(ownerId),
      findActive(deps.db, ownerId),
    ]);
    const player = await source.openPlayer(ownerId);
    const [seen, devices] = await Promise.all([player.now?.() ?? null, player.devices?.() ?? []]);
    const isSent = before?.state === "sent";
    const play = isSent ? await settleInPassing(deps, ownerId, seen) : before;
    return toPlayerState(seen, devices, play);
  });
}

/**
 * Settles an overdue song by what was just seen: it may have begun after its order went unanswered. A song of another
 * provider is left alone, because this player proves nothing about it. Returns the play that has begun, if any.
 */
async function settleInPassing(
  deps: PlayDeps,
  ownerId: string,
  seen: NowPlaying | null,
): Promise<SentPlay | undefined> {
  const play = await findActive(deps.db, ownerId);
  if (play?.state !== "sent") return play;
  const key = playKey(ownerId);
  const nowMs = deps.now();
  if (!isOverdue(deps.db, play, nowMs) || deps.singleFlight.isRunning(key)) return;
  if (deps.music.owning(play.uri) !== await deps.music.sourceOf(ownerId)) return;
  const mayFollow = play.sentAt > overdueBefore(nowMs);
  if (mayFollow && !showsEffect(seen, play, nowMs)) return;
  const outcome = await deps.singleFlight.run(key, () => settleBy(deps, play, seen));
  return outcome === "released" ? undefined : play;
}

function toPlayerState(
  player: NowPlaying | null,
  devices: Device[],
  play: SentPlay | undefined,
): PlayerState {
  const song = player && !isOver(player) ? player.song : null;
  return {
    isPlaying: player?.isPlaying ?? false,
    track: song && toSearchResult(song),
    byGuest: song !== null && isOf(play, song),
    progressMs: song && player?.progressMs || 0,
    durationMs: song?.durationMs ?? 0,
    device: player?.device?.name ?? null,
    devices,
  };
}

/** Whether `song` is what a guest's play has begun. A service may play a track of the same title under another uri. */
function isOf(play: SentPlay | undefined, song: Song): boolean {
  return Boolean(play?.requestId) && (play?.uri === song.uri || play?.title === song.title);
}
