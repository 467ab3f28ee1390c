// Settles a sent song whose outcome is not known, after a timeout, a reset or a crash
// (docs/playback.md#unknown-outcome).
import { setTimeout as sleep } from "node:timers/promises";
import { getLogger } from "@logtape/logtape";
import * as plays from "../../db/plays.ts";
import type { SentPlay } from "../../db/plays.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { newId } from "../ids.ts";
import type { MusicProvider, NowPlaying, Player } from "../music/provider.ts";
import { overdueBefore } from "./play_order.ts";
import { showsEffect } from "./player_facts.ts";

export type PlayDeps = Pick<Deps, "db" | "hub" | "music" | "now" | "singleFlight">;

/** Time between two looks at the player: the song may still begin, or the player may show it late. */
const LOOK_INTERVAL_MS = 1_000;
/** The most looks before the song is released. More would leave no time for the order that follows. */
const MAX_LOOKS = 5;

const NO_PROVIDER =
  "Bu şarkının geldiği müzik kaynağı artık kullanılmıyor. Şarkıyı sıradan çıkarıp tekrar deneyin.";

const log = getLogger(["siradaki", "playback"]);

/** The outcome of a sent song: it plays, it began and is paused or over, or it was released. */
export type Settlement = "playing" | "over" | "released";

/**
 * Asks the player what became of the song, before anything else is sent to it. If the song may still begin, asks several
 * times: an order that is carried out late must not cut off the one that follows.
 * @throws DomainError `music_*` if the player cannot be asked; the song then stays `sent`
 */
export async function settle(
  deps: PlayDeps,
  play: SentPlay,
  signal?: AbortSignal,
): Promise<Settlement> {
  const mayFollowMs = play.sentAt - overdueBefore(deps.now());
  const looks = Math.min(1 + Math.ceil(mayFollowMs / LOOK_INTERVAL_MS), MAX_LOOKS);
  // Without its provider no one can be asked, and no one plays it.
  if (!deps.music.owning(play.uri)) return await settleBy(deps, play, null);
  const { player } = await openPlayerOf(deps, play);
  return await settleBy(deps, play, await lookFor(deps, player, play, looks, signal));
}

/**
 * Looks at the player until it shows the song, at most `looks` times. Returns what it saw last, null if the player has no
 * `now`.
 * @throws DomainError `music_*` if a look fails
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
    const seen = await player.now({ signal });
    if (left <= 0 || showsEffect(seen, play, deps.now())) return seen;
    // If the signal aborts, the next look fails with the reason.
    await sleep(LOOK_INTERVAL_MS, undefined, { signal }).catch(() => {});
  }
}

/** Settles the song by what the player was just seen to play. */
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

/** Records that the song plays: it leaves the queue and earns its tip (docs/money.md#earned). Tells the room. */
export async function beginPlay(
  { db, hub, now }: Pick<PlayDeps, "db" | "hub" | "now">,
  play: SentPlay,
): Promise<void> {
  const startedAt = now();
  const revision = await plays.beginPlay(db, play, { startedAt, ledgerId: newId(startedAt) });
  if (revision !== undefined) hub.announce(play.ownerId, revision);
}

/**
 * Returns the owner's sent song if no call is at work on it. The caller must know that none is in this process. With a
 * database server another instance may be at work on a song that was sent a short time ago.
 */
export async function findOverdue(
  { db, now }: Pick<PlayDeps, "db" | "now">,
  ownerId: string,
): Promise<SentPlay | undefined> {
  const play = await plays.findSent(db, ownerId);
  return play && isOverdue(db, play, now()) ? play : undefined;
}

/**
 * Settles what a crash has left; called at start. If the player cannot be asked, or if `signal` aborts before it answers,
 * the next press settles the song.
 */
export async function settleOverdue(deps: PlayDeps, signal: AbortSignal): Promise<void> {
  for (const play of await plays.listSent(deps.db, deps.now())) {
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

/**
 * Returns the provider that plays the song, and the owner's player there: the one that owns it, or the cafe's source if
 * that plays any song.
 * @throws DomainError `music_unavailable` if no provider owns it any more, `music_not_connected`
 */
export async function openPlayerOf(
  { music }: Pick<PlayDeps, "music">,
  { ownerId, uri }: SentPlay,
): Promise<{ provider: MusicProvider; player: Player }> {
  const source = await music.sourceOf(ownerId);
  const provider = source.playsAny ? source : music.owning(uri);
  if (!provider) throw new DomainError("music_unavailable", { msg: NO_PROVIDER });
  return { provider, player: await provider.openPlayer(ownerId) };
}

/** The single-flight key under which a cafe's songs are sent and settled, one at a time. */
export function playKey(ownerId: string): string {
  return `play ${ownerId}`;
}

/** Whether a sent song is overdue, if no call of this process is at work on it. */
export function isOverdue(db: Deps["db"], play: SentPlay, nowMs: number): boolean {
  return !db.remote || play.sentAt <= overdueBefore(nowMs);
}
