// Settles a song whose outcome is not known by whatever is seen next (docs/playback.md#unknown-outcome), and follows one
// that plays without a conductor.
import { getLogger } from "@logtape/logtape";
import {
  type ActivePlay,
  findActive,
  listSent,
  movePlay,
  type SentPlay,
} from "../../db/plays/plays.ts";
import { CLOCKS_APART_MS, DRIFT_MS } from "../../db/plays/play_times.ts";
import { beginUnseen, findUnseen } from "../../db/plays/sending.ts";
import { HOUR_MS } from "../contract/clock.ts";
import { HEARD_MS } from "../contract/limits.ts";
import { knownSince, positionAt } from "../contract/song_clock.ts";
import type { Deps } from "../deps.ts";
import { newId } from "../ids.ts";
import type { MusicProvider, NowPlaying } from "../music/provider.ts";
import { happen, type PlayDeps } from "./life.ts";
import { LOOK_INTERVAL_MS, lookFor, openPlayerOf, providerOf } from "./order_song.ts";
import { isPast, mayFollow, overdueBefore, showsEffect } from "./play.ts";
import { isOver, isSongOf } from "./seen_song.ts";

/** The most looks before a song of an earlier order is released. More would leave no time for the order that follows. */
const MAX_LOOKS = 5;

const log = getLogger(["siradaki", "playback"]);

/**
 * The outcome of a sent song: it plays or stands, it began and is over, it was released, its page was told and begins it
 * yet, or it is not known.
 */
export type Settlement = "playing" | "paused" | "over" | "released" | "told" | "under_way";

/**
 * Asks the player what became of a song on its way, before anything else is sent to it. If it may still begin, asks several
 * times: an order that is carried out late must not cut off the one that follows.
 * @throws DomainError `music_*` if the player cannot be asked; the song then stays `sent`
 */
export async function settle(
  deps: PlayDeps,
  play: ActivePlay,
  signal?: AbortSignal,
): Promise<Settlement> {
  const provider = providerOf(deps, play);
  const selfPlaying = provider?.selfPlaying;
  if (selfPlaying) {
    // The page was told, and says itself when it begins. Without a page it never will.
    if (await selfPlaying.isOpen(play.ownerId)) return "told";
    const { isDone } = await happen(deps, play, "page_gone");
    return isDone ? "released" : await outcomeOf(deps, play);
  }
  if (!isOverdue(deps.db, play, deps.now())) return "under_way";
  // Without its provider no one can be asked, and no one plays it.
  if (!provider) return await settleBy(deps, play, null);
  const { player } = await openPlayerOf(deps, play);
  const mayFollowMs = play.sentAt - overdueBefore(deps.now());
  const looks = Math.min(1 + Math.ceil(mayFollowMs / LOOK_INTERVAL_MS), MAX_LOOKS);
  return await settleBy(deps, play, await lookFor(deps, player, play, looks, signal));
}

/** Settles the song by what the player was just seen to play, which is all that can be known of it. */
async function settleBy(
  deps: PlayDeps,
  play: ActivePlay,
  seen: NowPlaying | null,
): Promise<Settlement> {
  if (!showsEffect(seen, play, deps.now())) {
    // A song that the player had accepted, and that would be over by now, was heard while no one looked.
    if (isPast(play, deps.now())) {
      await happen(deps, play, "finished", { startedAt: play.orderedAt! });
      return "over";
    }
    const { isDone } = await happen(deps, play, "not_heard");
    return isDone ? "released" : await outcomeOf(deps, play);
  }
  await heard(deps, play, seen!);
  if (isOver(seen!)) return "over";
  return seen!.isPlaying ? "playing" : "paused";
}

/** What became of the song while it was looked at: someone else, who saw it, was first. */
async function outcomeOf(
  { db }: PlayDeps,
  { id, ownerId }: Pick<SentPlay, "id" | "ownerId">,
): Promise<Settlement> {
  const active = await findActive(db, ownerId);
  if (active?.id !== id) return "released";
  if (active.state === "sent") return "under_way";
  return active.isPaused ? "paused" : "playing";
}

/** The player shows the song: it began when it was sent, or as long ago as it has progressed. */
async function heard(deps: PlayDeps, play: ActivePlay, seen: NowPlaying): Promise<void> {
  const { progressMs: positionMs, isPlaying } = seen;
  const event = isOver(seen) ? "finished" : "heard";
  // At its very start or end the player does not say how much of an ended song was heard: the clock does.
  await happen(deps, play, event, {
    ...event === "heard" ? { positionMs, isPaused: !isPlaying } : { startedAt: play.sentAt },
  });
}

/**
 * Settles a song on its way by a look at the player of `source` that was made for something else: the owner's page, the
 * conductor, a press. It begins if the look shows it. It is released if the look does not, and its order cannot be carried
 * out any more. Of a song that plays, records where it is and whether it stands. `before` is the owner's active play from
 * before the look. Returns the one after it.
 */
export async function settleByLook(
  deps: PlayDeps,
  ownerId: string,
  before: ActivePlay | undefined,
  source: MusicProvider,
  seen: NowPlaying | null,
): Promise<ActivePlay | undefined> {
  if (before?.state === "playing") return await follow(deps, before, source, seen);
  if (!before) {
    const isTakenUp = await takeUp(deps, ownerId, source, seen);
    return isTakenUp ? await findActive(deps.db, ownerId) : undefined;
  }
  const play = await findActive(deps.db, ownerId);
  if (play?.state !== "sent") return play;
  const key = playKey(ownerId);
  const nowMs = deps.now();
  if (!isOverdue(deps.db, play, nowMs) || deps.singleFlight.isRunning(key)) return play;
  // Another source's player proves nothing about it, and the page that plays says itself what it plays.
  if (play.source !== source.id || source.selfPlaying) return play;
  const shows = showsEffect(seen, play, nowMs);
  if (!shows && mayFollow(play, nowMs)) return play;
  // The conductor looks after a song that the player has accepted.
  if (!shows && play.orderedAt !== null) return play;
  await deps.singleFlight.run(key, () => settleBy(deps, play, seen));
  return await findActive(deps.db, ownerId);
}

/** An order of longer ago does not begin a song any more. */
const UNSEEN_MS = HOUR_MS;

/**
 * A look shows a song that was released because no look had shown it: its device was away, and a person has brought it
 * back. It begins then, or it would be heard once more in its turn. Returns whether it does.
 */
async function takeUp(
  { db, hub, music, now, singleFlight }: PlayDeps,
  ownerId: string,
  source: MusicProvider,
  seen: NowPlaying | null,
): Promise<boolean> {
  if (!seen?.isPlaying || seen.contextUri !== null || source.selfPlaying) return false;
  const key = playKey(ownerId);
  if (singleFlight.isRunning(key)) return false;
  return await singleFlight.run(key, async () => {
    const at = now();
    const unseen = await findUnseen(db, ownerId, at - UNSEEN_MS);
    if (!unseen || !showsEffect(seen, unseen, at)) return false;
    const positionMs = seen.progressMs ?? 0;
    const sentAt = Math.min(at, Math.max(unseen.sentAt, at - positionMs));
    const play = { id: newId(at), ownerId, sentAt, source: source.id, sources: music.ids };
    const revision = await beginUnseen(db, play, unseen, { at, positionMs });
    if (revision !== undefined) hub.announce(ownerId, revision);
    return revision !== undefined;
  });
}

/** What a look shows may be of before a command that was given less than this before it. */
const SHOWN_LATE_MS = 3_000;
/** A song that stands at its start this long before its end by the clock, or longer, has not come to its end. */
const END_MS = 5_000;

/**
 * Records where a song that plays is, and whether it stands, if that is not what is known: a person may have paused it at
 * the player. Without a conductor nothing else would notice.
 */
async function follow(
  deps: PlayDeps,
  play: ActivePlay,
  source: MusicProvider,
  seen: NowPlaying | null,
): Promise<ActivePlay> {
  const { db, hub, now, singleFlight } = deps;
  const { id, ownerId, heardMs, durationMs } = play;
  if (play.source !== source.id) return play;
  if (!seen || !isSongOf(play, seen) || seen.progressMs === null) return play;
  const at = now();
  const since = knownSince(play, at);
  const mayBeLate = at - since < SHOWN_LATE_MS && at >= since;
  if (mayBeLate || source.selfPlaying || singleFlight.isRunning(playKey(ownerId))) return play;
  const { isPlaying, progressMs } = seen;
  const expectedMs = positionAt(play, at);
  const lengthMs = durationMs ?? seen.song!.durationMs ?? Infinity;
  if (isOver(seen) && at < since) {
    // How long it was heard is not known any more, since the clock was set back. It is not taken from the guest.
    await happen(deps, play, "finished", { positionMs: seen.song!.durationMs });
    return await findActive(db, ownerId) ?? play;
  }
  // An ended song is shown at its start, too, but not before its time and not if it was never seen to move.
  const standsAtStart = heardMs === null && expectedMs < lengthMs - END_MS;
  if (isOver(seen) && !standsAtStart) return play;
  // What decides about its tip is recorded, in case the clock is set back later.
  const decides = progressMs >= HEARD_MS && (heardMs ?? 0) < HEARD_MS;
  const isNew = isPlaying === (play.isPaused === 1) || decides ||
    Math.abs(progressMs - expectedMs) > DRIFT_MS || (heardMs === null && progressMs > 0);
  if (!isNew) return play;
  const revision = await movePlay(db, ownerId, {
    ...{ at, id, positionMs: progressMs, isPaused: !isPlaying },
    durationMs: seen.song!.durationMs,
  });
  if (revision !== undefined) hub.announce(ownerId, revision);
  return await findActive(db, ownerId) ?? play;
}

/**
 * Settles what a crash has left; called at start. If the player cannot be asked, or if `signal` aborts before it answers,
 * what is seen next settles the song.
 */
export async function settleOverdue(deps: PlayDeps, signal: AbortSignal): Promise<void> {
  for (const play of await listSent(deps.db)) {
    if (signal.aborted) return;
    const key = playKey(play.ownerId);
    // A press that is at work settles the song itself.
    if (!isOverdue(deps.db, play, deps.now()) || deps.singleFlight.isRunning(key)) continue;
    await deps.singleFlight.run(key, async () => {
      const outcome = await settle(deps, play, signal).catch((error: Error) => error);
      log.info("Settled a song that a stop left on its way to the player: {outcome}", { outcome });
    });
  }
}

/** The single-flight key under which a cafe's songs are sent and settled, one at a time. */
export function playKey(ownerId: string): string {
  return `play ${ownerId}`;
}

/**
 * Whether no call is at work on a sent song, if none of this process is. With a database server another instance may be
 * at work on a song that was sent a short time ago, by its own clock.
 */
function isOverdue(db: Deps["db"], play: SentPlay, nowMs: number): boolean {
  const isOfNow = play.sentAt > nowMs && play.sentAt < nowMs + CLOCKS_APART_MS;
  return !db.remote || !(isOfNow || mayFollow(play, nowMs));
}
