// What the player and the database say of a cafe's music, in the words of the conductor's machine.
import type { ActivePlayFacts, ConductorFacts } from "../../../db/plays/conductors.ts";
import type { SentPlay } from "../../../db/plays/plays.ts";
import { reachedAt } from "../../contract/song_clock.ts";
import { UNKNOWN_DURATION_MS } from "../../contract/waiting.ts";
import type { Deps } from "../../deps.ts";
import { DomainError } from "../../errors.ts";
import { LeftOutError, type NowPlaying, type Player } from "../../music/provider.ts";
import {
  type ConductorEvent,
  type ConductorState,
  type Failure,
  type Hold,
  initialState,
  type Look,
  type Playing,
  type Shown,
  type SongFacts,
} from "./state.ts";

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

// What the database says of a cafe's conductor, in the words of its machine. Pure.

const HOLDS: Record<string, Hold> = { paused: "paused", human: "human", stopped: "stopped" };

/** What was taken in of the database so far. */
interface TakenIn {
  commandNumber: number;
  /** The last play of a request that the machine knows of. */
  playId: string | null;
}

/** The state of a conductor that begins to act at `nowMs` (epoch): another one, or this one before a restart, acted before. */
export function resumedState(facts: ConductorFacts, nowMs: number): ConductorState {
  const known = initialState({
    hold: HOLDS[facts.state] ?? null,
    next: nextOf(facts),
    playing: facts.active && isKnown(facts.active) ? toPlaying(facts.active, nowMs) : null,
  });
  // The switch has just been turned on: songs play on the chosen device, wherever music was before.
  const leavesShown = facts.state === "idle" || facts.leftDevice === "";
  return { ...known, leavesShown, leftDevice: facts.leftDevice || null };
}

/** The play of a guest's song that the player accepted, if it is the active one. */
export function knownPlayId({ active }: ConductorFacts): string | null {
  return active && isKnown(active) ? active.id : null;
}

export function changesSince(
  facts: ConductorFacts,
  state: ConductorState,
  taken: TakenIn,
): ConductorEvent[] {
  const { active } = facts;
  const isNew = active !== null && isKnown(active) && active.id !== taken.playId;
  return [
    ...(facts.commandNumber === taken.commandNumber ? [] : commandOf(facts)),
    ...(isNew ? [orderedByHand(active)] : []),
    ...(active && isShownElsewhere(active, state)
      ? [{ type: "shown_elsewhere", playId: active.id } as const]
      : []),
    ...(isSameNext(state.next, nextOf(facts))
      ? []
      : [{ type: "next_changed", ...nextOf(facts) } as const]),
  ];
}

/** Whether a look for something else has shown the song that the machine waits to see. */
function isShownElsewhere({ id, state }: ActivePlayFacts, { playing }: ConductorState): boolean {
  return state === "playing" && playing?.playId === id && !playing.hasBegun && !playing.wasShown;
}

function commandOf({ command }: ConductorFacts): ConductorEvent[] {
  switch (command) {
    case "pause":
      return [{ type: "paused" }];
    case "resume":
      return [{ type: "resumed" }];
    case "skip":
      return [{ type: "skipped" }];
    case "connect":
      return [{ type: "connected" }];
    case null:
      return [];
  }
}

/** A guest's song that the player accepted. A song that is only on its way may still be refused. */
function isKnown({ requestId, since }: ActivePlayFacts): boolean {
  return requestId !== null && since !== null;
}

function orderedByHand(active: ActivePlayFacts): ConductorEvent {
  const { id: playId, since } = active;
  const hasBegun = active.state === "playing";
  return { type: "request_ordered", playId, song: toSong(active), hasBegun, since: since! };
}

function toPlaying(active: ActivePlayFacts, nowMs: number): Playing {
  const { id: playId } = active;
  const song = toSong(active);
  const since = active.since!;
  const hasBegun = active.state === "playing";
  const endsAt = nowMs + song.durationMs - reachedAt({ ...active, startedAt: since }, nowMs);
  const seen = { isSeen: hasBegun, hasBegun, motion: null };
  return { by: "request", playId, song, since, endsAt, ...seen };
}

function nextOf({ hasRequest, fallbackUri }: ConductorFacts): ConductorState["next"] {
  return { request: hasRequest, fallback: fallbackUri };
}

function isSameNext(one: ConductorState["next"], other: ConductorState["next"]): boolean {
  return one.request === other.request && one.fallback === other.fallback;
}

type PlayedSong = Pick<SentPlay, "uri" | "title" | "artist" | "albumArt" | "durationMs">;

/** The song of a play. One of unknown length is looked at when a song of usual length would end. */
export function toSong({ uri, title, artist, albumArt, durationMs }: PlayedSong): SongFacts {
  return { uri, title, artist, albumArt, durationMs: durationMs ?? UNKNOWN_DURATION_MS };
}
