// The life of a play as a state machine, for every source (docs/playback.md#life). Pure: time comes in as an argument, and
// may have gone backwards. db/plays/plays.ts has one statement for each change, and life.ts carries them out.
import type { ActivePlay, WhyOver, WhyReleased } from "../../db/plays/plays.ts";
import { HEARD_MS } from "../contract/limits.ts";
import type { NowPlaying } from "../music/provider.ts";
import { isSongOf } from "./seen_song.ts";

/**
 * Where a play is. A song is sent before it is ordered (`to_order`), then the player has accepted it (`ordered`) or did
 * not answer (`unanswered`); it is heard (`playing`) or stands (`paused`).
 */
export const PLAY_STATES = [
  ...["to_order", "ordered", "unanswered", "playing", "paused", "ended", "released"] as const,
];
export type PlayState = typeof PLAY_STATES[number];

/** What is done about an event. `keep`: nothing, since the event tells nothing new or comes too late. */
export type PlayChange =
  | "keep"
  /** Pages show the song from now on. */
  | "accept"
  /** It begins: its request is played and its tip is earned. */
  | "begin"
  | "begin_and_end"
  | "end"
  | "stand"
  | "go_on"
  /** The request is the first of the queue again. */
  | "release"
  /** The player may have the song: it is looked at before anything else is done. */
  | "look"
  /** A person has to wait for what is under way. */
  | "refuse"
  /** What a person meant is over, which the answer says. */
  | "say_over";

/** One row for each event: what is done about it in each state, in the order of PLAY_STATES. */
const LIFE = {
  /** The player took the order. */
  accepted: row("accept", "keep", "accept", "keep", "keep", "keep", "keep"),
  /** The player did not take the order, and will not. */
  refused: row("release", "keep", "release", "keep", "keep", "keep", "keep"),
  /** It is not known whether the player took the order. */
  unanswered: row("look", "keep", "keep", "keep", "keep", "keep", "keep"),
  /** A look or a report shows the song as this order's effect. */
  heard: row("begin", "begin", "begin", "keep", "go_on", "keep", "keep"),
  /** A look shows that the order had no effect, and can have none any more. */
  not_heard: row("keep", "release", "release", "keep", "keep", "keep", "keep"),
  /** The song came to its end. */
  finished: row("begin_and_end", "begin_and_end", "begin_and_end", "end", "end", "keep", "keep"),
  /** A person or a lost device ended it at the player. */
  cut: row("keep", "begin_and_end", "keep", "end", "end", "keep", "keep"),
  /** The player cannot play it, or it has no sound. */
  failed: row("release", "release", "release", "end", "end", "keep", "keep"),
  /** Another song is to be sent. */
  replaced: row("refuse", "refuse", "look", "end", "end", "keep", "keep"),
  /** A person skips it. */
  skipped: row("refuse", "begin_and_end", "look", "end", "end", "say_over", "say_over"),
  /** It stands at the player, or a person has paused it. */
  paused: row("keep", "keep", "keep", "stand", "keep", "keep", "keep"),
  /** A paused song goes on. */
  resumed: row("keep", "keep", "keep", "keep", "go_on", "keep", "keep"),
  /** Its request is rejected. */
  rejected: row("refuse", "refuse", "release", "refuse", "refuse", "keep", "keep"),
  /** The music account is disconnected, so that its player cannot be asked any more. */
  disconnected: row("keep", "keep", "release", "keep", "keep", "keep", "keep"),
  /** The cafe leaves the source that it plays from. */
  source_left: row("release", "begin_and_end", "release", "end", "end", "keep", "keep"),
  /** A tab has become the page that plays, and makes no sound yet. */
  page_opened: row("keep", "keep", "keep", "stand", "keep", "keep", "keep"),
  /** The page that plays was closed, its lease is over, or it has not reported its song in time. */
  page_gone: row("release", "release", "release", "stand", "keep", "keep", "keep"),
  /** No call is at work on it any more: its process was killed, or its instance has lost the cafe. */
  abandoned: row("look", "keep", "look", "keep", "keep", "keep", "keep"),
} satisfies Record<string, Record<PlayState, PlayChange>>;

export type PlayEvent = keyof typeof LIFE;

/** Every event, in the order of docs/playback.md#life. */
export const PLAY_EVENTS = Object.keys(LIFE) as PlayEvent[];

export function changeOf(state: PlayState, event: PlayEvent): PlayChange {
  return LIFE[event][state];
}

function row(...changes: PlayChange[]): Record<PlayState, PlayChange> {
  return Object.fromEntries(PLAY_STATES.map((state, i) => [state, changes[i]])) as Record<
    PlayState,
    PlayChange
  >;
}

/** The state of the active play. `isAtWork`: a call may be about to order it. */
export function stateOf(
  { state, orderedAt, isPaused }: Pick<ActivePlay, "state" | "orderedAt" | "isPaused">,
  isAtWork: boolean,
): Exclude<PlayState, "ended" | "released"> {
  if (state === "playing") return isPaused ? "paused" : "playing";
  if (orderedAt !== null) return "ordered";
  return isAtWork ? "to_order" : "unanswered";
}

/** Why a play ends by an event, of which `heardMs` were heard. */
export function whyOver(
  event: PlayEvent,
  { heardMs, durationMs }: { heardMs: number; durationMs: number | null },
): Exclude<WhyOver, "replaced"> {
  switch (event) {
    case "skipped":
    case "source_left":
      // What was heard to its end was not cut short, however short it is.
      return durationMs !== null && heardMs >= durationMs ? "finished" : "skipped";
    case "failed":
      return heardMs < HEARD_MS ? "not_played" : "cut";
    case "cut":
      return "cut";
    default:
      return "finished";
  }
}

export function whyReleased(event: PlayEvent): WhyReleased {
  switch (event) {
    case "refused":
    case "failed":
      return "refused";
    case "rejected":
    case "disconnected":
      return event;
    case "source_left":
      return "source_left";
    default:
      return "not_seen";
  }
}

/**
 * The longest time that an order to play can take, on any instance. A song that was sent within this time may still be
 * ordered by another instance, and an order that was not answered may still be carried out.
 */
const ORDER_LIFETIME_MS = 15_000;

/** Returns the latest `sentAt` at which an order is over by `nowMs` (both epoch ms). */
export function overdueBefore(nowMs: number): number {
  return nowMs - ORDER_LIFETIME_MS;
}

/** Whether an order sent at `sentAt` (epoch ms) may still be carried out. If the clock was set back, it is not known since when. */
export function mayFollow({ sentAt }: { sentAt: number }, nowMs: number): boolean {
  return sentAt > overdueBefore(nowMs) && sentAt <= nowMs;
}

/** Whether the player has accepted the order so long ago that the song is over at `nowMs` (epoch), if it began. */
export function isPast(
  { orderedAt, durationMs }: Pick<ActivePlay, "orderedAt" | "durationMs">,
  nowMs: number,
): boolean {
  return orderedAt !== null && durationMs !== null && nowMs >= orderedAt + durationMs;
}

/** How far the player's clock may be ahead of ours. It must be less than the two seconds between two presses. */
export const CLOCK_SLACK_MS = 1_000;

/**
 * Whether the player shows the effect of an order for a play's `uri` that was sent at `sentAt` (epoch ms). It does not if the same
 * song was playing before: then its progress is greater than the order's age, or it has ended.
 */
export function showsEffect(
  player: NowPlaying | null,
  play: { uri: string; sentAt: number },
  nowMs: number,
): boolean {
  if (!player?.song || !isSongOf(play, player)) return false;
  const elapsedMs = nowMs - play.sentAt;
  // The clock was set back since the order, so two plays of one song cannot be told apart. A second play is not risked.
  if (elapsedMs < 0) return true;
  // The order is older than the song is long, so a play from before the order would have ended by now.
  const { durationMs } = player.song;
  if (durationMs !== null && elapsedMs >= durationMs) return true;
  const progressMs = player.progressMs ?? 0;
  return progressMs <= elapsedMs + CLOCK_SLACK_MS && (player.isPlaying || progressMs > 0);
}
