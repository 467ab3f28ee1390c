// Settles a sent song of which it is not known whether it plays, after a timeout, a reset or a crash
// (docs/playback.md#unknown-outcome).
import { setTimeout as sleep } from "node:timers/promises";
import { getLogger } from "@logtape/logtape";
import * as plays from "../../db/plays.ts";
import type { SentPlay } from "../../db/plays.ts";
import type { Deps } from "../deps.ts";
import { newId } from "../ids.ts";
import type { MusicProvider, NowPlaying, Player } from "../music/provider.ts";
import { overdueBefore } from "./play_order.ts";
import { showsEffect } from "./player_facts.ts";

export type PlayDeps = Pick<Deps, "db" | "hub" | "music" | "now" | "singleFlight">;

/** Time between two looks at the player, if its song may yet begin or the player is late to tell of it. */
const LOOK_INTERVAL_MS = 1_000;
/** Looks before an order is sent again. Two more would leave the new order no time. */
const MAX_LOOKS = 5;

const log = getLogger(["siradaki", "playback"]);

/** What became of a sent song: it plays, it was on and has ended, or it was released. */
export type Settlement = "playing" | "over" | "released";

/**
 * Asks the player before anything else is sent to it. If the song may yet begin, it waits for it a little: an order that
 * is carried out late must not meet a second one.
 * @throws DomainError `music_*` if the player cannot be asked: the song then stays on its way
 */
export async function settle(
  deps: PlayDeps,
  play: SentPlay,
  signal?: AbortSignal,
): Promise<Settlement> {
  const mayFollowMs = play.sentAt - overdueBefore(deps.now());
  const looks = Math.min(1 + Math.ceil(mayFollowMs / LOOK_INTERVAL_MS), MAX_LOOKS);
  const { player } = await openPlayerOf(deps, play);
  return await settleBy(deps, play, await lookFor(deps, player, play, looks, signal));
}

/**
 * Looks at the player until it shows the song, `looks` times at most. Returns the last look; null if the player cannot be
 * asked.
 */
export async function lookFor(
  deps: Pick<PlayDeps, "now">,
  player: Player,
  play: SentPlay,
  looks: number,
  signal?: AbortSignal,
): Promise<NowPlaying | null> {
  if (!player.now) return null;
  for (let left = looks - 1;; left--) {
    const seen = await player.now(signal);
    if (left <= 0 || showsEffect(seen, play, deps.now())) return seen;
    // When the signal aborts, the next look fails and says why.
    await sleep(LOOK_INTERVAL_MS, undefined, { signal }).catch(() => {});
  }
}

/** Settles by what the player was just seen to have on. */
export async function settleBy(
  deps: PlayDeps,
  play: SentPlay,
  seen: NowPlaying | null,
): Promise<Settlement> {
  if (!showsEffect(seen, play, deps.now())) {
    await plays.releasePlay(deps.db, play, { at: deps.now(), why: "not_seen" });
    return "released";
  }
  await beginPlay(deps, play);
  return seen?.isPlaying ? "playing" : "over";
}

/** The song plays: it leaves the queue and earns its tip (docs/money.md#earned), and the room is told. */
export async function beginPlay(
  { db, hub, now }: Pick<PlayDeps, "db" | "hub" | "now">,
  play: SentPlay,
): Promise<void> {
  const startedAt = now();
  const revision = await plays.beginPlay(db, play, { startedAt, ledgerId: newId(startedAt) });
  if (revision !== undefined) hub.announce(play.ownerId, revision);
}

/**
 * The owner's sent song that nothing is at work on. In a file that is any, because this process holds the single flight;
 * with a shared database another instance may be at work on a young one.
 */
export async function findOverdue(
  { db, now }: Pick<PlayDeps, "db" | "now">,
  ownerId: string,
): Promise<SentPlay | undefined> {
  const play = await plays.findSent(db, ownerId);
  return play && isOverdue(db, play, now()) ? play : undefined;
}

/**
 * At start: settles what a crash has left. If the player cannot be asked, or `signal` aborts before it has answered, the
 * next press does it.
 */
export async function settleOverdue(deps: PlayDeps, signal: AbortSignal): Promise<void> {
  for (const play of await plays.listSent(deps.db, deps.now())) {
    if (signal.aborted) return;
    const key = playKey(play.ownerId);
    // A press that is at work already settles first.
    if (!isOverdue(deps.db, play, deps.now()) || deps.singleFlight.isRunning(key)) continue;
    await deps.singleFlight.run(key, async () => {
      const outcome = await settle(deps, play, signal).catch((error: Error) => error);
      log.info("Settled a song that a stop left on its way to the player: {outcome}", { outcome });
    });
  }
}

/** The player of a sent song, and the provider that its uri names. */
export async function openPlayerOf(
  { music }: Pick<PlayDeps, "music">,
  { ownerId, uri }: SentPlay,
): Promise<{ provider: MusicProvider; player: Player }> {
  const provider = music.owning(uri);
  if (!provider) throw new Error(`Cannot play ${uri}: no provider owns it`);
  return { provider, player: await provider.openPlayer(ownerId) };
}

/** The key of the single flight in which a cafe's player is given orders: one at a time. */
export function playKey(ownerId: string): string {
  return `play ${ownerId}`;
}

function isOverdue(db: Deps["db"], play: SentPlay, nowMs: number): boolean {
  return !db.remote || play.sentAt <= overdueBefore(nowMs);
}
