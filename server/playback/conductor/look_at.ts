// Asks a cafe's player what it plays, in the words of the conductor's machine.
import { UNKNOWN_DURATION_MS } from "../../contract/waiting.ts";
import type { Deps } from "../../deps.ts";
import { DomainError } from "../../errors.ts";
import { LeftOutError, type NowPlaying, type Player } from "../../music/provider.ts";
import type { ConductorEvent, Failure, Look, Shown } from "./vocabulary.ts";

type LookDeps = Pick<Deps, "music" | "now">;

interface LookOptions {
  mayWait: boolean;
  /** Whether to say if a device can play. Otherwise that is taken for granted. */
  asksDevices: boolean;
}

/** Calls `onSeen` with what is shown. Never throws a DomainError: a failure is an event too. */
export async function lookAt(
  deps: LookDeps,
  ownerId: string,
  options: LookOptions,
  onSeen: (seen: NowPlaying | null) => Promise<void>,
): Promise<ConductorEvent> {
  try {
    const player = await (await deps.music.sourceOf(ownerId)).openPlayer(ownerId);
    const seen = await player.now?.({ mayWait: options.mayWait }) ?? null;
    await onSeen(seen);
    return { type: "looked", look: await toLook(player, seen, options) };
  } catch (error) {
    if (error instanceof LeftOutError) return { type: "look_left_out" };
    return { type: "look_failed", failure: toFailure(error, deps.now()) };
  }
}

async function toLook(
  player: Player,
  seen: NowPlaying | null,
  { asksDevices }: LookOptions,
): Promise<Look> {
  if (seen) return { kind: "shown", shown: toShown(seen) };
  if (!asksDevices) return { kind: "empty", canPlay: true };
  const devices = await player.devices?.() ?? [];
  const chosen = devices.find(({ isChosen }) => isChosen);
  const canPlay = chosen ? !chosen.isRestricted : devices.some(({ isRestricted }) => !isRestricted);
  return canPlay || !chosen
    ? { kind: "empty", canPlay }
    : { kind: "empty", canPlay, sentence: unusable(chosen.name) };
}

function unusable(device: string): string {
  return `'${device}' cihazı şu anda kullanılamıyor. Cihazı açın ya da başka bir cihaz seçin.`;
}

function toShown(seen: NowPlaying): Shown {
  const { song, otherUri, isPlaying, progressMs, contextUri, device } = seen;
  const durationMs = song?.durationMs ?? UNKNOWN_DURATION_MS;
  return {
    song: song && { ...song, otherUri, durationMs },
    isPlaying,
    progressMs,
    contextUri,
    device,
  };
}

/** What kept a call from its effect. Only what an owner can act on keeps its sentence. @throws what no DomainError is */
export function toFailure(error: unknown, nowMs: number): Failure {
  if (!(error instanceof DomainError)) throw error;
  const { code, detail: { retryAfterS, msg } } = error;
  switch (code) {
    case "music_busy":
      return {
        kind: "busy",
        until: retryAfterS === undefined ? null : nowMs + retryAfterS * 1000,
      };
    case "music_no_device":
    case "music_choose_device":
    case "music_restricted":
    case "music_premium_required":
      return { kind: "no_device", sentence: msg };
    case "music_not_connected":
      return { kind: "not_connected" };
    default:
      return { kind: "unreachable" };
  }
}
