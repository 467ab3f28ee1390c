// What the conductor orders, what the answers change, and how a play begins and ends (docs/conductor.md). Pure.
import { HEARD_MS, MAX_FAILURES } from "../../contract/limits.ts";
import { CLOCK_SLACK_MS } from "../play.ts";
import { endOf } from "./song.ts";
import {
  ANSWERED,
  cleared,
  type ConductorAction,
  type ConductorState,
  type End,
  type Playing,
  type Shown,
  type Step,
  then,
  type Unplayed,
} from "./state.ts";
import { fallbackOf, isTakenAway } from "./times.ts";

/** Orders the first song of the queue, else the playlist, if there is one. One that was taken away is stopped. */
export function start(state: ConductorState): Step {
  const { next } = state;
  const ordering = { ...state, underWay: "order" } as const;
  if (next.request) return { state: ordering, actions: [{ do: "start_request" }] };
  if (isTakenAway(state)) return { state: ordering, actions: [{ do: "stop_fallback" }] };
  const contextUri = fallbackOf(state);
  if (contextUri === null) return { state, actions: [] };
  return { state: ordering, actions: [{ do: "start_fallback", contextUri }] };
}

/** A person skips what plays, and wants the next song. */
export function skip(state: ConductorState): Step {
  const { playing } = state;
  return {
    state: { ...state, ...cleared(state), playing: null },
    actions: playing ? endOfPlay(playing, "skipped") : [],
  };
}

export function over(state: ConductorState, playing: Playing, why: End): Step {
  return {
    state: { ...state, playing: null, hold: withoutPause(state.hold) },
    actions: [...endOfPlay(playing, why), { do: "show", heard: null }],
  };
}

/** Whether the song is over at `at` (epoch ms), if nothing held it up. */
export function isAfterEnd({ endsAt }: Playing, at: number): boolean {
  return endsAt !== null && at >= endsAt - CLOCK_SLACK_MS;
}

/** Whether a song that the player accepted, and that could not be looked at meanwhile, is over by now. */
export function isPast(playing: Playing, at: number): boolean {
  return playing.hasBegun && isAfterEnd(playing, at);
}

/** A pause ends when the music goes on, or when nothing is left that could go on. */
export function withoutPause(hold: ConductorState["hold"]): ConductorState["hold"] {
  return hold === "paused" ? null : hold;
}

/** Records the end of a request's play, and its beginning if that was not known yet. */
function endOfPlay({ playId, hasBegun, since }: Playing, why: End): ConductorAction[] {
  if (playId === undefined) return [];
  const begun: ConductorAction[] = hasBegun ? [] : [{ do: "begin", playId, at: since }];
  return [...begun, { do: "end", playId, why }];
}

/** An order was accepted. What played before is replaced: for a request by its record, for a playlist here. */
export function begun(
  state: ConductorState,
  playing: Omit<Playing, "since" | "isSeen" | "motion">,
  at: number,
): Step {
  const before = state.playing;
  const actions = playing.by === "fallback" && before ? endOfPlay(before, "finished") : [];
  return {
    state: {
      ...state,
      ...cleared(state),
      fallbackTries: state.fallbackTries,
      ...ANSWERED,
      commandedAt: at,
      leftDevice: null,
      playing: {
        ...playing,
        since: at,
        isSeen: false,
        motion: null,
        mayBePaused: state.overtaken === "next",
      },
    },
    actions,
  };
}

/** An order was accepted and the player does not show its effect. */
export function withoutEffect(state: ConductorState, playing: Playing): Step {
  if (playing.by === "fallback") {
    return {
      state: { ...state, playing: null, fallbackTries: state.fallbackTries + 1 },
      actions: [],
    };
  }
  const playId = playing.playId!;
  if (!playing.hasBegun) {
    return {
      state: { ...state, playing: null, underWay: "order" },
      actions: [{ do: "release", playId }],
    };
  }
  const failed = notPlayed({ ...state, playing: null }, { playId, isReleased: false });
  return then({ state: failed.state, actions: [{ do: "end", playId, why: "not_played" }] }, failed);
}

/** A song that was ordered without effect is in the queue again, or has left it as unplayable. */
export function releasedSong(state: ConductorState, playId: string, unplayable: boolean): Step {
  const answered = { ...state, ...ANSWERED };
  if (unplayable) return notPlayed(answered, { playId, isReleased: true });
  return { state: { ...answered, next: { ...state.next, request: true } }, actions: [] };
}

/** A song could not be played. After three in a row the songs go back, and a person has to say when to go on. */
export function notPlayed(state: ConductorState, song: Unplayed): Step {
  // Those of an earlier stop went back then.
  const before = state.unplayed.length < MAX_FAILURES ? state.unplayed : [];
  const unplayed = [...before, song];
  if (unplayed.length < MAX_FAILURES) return { state: { ...state, unplayed }, actions: [] };
  const playIds = unplayed.filter(({ isReleased }) => isReleased).map(({ playId }) => playId);
  const request = state.next.request || playIds.length > 0;
  return {
    state: { ...state, unplayed, hold: "stopped", next: { ...state.next, request } },
    actions: playIds.length > 0 ? [{ do: "return_failed", playIds }] : [],
  };
}

/** A song without sound is ordered once more. If it still has none, it is over. A playlist is started again. */
export function endSilence(state: ConductorState, playing: Playing): Step {
  if (playing.by !== "request") return withoutEffect(state, playing);
  const { motion, song } = playing;
  if (!motion!.isOrderedAgain) {
    return {
      state: { ...state, underWay: "order" },
      actions: [{ do: "order_again", song: song! }],
    };
  }
  const ended = over(state, playing, motion!.heardMs < HEARD_MS ? "not_played" : "cut");
  return then(ended, notPlayed(ended.state, { playId: playing.playId!, isReleased: false }));
}

/** The song was ordered once more at `at` (epoch ms). */
export function orderedAgain(
  state: ConductorState,
  playing: Playing,
  at: number,
): ConductorState {
  const motion = {
    progressMs: 0,
    heardMs: playing.motion?.heardMs ?? 0,
    at,
    isPlaying: true,
    standsSince: null,
    isStill: false,
    isOrderedAgain: true,
  };
  const again = { ...playing, motion, endsAt: at + playing.song!.durationMs };
  return { ...state, ...ANSWERED, commandedAt: at, playing: again };
}

/** Something plays that was not ordered just now. The cafe's playlist is the fallback, also if a person started it. */
export function other(
  state: ConductorState,
  shown: Shown,
  at: number,
  { cameByItself = false }: Pick<Playing, "cameByItself"> = {},
): Step {
  const isFallback = shown.contextUri !== null && shown.contextUri === state.next.fallback;
  const playing: Playing = {
    by: isFallback ? "fallback" : "other",
    contextUri: shown.contextUri ?? undefined,
    song: shown.song,
    since: at,
    endsAt: endOf(shown, at),
    isSeen: true,
    motion: null,
    hasBegun: true,
    cameByItself,
  };
  const hold = isFallback && shown.isPlaying ? null : state.hold;
  return { state: { ...state, playing, hold }, actions: heardOf(playing, shown) };
}

/**
 * The action that tells the pages what is heard. An advertisement or an episode is not a song, and not shown. How long the
 * song is, the player knows best.
 */
export function heardOf(
  { playId, song: known }: Playing,
  { song: shown, progressMs, isPlaying }: Shown,
): ConductorAction[] {
  const song = known && { ...known, durationMs: shown?.durationMs ?? known.durationMs };
  const heard = song && { playId: playId ?? null, song, positionMs: progressMs, isPlaying };
  return [{ do: "show", heard }];
}
