// Starts the next song: sends it, settles one that is on its way, orders, and records the outcome
// (docs/playback.md#play-next).
import type { ActivePlay, SentPlay } from "../../db/plays/plays.ts";
import { findActive } from "../../db/plays/plays.ts";
import { sendFirst, setAside } from "../../db/plays/sending.ts";
import type { DomainError } from "../errors.ts";
import { newId } from "../ids.ts";
import type { OrderOptions } from "../music/provider.ts";
import { type Facts, happen, type PlayDeps } from "./life.ts";
import { giveOrder, type OrderOutcome } from "./order_song.ts";
import type { PlayEvent } from "./play.ts";
import { settle } from "./settle.ts";

/** So many songs of another source may be set aside by one press: each was filed while the source changed. */
const MAX_SET_ASIDE = 20;

/** What became of starting the next song. `found`: one that was on its way turned out to play, to stand, or to be over. */
export type Started =
  | { kind: "playing" | "told"; play: SentPlay }
  | { kind: "found"; play: SentPlay; is: "playing" | "paused" | "over" }
  | { kind: "queue_empty" | "play_under_way" }
  /** The song is first again, or, if it is `unplayable`, has left the queue. */
  | { kind: "refused" | "not_seen"; play: SentPlay; error: DomainError; unplayable: boolean }
  /** The player may have the song. It stays `sent`, and what is seen next settles it. */
  | { kind: "unanswered"; play: SentPlay; error: DomainError };

export interface StartOptions extends OrderOptions {
  /** The account of the person who pressed. */
  sentBy?: string;
  /** The play that they saw: if another one plays by now, it is what is `found`. */
  seenId?: string;
  /**
   * The conductor looks at the player afterwards: the song is shown at once, and begins when a look shows it. Without one it
   * begins when the player accepts the order.
   */
  isFollowed: boolean;
}

/**
 * Sends the first song of the queue, settles one that is on its way, orders, and records the outcome. No other call may be
 * at work on this owner's songs in this process (`playKey`).
 * @throws DomainError `music_*` if a song on its way could not be settled: nothing was changed
 */
export async function startNext(
  deps: PlayDeps,
  ownerId: string,
  options: StartOptions,
): Promise<Started> {
  for (let left = MAX_SET_ASIDE; left > 0; left--) {
    const first = await send(deps, ownerId, options);
    if (first !== "play_under_way") {
      const ordered = first === "queue_empty" ? first : await order(deps, first, options);
      if (ordered === "queue_empty") return { kind: ordered };
      if (ordered !== "set_aside") return ordered;
      continue;
    }
    const onItsWay = await findActive(deps.db, ownerId);
    if (onItsWay?.state === "playing" && options.seenId && onItsWay.id !== options.seenId) {
      return { kind: "found", play: onItsWay, is: "playing" };
    }
    if (onItsWay?.state !== "sent") continue;
    const settled = await settle(deps, onItsWay, options.signal);
    if (settled === "under_way") break;
    if (settled === "told") return { kind: settled, play: onItsWay };
    // Sending another song would cut off the one that turns out to be playing.
    if (settled !== "released") {
      return { kind: "found", play: onItsWay, is: settled };
    }
  }
  return { kind: "play_under_way" };
}

async function send(
  { db, music, now }: PlayDeps,
  ownerId: string,
  { sentBy, seenId }: StartOptions,
): Promise<SentPlay | "queue_empty" | "play_under_way"> {
  const sentAt = now();
  const outcome = await sendFirst(
    db,
    { id: newId(sentAt), ownerId, sentAt, sources: music.ids },
    { sentBy, seenId },
  );
  return "sent" in outcome ? outcome.sent : outcome.refused;
}

/** Orders a song that was just sent, and records what became of it. */
async function order(
  deps: PlayDeps,
  sent: SentPlay,
  options: StartOptions,
): Promise<Started | "set_aside"> {
  const play: ActivePlay = { ...sent, ...JUST_SENT };
  const released = async (event: PlayEvent, counts?: Facts["counts"]) =>
    await happen(deps, play, event, { counts: options.isFollowed ? counts : undefined });
  let outcome: OrderOutcome;
  try {
    const source = deps.music.byId(play.source);
    const owning = deps.music.owning(play.uri);
    if (owning && owning !== source && !source?.playsAny) {
      // It was filed while the source changed. That is no failure: it waits for its source.
      await released("source_left");
      await setAside(deps.db, play.ownerId, play.requestId!);
      return "set_aside";
    }
    outcome = await giveOrder(deps, play, options);
  } catch (error) {
    // No order was given: a DomainError would have been an outcome.
    await released("refused");
    throw error;
  }
  switch (outcome.kind) {
    case "told":
      return { kind: "told", play };
    case "accepted": {
      const event = options.isFollowed ? "accepted" : "heard";
      // If this cannot be recorded, the song plays and stays `sent`: what is seen next settles it.
      const { isDone } = await happen(deps, play, event, { isAtWork: true });
      if (isDone) return { kind: "playing", play };
      // Meanwhile another instance has released the song: the cafe has left the source.
      await outcome.player.pause?.(options.signal).catch(() => {});
      return { kind: "play_under_way" };
    }
    case "unanswered":
      return { kind: "unanswered", play, error: outcome.error };
    case "not_seen": {
      const { unplayable } = await released("not_heard", "try");
      return { ...outcome, play, unplayable };
    }
    case "refused": {
      const { unplayable } = await released("refused", outcome.because && "for_good");
      return { kind: "refused", error: outcome.error, play, unplayable };
    }
  }
}

const JUST_SENT: Omit<ActivePlay, keyof SentPlay> = {
  ...{ orderedAt: null, startedAt: null, positionMs: 0, positionAt: null, heardMs: null },
  state: "sent",
  isPaused: 0,
};
