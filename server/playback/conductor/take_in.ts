// What a look at the player changes (docs/conductor.md). Pure.
import { CLOCK_SLACK_MS } from "../play.ts";
import { isAtEnd, isOver, isSameSong, STUCK_MS } from "../seen_song.ts";
import {
  endOf,
  isNaturalChange,
  isSilent,
  learnedFromChange,
  learnedFromSong,
  motionOf,
} from "./song.ts";
import {
  endSilence,
  heardOf,
  isAfterEnd,
  isPast,
  other,
  over,
  withoutEffect,
  withoutPause,
} from "./orders.ts";
import type { ConductorState, End, Look, Playing, Shown, Step } from "./state.ts";
import { MAX_EMPTY_LOOKS, NO_DEVICE_MS } from "./times.ts";

/** Takes in what the player showed at `at` (epoch ms). What to start, if anything, is decided afterwards. */
export function takeIn(state: ConductorState, look: Look, at: number): Step {
  const known = { ...state, lookedAt: at, obstacle: null, outages: 0 };
  if (look.kind === "empty") return empty(known, look, at);
  const taken = takeInShown({ ...known, emptyLooks: 0 }, look.shown, at);
  return { ...taken, state: onDevice(taken.state, look.shown) };
}

function takeInShown(state: ConductorState, shown: Shown, at: number): Step {
  const { playing, hold } = state;
  if (hold === "human") return human(state, shown, at);
  if (!playing) return unexpected(state, shown, at);
  if (!playing.isSeen) return ordered(state, playing, shown, at);
  return followed(state, playing, shown, at);
}

/**
 * Music of ours is followed to where it plays. What is paused, or is not ours, leads nowhere else, and the device that the
 * owner has left leads nowhere.
 */
function onDevice(
  state: ConductorState,
  { isPlaying, device: shownDevice }: Shown,
): ConductorState {
  const { playing, hold, device } = state;
  // A person may have moved the music before the choice, which no look has shown until now.
  if (state.leavesShown) {
    const leftDevice = shownDevice?.id ?? state.leftDevice;
    return { ...state, shownDevice, device: null, leftDevice, leavesShown: false };
  }
  const { leftDevice } = state;
  const isOurs = hold !== "human" && playing?.isSeen === true &&
    (playing.by !== "other" || playing.cameByItself === true);
  if (isOurs && isPlaying) {
    const isLeft = leftDevice !== null && shownDevice?.id === leftDevice;
    return isLeft
      ? { ...state, shownDevice }
      : { ...state, shownDevice, device: shownDevice, leftDevice: null };
  }
  const isThere = hold !== "human" && shownDevice?.id === device?.id;
  return { ...state, shownDevice, device: isThere ? device : null };
}

/** What follows if the player shows nothing. */
function empty(
  state: ConductorState,
  { canPlay, sentence }: Extract<Look, { kind: "empty" }>,
  at: number,
): Step {
  const { playing, hold } = state;
  if (hold === "human") return humanSilence(state, at);
  const emptyLooks = state.emptyLooks + 1;
  const isEnd = playing && isAfterEnd(playing, at);
  // A service that answers with nothing although a song plays is seen now and then.
  if (playing && !isEnd && emptyLooks < MAX_EMPTY_LOOKS) {
    return { state: { ...state, emptyLooks }, actions: [] };
  }
  const until = at + NO_DEVICE_MS;
  const obstacle = canPlay ? null : { kind: "no_device", until, sentence } as const;
  const device = isEnd ? state.device : null;
  const silent = {
    ...state,
    ...{ emptyLooks: 0, obstacle, device, shownDevice: null, hold: withoutPause(hold) },
  };
  if (!playing) return { state: silent, actions: [] };
  const mayBeWithoutEffect = !playing.isSeen && !playing.wasShown && !isPast(playing, at);
  if (mayBeWithoutEffect) return withoutEffect(silent, playing);
  return over(silent, playing, isEnd ? "finished" : "cut");
}

/** What follows from a song that plays although nothing of ours should. */
function unexpected(state: ConductorState, shown: Shown, at: number): Step {
  if (isOver(shown) || !shown.isPlaying) return { state, actions: [] };
  return other(state, shown, at);
}

/** A person plays something. Silence begins when it is over, not while it is paused. */
function human(state: ConductorState, shown: Shown, at: number): Step {
  if (isOver(shown)) return humanSilence(state, at);
  const { playing } = state;
  if (playing && isOfService(playing, shown, at)) {
    return replacedBy(state, playing, "finished", null, shown, at);
  }
  return other({ ...state, silentSince: null }, shown, at);
}

/**
 * Whether the song that a person chose came to its end, and the service goes on by itself: with one that is not of its
 * playlist, or with the same song again, since a playlist of ours has left the player repeating.
 */
function isOfService(playing: Playing, shown: Shown, at: number): boolean {
  return (isChanged(playing, shown) || isRepeated(playing, shown)) &&
    isNaturalChange(playing.endsAt, begunAt(shown, at)) &&
    (shown.contextUri === null || shown.contextUri !== playing.contextUri);
}

/** Whether the same song may have begun again. In a song's first half its end of before is not yet to come. */
function isRepeated({ song }: Playing, { song: shown, isPlaying, progressMs }: Shown): boolean {
  return song !== null && shown !== null && isSameSong(song, shown) && isPlaying &&
    progressMs !== null && progressMs < song.durationMs / 2;
}

function humanSilence(state: ConductorState, at: number): Step {
  const silent = { ...state, silentSince: state.silentSince ?? at };
  return state.playing ? over(silent, state.playing, "finished") : { state: silent, actions: [] };
}

/** The first look after an order. */
function ordered(state: ConductorState, playing: Playing, shown: Shown, at: number): Step {
  if (isOurs(playing, shown)) {
    if (playing.mayBePaused && !shown.isPlaying) return pausedBySkip(state, playing);
    const seen = same(state, { ...playing, isSeen: true, hasBegun: true }, shown, at);
    if (!playing.playId || playing.hasBegun) return seen;
    const begin = { do: "begin", playId: playing.playId, at: playing.since } as const;
    return { state: seen.state, actions: [begin, ...seen.actions] };
  }
  const wasThereBefore = (shown.progressMs ?? 0) > at - playing.since + CLOCK_SLACK_MS;
  const past = isPast(playing, at);
  if (wasThereBefore || (!past && (shown.progressMs === null || !shown.isPlaying))) {
    return withoutEffect(state, playing);
  }
  if (past) {
    if (!shown.isPlaying && isOver(shown)) return over(state, playing, "finished");
    return replacedBy(state, playing, "finished", state.hold, shown, at);
  }
  // Something else has begun since the order: a person chose it, and the song was cut off.
  return replacedBy(state, playing, "cut", "human", shown, at);
}

/** No person wanted this song to be paused. It is ordered once more; a playlist is started again. */
function pausedBySkip(state: ConductorState, playing: Playing): Step {
  if (playing.by === "fallback") return { state: { ...state, playing: null }, actions: [] };
  const seen = { ...playing, isSeen: true, hasBegun: true, mayBePaused: false };
  const begin = { do: "begin", playId: playing.playId!, at: playing.since } as const;
  return {
    state: { ...state, underWay: "order", playing: seen },
    actions: [...playing.hasBegun ? [] : [begin], { do: "order_again", song: playing.song! }],
  };
}

/** The song that plays was seen before. */
function followed(state: ConductorState, playing: Playing, shown: Shown, at: number): Step {
  if (shown.song === null && !playing.playId) return waits(state, playing, shown);
  const natural = isNaturalChange(playing.endsAt, at) ||
    isChanged(playing, shown) && isNaturalChange(playing.endsAt, begunAt(shown, at));
  const learned = natural && isChanged(playing, shown)
    ? { ...state, crossfade: learnedFromChange(state, playing, shown, at) }
    : state;
  if (isOurs(playing, shown)) {
    // After an advertisement the playlist goes on.
    const cameByItself = isChanged(playing, shown)
      ? natural || playing.song === null
      : playing.cameByItself;
    return same(learned, { ...playing, cameByItself }, shown, at);
  }
  const why = natural ? "finished" : "cut";
  if (!shown.isPlaying && isOver(shown)) return over(learned, playing, why);
  const follows = natural || (playing.by === "other" && playing.endsAt === null);
  return replacedBy(learned, playing, why, follows ? state.hold : "human", shown, at);
}

/** An advertisement or an episode. It ends by itself, at a time that is not known. */
function waits(state: ConductorState, playing: Playing, shown: Shown): Step {
  const now = { ...playing, song: null, endsAt: null, motion: null, cameByItself: true };
  const hold = shown.isPlaying ? withoutPause(state.hold) : state.hold ?? "paused";
  return { state: { ...state, playing: now, hold }, actions: heardOf(now, shown) };
}

/** When the song that is shown began, if nothing held it up: the player may not have been looked at for a while. */
function begunAt({ progressMs }: Shown, at: number): number {
  return at - (progressMs ?? 0);
}

/** Something else plays now than what played before. It came by itself unless `hold` says that a person chose it. */
function replacedBy(
  state: ConductorState,
  playing: Playing,
  why: End,
  hold: ConductorState["hold"],
  shown: Shown,
  at: number,
): Step {
  const ended = over(state, playing, why);
  const held = shown.isPlaying ? hold : hold ?? "paused";
  const taken = other({ ...ended.state, hold: held, silentSince: null }, shown, at, {
    cameByItself: hold !== "human",
  });
  return { state: taken.state, actions: [...ended.actions, ...taken.actions] };
}

function isChanged({ song }: Playing, shown: Shown): boolean {
  return shown.song !== null && (!song || !isSameSong(song, shown.song));
}

/** What is shown is what should play, or the playlist that should. */
export function isOurs(playing: Playing, shown: Shown): boolean {
  if (playing.by === "fallback") return shown.contextUri === playing.contextUri;
  if (!playing.song || !shown.song) return false;
  return isSameSong(playing.song, shown.song);
}

function same(state: ConductorState, playing: Playing, shown: Shown, at: number): Step {
  if (standsAtStart(playing, shown, at)) {
    const now = { ...playing, endsAt: endOf(shown, at) };
    const held = { ...state, playing: now, hold: state.hold ?? "paused" };
    return { state: held, actions: heardOf(now, shown) };
  }
  const isStuck = isAtEnd(shown) && playing.endsAt !== null && at >= playing.endsAt + STUCK_MS;
  if (isOver(shown) || isStuck) return over(state, playing, "finished");
  const changed = isChanged(playing, shown);
  const now: Playing = {
    ...playing,
    song: changed ? shown.song : playing.song,
    since: changed ? at : playing.since,
    endsAt: changed ? endOf(shown, at) : endAgain(playing, shown, at),
    motion: motionOf(changed ? null : playing.motion, shown, at),
  };
  if (isSilent(now, at)) return endSilence({ ...state, playing: now }, now);
  const moves = now.motion !== null && now.motion.standsSince === null;
  const hold = shown.isPlaying ? withoutPause(state.hold) : state.hold ?? "paused";
  const counts = moves ? { unplayed: [], fallbackTries: 0 } : {};
  const found = moves && now.by === "fallback" ? { missing: null } : {};
  const crossfade = shown.isPlaying ? learnedFromSong(state, now, at) : state.crossfade;
  return {
    state: { ...state, ...counts, ...found, crossfade, playing: now, hold },
    actions: heardOf(now, shown),
  };
}

/**
 * Whether a guest's song was paused before it moved. A song that has played to its end is shown in the same way, but not
 * before its time.
 */
function standsAtStart(playing: Playing, { isPlaying, progressMs }: Shown, at: number): boolean {
  return playing.by === "request" && playing.motion === null && !isPlaying && progressMs === 0 &&
    !isAfterEnd(playing, at);
}

/** When a song ends that was seen before. A player that stands at the end does not put it off. */
function endAgain({ endsAt }: Playing, shown: Shown, at: number): number | null {
  const end = endOf(shown, at) ?? endsAt;
  return isAtEnd(shown) && endsAt !== null && end !== null ? Math.min(end, endsAt) : end;
}
