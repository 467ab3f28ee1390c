// The player as a state machine: what it knows, what happens to it, and what it does about it (docs/speaker.md#page). Pure.
import { HEARD_MS, MAX_FAILURES } from "../../../server/contract/limits.ts";
import type {
  SpeakerOrders,
  SpeakerReport,
  SpeakerSong,
} from "../../../server/contract/speaker.ts";

// How long it waits before it tries something again, and how often it may begin a song at all. Seconds are counted by
// its own clock, since the device's may be set back.

/** The longest pause before a song is begun again. */
const MAX_PAUSE_S = 30;
/** So many songs may be begun within `WINDOW_S`, besides those that were heard: people skip, and files fail. */
export const MAX_BEGINS = 20;
export const WINDOW_S = 60;
/** A song that sounded for so long was heard, and one that sounded for half of its length. */
const SOUNDED_MS = 10_000;

/** A file may tell that much less than it plays, in ms. */
const BEYOND_END_MS = 1_000;

/** The pause after `times` attempts: 1, 2, 4 and so on. */
export function pauseS(times: number, maxS: number): number {
  return Math.min(2 ** (times - 1), maxS);
}

interface Begun {
  /** The time of every begin of a song that was not heard. */
  rushed: readonly number[];
  tries: readonly Try[];
}

/** `what` is a song in the place that the server gave it: `next` or `play`. */
interface Try {
  what: string;
  times: number;
  atS: number;
}

const NOTHING_BEGUN: Begun = { rushed: [], tries: [] };

/**
 * Whether it may be begun now. What was begun before is in question: the server, or the browser, did not take it. So each
 * further attempt waits for longer, 2, 4, 8, 16 and then 30 seconds, until a minute has passed without one.
 */
function mayBegin({ rushed, tries }: Begun, what: string, nowS: number): boolean {
  if (rushed.filter((atS) => isRecent(atS, nowS)).length >= MAX_BEGINS) return false;
  const tried = tries.find((each) => each.what === what);
  return !tried || nowS - tried.atS >= pauseS(tried.times + 1, MAX_PAUSE_S);
}

/** What is known after `what` was begun. */
function begunNow({ rushed, tries }: Begun, what: string, nowS: number): Begun {
  const recent = tries.filter(({ atS }) => isRecent(atS, nowS));
  const before = recent.find((each) => each.what === what);
  return {
    rushed: [...rushed.filter((atS) => isRecent(atS, nowS)), nowS],
    tries: [
      ...recent.filter((each) => each !== before),
      { what, times: (before?.times ?? 0) + 1, atS: nowS },
    ],
  };
}

/** What is known after the last song came to its end, having sounded for `soundedMs` of `durationMs`. */
function endedNow(begun: Begun, soundedMs: number, durationMs: number): Begun {
  if (soundedMs < Math.min(SOUNDED_MS, durationMs / 2) || soundedMs <= 0) return begun;
  return { ...begun, rushed: begun.rushed.slice(0, -1) };
}

function isRecent(atS: number, nowS: number): boolean {
  return nowS - atS < WINDOW_S;
}

/** There are two decks: one plays, the other holds the next song. */
export type Side = "a" | "b";

export interface SpeakerState {
  /** The deck that plays, or played last. */
  side: Side;
  /** What plays or is paused. */
  playing: SpeakerSong | null;
  /** Whether its sound has begun, which has been reported. */
  hasBegun: boolean;
  /** Whether any sound has begun since the player was started. */
  hasSounded: boolean;
  positionMs: number;
  /** The position at which the song was begun, in ms. */
  fromMs: number;
  /** The song that begins by itself after this one. */
  next: SpeakerSong | null;
  /** What is to begin as soon as its pause is over. */
  due: Due | null;
  /** The id of the song that the other deck holds, null if it holds none or fades out. */
  loaded: string | null;
  /** Whether the other deck fades out. */
  isFading: boolean;
  isPaused: boolean;
  volumePercent: number;
  /** How many songs in a row could not be played. */
  failures: number;
  /** The browser plays nothing before a person presses something. */
  needsPress: boolean;
  /** The id of the song of which was reported that it is silent. */
  silent: string | null;
  /** The computer has slept: nothing sounds before the server has said what is to play by now. */
  hasSlept: boolean;
  /** The seconds since the player was opened. */
  nowS: number;
  begun: Begun;
}

/** A song in the place that the server gave it. */
interface Due {
  place: "play" | "next";
  song: SpeakerSong;
}

export const SILENT: SpeakerState = {
  side: "a",
  playing: null,
  hasBegun: false,
  hasSounded: false,
  positionMs: 0,
  fromMs: 0,
  next: null,
  due: null,
  loaded: null,
  isFading: false,
  isPaused: false,
  volumePercent: 100,
  failures: 0,
  needsPress: false,
  silent: null,
  hasSlept: false,
  nowS: 0,
  begun: NOTHING_BEGUN,
};

/** `id` is the song's. What a deck says of a song that it no longer plays changes nothing. */
export type SpeakerEvent =
  | { type: "orders"; orders: SpeakerOrders }
  /** The song's sound has begun, or begun again. */
  | { type: "began"; id: string }
  /** The position of the song. `crossfadeMs`: how long it overlaps with the next one; 0 if it does not. */
  | { type: "position"; id: string; positionMs: number; leftMs: number; crossfadeMs: number }
  | { type: "ended"; id: string; positionMs: number }
  | { type: "failed"; id: string; why: string }
  /** The browser wants a press before it plays. */
  | { type: "refused"; id: string }
  /** The deck that faded out is empty. */
  | { type: "faded" }
  | { type: "pressed" }
  | { type: "slept" }
  | { type: "second" }
  /** It is time to report how far the song is. */
  | { type: "progress" }
  /** This tab is not the player any more. */
  | { type: "closed" };

export type Report = Omit<SpeakerReport, "lease">;

export type SpeakerCommand =
  /** Makes a deck hold a song, in place of what it held. */
  | { do: "load"; side: Side; song: SpeakerSong }
  /** Plays what a deck holds, louder from silence within `fadeMs`. Nothing if it plays already. */
  | { do: "play"; side: Side; fadeMs: number }
  | { do: "pause"; side: Side }
  /** Lets a deck fade out within `fadeMs`, and empties it. */
  | { do: "stop"; side: Side; fadeMs: number }
  | { do: "volume"; percent: number }
  | { do: "report"; report: Report };

interface Step {
  state: SpeakerState;
  commands: SpeakerCommand[];
}

/** How long a song that is stopped fades out, in ms. */
const STOP_FADE_MS = 300;

/** What `event` leads to (docs/speaker.md#page). */
export function step(state: SpeakerState, event: SpeakerEvent): Step {
  const isOld = "id" in event && event.id !== state.playing?.id;
  return isOld ? unchanged(state) : stepNow(state, event);
}

/** Whether this page is heard now. */
export function isHeard(state: SpeakerState): boolean {
  return state.playing !== null && state.hasBegun && maySound(state);
}

function stepNow(state: SpeakerState, event: SpeakerEvent): Step {
  const { playing, hasBegun, positionMs, volumePercent, nowS, begun } = state;
  switch (event.type) {
    case "orders":
      return obey(state, event.orders);
    case "began":
      // What was reported as silent is heard again.
      if (hasBegun && state.silent !== event.id) return unchanged(state);
      return reporting(
        {
          ...state,
          hasBegun: true,
          hasSounded: true,
          failures: 0,
          needsPress: false,
          silent: null,
        },
        { playId: event.id, event: hasBegun ? "progress" : "started", positionMs },
      );
    case "position": {
      const moved = { ...state, positionMs: event.positionMs };
      // The song that fades out is at its end, and the next one has to be there.
      const handsOver = hasBegun && event.crossfadeMs > 0 && event.leftMs <= event.crossfadeMs &&
        state.loaded !== null && state.loaded === state.next?.id && maySound(state);
      if (handsOver) return end(moved, event.crossfadeMs);
      // From here on its tip is kept, which the server has to know although the network may go away.
      const comesTo = (atMs: number) => positionMs < atMs && event.positionMs >= atMs;
      // Beyond the end that its file tells, guests would read of silence until the next report.
      const goesOn = playing !== null && playing.durationMs > 0 &&
        comesTo(playing.durationMs + BEYOND_END_MS);
      return comesTo(HEARD_MS) || goesOn ? stepNow(moved, { type: "progress" }) : unchanged(moved);
    }
    case "ended":
      return end({ ...state, positionMs: event.positionMs });
    case "failed":
      return fail(state, event.why);
    case "refused":
      return sayIfSilent({ ...state, needsPress: true });
    case "faded":
      return prepare({ ...state, isFading: false });
    case "pressed":
      // A person who tries again need not wait.
      return sound({ ...state, needsPress: false, begun: NOTHING_BEGUN });
    case "second":
      return beginDue({ ...state, nowS: state.nowS + 1 });
    case "slept":
      return {
        state: { ...state, hasSlept: true },
        commands: playing ? [{ do: "pause", side: state.side }] : [],
      };
    case "progress":
      if (!playing || !hasBegun || !maySound(state)) return unchanged(state);
      return reporting(state, { playId: playing.id, event: "progress", positionMs });
    case "closed":
      return {
        state: { ...SILENT, volumePercent, nowS, begun },
        commands: [{ do: "stop", side: "a", fadeMs: 0 }, { do: "stop", side: "b", fadeMs: 0 }],
      };
  }
}

function obey(before: SpeakerState, { play, next, paused, volumePercent }: SpeakerOrders): Step {
  const state = { ...before, isPaused: paused, hasSlept: false, volumePercent, due: null };
  const { playing } = state;
  const volume: Step = { state, commands: [{ do: "volume", percent: volumePercent }] };
  // The server learns that the song has begun by a report that follows. What comes after it is not known before.
  const isBeginning = play === null && playing && !state.hasBegun && playing.id === next?.id;
  if (isBeginning) return then(volume, sound);
  const known = then(volume, (state) => unchanged({ ...state, next }));
  if (play && play.id === playing?.id) return then(then(known, sound), prepare);
  const silent = then(known, (state) => stop(state, maySound(before) ? STOP_FADE_MS : 0));
  if (!play) return then(silent, beginNext);
  const begun = then(silent, (state) => begin(state, { place: "play", song: play }));
  return then(then(begun, prepare), sayIfSilent);
}

/** Says once that a song is silent: the browser plays nothing before a press. */
function sayIfSilent(state: SpeakerState): Step {
  const { playing, needsPress, silent, positionMs } = state;
  if (!needsPress || !playing || silent === playing.id) return unchanged(state);
  const { id } = playing;
  return reporting({ ...state, silent: id }, { playId: id, event: "silent", positionMs });
}

/** The song is over: says so, and begins the next one. */
function end(state: SpeakerState, crossfadeMs = 0): Step {
  const { playing, positionMs, fromMs } = state;
  const begun = endedNow(state.begun, positionMs - fromMs, playing!.durationMs);
  const after = { ...state, begun };
  const said = reporting(after, { playId: playing!.id, event: "ended", positionMs });
  return then(then(said, (state) => stop(state, crossfadeMs)), (s) => beginNext(s, crossfadeMs));
}

function fail(state: SpeakerState, why: string): Step {
  const { playing, positionMs } = state;
  const report: Report = { playId: playing!.id, event: "failed", positionMs, why };
  const said = reporting({ ...state, failures: state.failures + 1 }, report);
  const silent = then(said, (state) => stop(state, 0));
  return silent.state.failures < MAX_FAILURES ? then(silent, beginNext) : silent;
}

/** Plays nothing any more. What played fades out within `fadeMs`, 0 if it is silent already. */
function stop(state: SpeakerState, fadeMs: number): Step {
  const { playing, side, hasBegun } = state;
  if (!playing) return unchanged(state);
  const fades = hasBegun ? fadeMs : 0;
  return {
    state: { ...state, playing: null, hasBegun: false, isFading: fades > 0 },
    commands: [{ do: "stop", side, fadeMs: fades }],
  };
}

/** Begins the next song, if there is one, unless nothing may sound now. */
function beginNext(state: SpeakerState, fadeMs = 0): Step {
  const { next } = state;
  if (!next || !maySound(state)) return prepare(state);
  return begin(state, { place: "next", song: next }, fadeMs);
}

/** Begins a song on the deck that holds it already, or on the other one of the two; not before its pause is over. */
function begin(state: SpeakerState, due: Due, fadeMs = 0): Step {
  const { place, song } = due;
  const what = `${place} ${song.id}`;
  if (!mayBegin(state.begun, what, state.nowS)) return prepare({ ...state, due });
  const side = other(state.side);
  const begun: Step = {
    state: {
      ...state,
      side,
      playing: song,
      hasBegun: false,
      positionMs: song.positionMs,
      fromMs: song.positionMs,
      next: place === "next" ? null : state.next,
      due: null,
      loaded: null,
      begun: begunNow(state.begun, what, state.nowS),
    },
    commands: state.loaded === song.id ? [] : [{ do: "load", side, song }],
  };
  return then(begun, (state) => sound(state, fadeMs));
}

/** Begins what had to wait, if its pause is over. */
function beginDue(state: SpeakerState): Step {
  const { due, playing } = state;
  if (playing || !due) return unchanged(state);
  return due.place === "next" ? beginNext(state) : begin(state, due);
}

/** Lets the song sound, or be silent, as it may now. */
function sound(state: SpeakerState, fadeMs = 0): Step {
  const { side, playing, due } = state;
  if (!playing) return due ? beginDue(state) : beginNext(state);
  return {
    state,
    commands: [maySound(state) ? { do: "play", side, fadeMs } : { do: "pause", side }],
  };
}

/** Makes the deck that does not play hold the next song. */
function prepare(state: SpeakerState): Step {
  const { next, loaded, isFading } = state;
  const side = other(state.side);
  if (isFading || (next?.id ?? null) === loaded) return unchanged(state);
  return {
    state: { ...state, loaded: next?.id ?? null },
    commands: [next ? { do: "load", side, song: next } : { do: "stop", side, fadeMs: 0 }],
  };
}

/** Whether anything may be heard now. */
function maySound({ isPaused, hasSlept, needsPress }: SpeakerState): boolean {
  return !isPaused && !hasSlept && !needsPress;
}

function other(side: Side): Side {
  return side === "a" ? "b" : "a";
}

function unchanged(state: SpeakerState): Step {
  return { state, commands: [] };
}

/** A step that tells the server something. */
function reporting(state: SpeakerState, report: Report): Step {
  return { state, commands: [{ do: "report", report }] };
}

function then(before: Step, work: (state: SpeakerState) => Step): Step {
  const after = work(before.state);
  return { state: after.state, commands: [...before.commands, ...after.commands] };
}
