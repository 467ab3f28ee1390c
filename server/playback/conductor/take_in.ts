// What a look at the player changes (docs/conductor.md). Pure.
import type { End } from "./actions.ts";
import type { Look, Shown } from "./facts.ts";
import { isSameSong } from "./same_song.ts";
import { endOf, isAtEnd, isNaturalChange, isOver, STUCK_MS } from "./song_end.ts";
import { NO_DEVICE_MS } from "./failures.ts";
import { endSilence, isSilent, motionOf } from "./motion.ts";
import { withoutEffect } from "./order_answers.ts";
import { CLOCK_SLACK_MS, isAfterEnd, isPast, over, type Step, withoutPause } from "./orders.ts";
import { heardOf, other } from "./other_music.ts";
import type { ConductorState, Playing } from "./state.ts";
import { MAX_EMPTY_LOOKS } from "./times.ts";

/** Takes in what the player showed at `at` (epoch ms). What to start, if anything, is decided afterwards. */
export function takeIn(state: ConductorState, look: Look, at: number): Step {
  const known = { ...state, lookedAt: at, obstacle: null, outages: 0 };
  if (look.kind === "empty") return empty(known, look.canPlay, at);
  const seen = { ...known, emptyLooks: 0, device: look.shown.device };
  const { playing, hold } = seen;
  if (hold === "human") return human(seen, look.shown, at);
  if (!playing) return unexpected(seen, look.shown, at);
  if (!playing.isSeen) return ordered(seen, playing, look.shown, at);
  return followed(seen, playing, look.shown, at);
}

/** The player shows nothing. */
function empty(state: ConductorState, canPlay: boolean, at: number): Step {
  const { playing, hold } = state;
  if (hold === "human") return humanSilence(state, at);
  const emptyLooks = state.emptyLooks + 1;
  const isEnd = playing && isAfterEnd(playing, at);
  // A service that answers with nothing although a song plays is seen now and then.
  if (playing && !isEnd && emptyLooks < MAX_EMPTY_LOOKS) {
    return { state: { ...state, emptyLooks }, actions: [] };
  }
  const obstacle = canPlay ? null : { kind: "no_device", until: at + NO_DEVICE_MS } as const;
  const silent = { ...state, emptyLooks: 0, obstacle, device: null, hold: withoutPause(hold) };
  if (!playing) return { state: silent, actions: [] };
  if (!playing.isSeen && !isPast(playing, at)) return withoutEffect(silent, playing);
  return over(silent, playing, isEnd ? "finished" : "cut");
}

/** Nothing of ours should play. */
function unexpected(state: ConductorState, shown: Shown, at: number): Step {
  if (isOver(shown) || !shown.isPlaying) return { state, actions: [] };
  return other(state, shown, at);
}

/** A person plays something. Silence begins when it is over, not while it is paused. */
function human(state: ConductorState, shown: Shown, at: number): Step {
  return isOver(shown)
    ? humanSilence(state, at)
    : other({ ...state, silentSince: null }, shown, at);
}

function humanSilence(state: ConductorState, at: number): Step {
  const silent = { ...state, silentSince: state.silentSince ?? at };
  return state.playing ? over(silent, state.playing, "finished") : { state: silent, actions: [] };
}

/** The first look after an order. */
function ordered(state: ConductorState, playing: Playing, shown: Shown, at: number): Step {
  if (isOurs(playing, shown)) {
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

/** The song that plays was seen before. */
function followed(state: ConductorState, playing: Playing, shown: Shown, at: number): Step {
  if (isOurs(playing, shown)) return same(state, playing, shown, at);
  // An advertisement or an episode. It ends by itself.
  if (shown.song === null && !playing.playId) return { state, actions: [] };
  const natural = isNaturalChange(playing.endsAt, at);
  const why = natural ? "finished" : "cut";
  if (!shown.isPlaying && isOver(shown)) return over(state, playing, why);
  const follows = natural || (playing.by === "other" && playing.endsAt === null);
  return replacedBy(state, playing, why, follows ? state.hold : "human", shown, at);
}

/** Something else plays now than what played before. */
function replacedBy(
  state: ConductorState,
  playing: Playing,
  why: End,
  hold: ConductorState["hold"],
  shown: Shown,
  at: number,
): Step {
  const ended = over(state, playing, why);
  const taken = other({ ...ended.state, hold, silentSince: null }, shown, at);
  return { state: taken.state, actions: [...ended.actions, ...taken.actions] };
}

/** What is shown is what should play, or the playlist that should. */
function isOurs(playing: Playing, shown: Shown): boolean {
  if (playing.by === "fallback") return shown.contextUri === playing.contextUri;
  if (!playing.song || !shown.song) return false;
  return isSameSong(playing.song, shown.song);
}

function same(state: ConductorState, playing: Playing, shown: Shown, at: number): Step {
  const isStuck = isAtEnd(shown) && playing.endsAt !== null && at >= playing.endsAt + STUCK_MS;
  if (isOver(shown) || isStuck) return over(state, playing, "finished");
  const changed = shown.song !== null && (!playing.song || !isSameSong(playing.song, shown.song));
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
  const counts = moves ? { failures: 0, fallbackTries: 0 } : {};
  return { state: { ...state, ...counts, playing: now, hold }, actions: heardOf(now, shown) };
}

/** When a song ends that was seen before. A player that stands at the end does not put it off. */
function endAgain({ endsAt }: Playing, shown: Shown, at: number): number | null {
  const end = endOf(shown, at) ?? endsAt;
  return isAtEnd(shown) && endsAt !== null && end !== null ? Math.min(end, endsAt) : end;
}
