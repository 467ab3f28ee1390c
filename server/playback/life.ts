// Carries out what the machine of a play decides (play.ts): sends a song, orders it, records the outcome, and settles a
// song whose outcome is not known by whatever is seen next (docs/playback.md#play-next).
import { getLogger } from "@logtape/logtape";
import { CLOCKS_APART_MS } from "../../db/conductor_leases.ts";
import { failPlaying, failSent, releaseTried } from "../../db/failed_songs.ts";
import {
  acceptPlay,
  type ActivePlay,
  beginPlay,
  endPlay,
  findActive,
  listSent,
  movePlay,
  releasePlay,
  type SentPlay,
  type WhyOver,
} from "../../db/plays.ts";
import { sendFirst, setAside } from "../../db/sending.ts";
import type { Deps } from "../deps.ts";
import type { DomainError } from "../errors.ts";
import { newId } from "../ids.ts";
import type { MusicProvider, NowPlaying, OrderOptions } from "../music/provider.ts";
import {
  giveOrder,
  LOOK_INTERVAL_MS,
  lookFor,
  openPlayerOf,
  type OrderOutcome,
} from "./order_song.ts";
import {
  changeOf,
  isOver,
  isPast,
  mayFollow,
  overdueBefore,
  type PlayChange,
  type PlayEvent,
  positionAt,
  showsEffect,
  stateOf,
  whyOver,
  whyReleased,
} from "./play.ts";

export type PlayDeps = Pick<Deps, "db" | "hub" | "music" | "now" | "singleFlight">;

/** The most looks before a song of an earlier order is released. More would leave no time for the order that follows. */
const MAX_LOOKS = 5;
/** So many songs of another source may be set aside by one press: each was filed while the source changed. */
const MAX_SET_ASIDE = 20;

const log = getLogger(["siradaki", "playback"]);

/** What is known about an event, and for whom it counts. Times are epoch ms. */
interface Facts {
  /** A call of this process, or of another instance, may be about to order the song. */
  isAtWork?: boolean;
  /** Where the song was seen to be, in ms. */
  positionMs?: number | null;
  isPaused?: boolean;
  /** When its sound began, if that is known. */
  startedAt?: number;
  /** Why it ends, if the caller saw more than the event says. */
  why?: Exclude<WhyOver, "replaced">;
  /** Who counts a failure: the conductor counts tries, the page songs in a row. */
  counts?: "try" | "for_good" | "page";
}

/** What was done. `isDone`: it was, and no one else was first. `unplayable`: the song has left the queue. */
interface Done {
  change: PlayChange;
  isDone: boolean;
  unplayable: boolean;
}

/** Does what `event` changes in the life of this active play, in one commit each, and tells the room. */
export async function happen(
  deps: Pick<PlayDeps, "db" | "hub" | "now">,
  play: ActivePlay,
  event: PlayEvent,
  facts: Facts = {},
): Promise<Done> {
  const { db, hub, now } = deps;
  const change = changeOf(stateOf(play, facts.isAtWork ?? false), event);
  const at = now();
  const { positionMs = null, isPaused = false, counts } = facts;
  const heardMs = positionMs ?? positionAt(play, at);
  const startedAt = facts.startedAt ?? at - (positionMs ?? 0);
  const beginning = { startedAt, at, positionMs, isPaused };
  const why = facts.why ?? whyOver(event, { heardMs, durationMs: play.durationMs });
  const end = () => {
    const isFailure = counts === "page" && (why === "not_played" || why === "cut");
    return isFailure
      ? failPlaying(db, play, { at, why, heardMs })
      : endPlay(db, play, { at, why, heardMs: positionMs });
  };
  const announce = (revision: number | undefined, unplayable = false) => {
    if (revision !== undefined) hub.announce(play.ownerId, revision);
    return { change, isDone: revision !== undefined, unplayable };
  };
  switch (change) {
    case "accept":
      return announce(await acceptPlay(db, play, at));
    case "begin":
      return announce(await beginPlay(db, play, beginning));
    case "begin_and_end": {
      const begun = await beginPlay(db, play, beginning);
      return announce(await end() ?? begun);
    }
    case "end":
      return announce(await end());
    case "hold":
    case "go_on":
      return announce(
        await movePlay(db, play.ownerId, {
          ...{ at, positionMs, id: play.id, isPaused: change === "hold" },
        }),
      );
    case "release": {
      if (counts === "page") return announce(await failSent(db, play, at));
      if (!counts) {
        const revision = await releasePlay(db, play, { at, why: whyReleased(event) });
        // No page shows a song that was only on its way.
        return {
          ...announce(play.orderedAt === null ? undefined : revision),
          isDone: revision !== undefined,
        };
      }
      const tried = await releaseTried(db, play, { at, forGood: counts === "for_good" });
      return announce(tried.revision, tried.unplayable);
    }
    default:
      return announce(undefined);
  }
}

/** The same for the play with this id, if it is the owner's active one. */
export async function happenTo(
  deps: Pick<PlayDeps, "db" | "hub" | "now">,
  { id, ownerId }: Pick<SentPlay, "id" | "ownerId">,
  event: PlayEvent,
  facts?: Facts,
): Promise<Done> {
  const active = await findActive(deps.db, ownerId);
  if (active?.id !== id) return { change: "keep", isDone: false, unplayable: false };
  return await happen(deps, active, event, facts);
}

/** What became of starting the next song. `found`: one that was on its way turned out to be heard, or to be over. */
export type Started =
  | { kind: "playing" | "told"; play: SentPlay }
  | { kind: "found"; play: SentPlay; isPlaying: boolean }
  | { kind: "queue_empty" | "play_under_way" }
  /** The song is first again, or, if it is `unplayable`, has left the queue. `because`: the song itself was refused. */
  | { kind: "refused" | "not_seen"; play: SentPlay; error: DomainError; unplayable: boolean }
  /** The player may have the song. It stays `sent`, and what is seen next settles it. */
  | { kind: "unanswered"; play: SentPlay; error: DomainError };

export interface StartOptions extends OrderOptions {
  /** Whose account pressed. */
  sentBy?: string;
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
    if (onItsWay?.state !== "sent") continue;
    const settled = await settle(deps, onItsWay, options.signal);
    if (settled === "under_way") break;
    if (settled === "told") return { kind: settled, play: onItsWay };
    // Sending another song would cut off the one that turns out to be playing.
    if (settled !== "released") {
      return { kind: "found", play: onItsWay, isPlaying: settled === "playing" };
    }
  }
  return { kind: "play_under_way" };
}

async function send(
  { db, music, now }: PlayDeps,
  ownerId: string,
  { sentBy }: StartOptions,
): Promise<SentPlay | "queue_empty" | "play_under_way"> {
  const sentAt = now();
  const { source, ...outcome } = await sendFirst(
    db,
    { id: newId(sentAt), ownerId, sentAt },
    sentBy,
  );
  // The order needs the source.
  music.learn(ownerId, source);
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
    const source = await deps.music.sourceOf(play.ownerId);
    const owning = deps.music.owning(play.uri);
    if (owning && owning !== source && !source.playsAny) {
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
  ...{
    source: "",
    orderedAt: null,
    startedAt: null,
    positionMs: 0,
    positionAt: null,
    heardMs: null,
  },
  state: "sent",
  isPaused: 0,
};

/**
 * The outcome of a sent song: it plays, it began and is paused or over, it was released, its page was told and begins it
 * yet, or it is not known.
 */
type Settlement = "playing" | "over" | "released" | "told" | "under_way";

/**
 * Asks the player what became of a song on its way, before anything else is sent to it. If it may still begin, asks several
 * times: an order that is carried out late must not cut off the one that follows.
 * @throws DomainError `music_*` if the player cannot be asked; the song then stays `sent`
 */
async function settle(
  deps: PlayDeps,
  play: ActivePlay,
  signal?: AbortSignal,
): Promise<Settlement> {
  const { selfPlaying } = deps.music.owning(play.uri) ?? {};
  if (selfPlaying) {
    // The page was told, and says itself when it begins. Without a page it never will.
    if (await selfPlaying.isOpen(play.ownerId)) return "told";
    await happen(deps, play, "page_gone");
    return "released";
  }
  if (!isOverdue(deps.db, play, deps.now())) return "under_way";
  // Without its provider no one can be asked, and no one plays it.
  if (!deps.music.owning(play.uri)) return await settleBy(deps, play, null);
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
    await happen(deps, play, "not_heard");
    return "released";
  }
  await heard(deps, play, seen!);
  return seen!.isPlaying ? "playing" : "over";
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
 * out any more. `before` is the owner's active play from before the look. Returns the one after it.
 */
export async function settleByLook(
  deps: PlayDeps,
  before: ActivePlay | undefined,
  source: MusicProvider,
  seen: NowPlaying | null,
): Promise<ActivePlay | undefined> {
  if (before?.state !== "sent") return before;
  const { ownerId } = before;
  const play = await findActive(deps.db, ownerId);
  if (play?.state !== "sent") return play;
  const key = playKey(ownerId);
  const nowMs = deps.now();
  if (!isOverdue(deps.db, play, nowMs) || deps.singleFlight.isRunning(key)) return play;
  // Another source's player proves nothing about it, and the page that plays says itself what it plays.
  if (deps.music.owning(play.uri) !== source || source.selfPlaying) return play;
  const shows = showsEffect(seen, play, nowMs);
  if (!shows && mayFollow(play, nowMs)) return play;
  // The conductor looks after a song that the player has accepted.
  if (!shows && play.orderedAt !== null) return play;
  await deps.singleFlight.run(key, () => settleBy(deps, play, seen));
  return await findActive(deps.db, ownerId);
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
