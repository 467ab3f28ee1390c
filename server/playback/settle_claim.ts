// Settles a song of which nobody knows whether it plays: a timeout, a reset or a crash came in between.
import { setTimeout as sleep } from "node:timers/promises";
import { getLogger } from "@logtape/logtape";
import {
  type Claim,
  findClaim,
  listClaims,
  markPlayed,
  ORDER_LIFETIME_MS,
  releaseClaim,
} from "../../db/plays.ts";
import type { Deps } from "../deps.ts";
import { newId } from "../ids.ts";
import { type TokenDeps, withAccessToken } from "../music/spotify/access_token.ts";
import { isOurs } from "./is_ours.ts";
import type { NowPlaying } from "../music/provider.ts";

export type SettleDeps = TokenDeps & Pick<Deps, "hub">;

/** The player is looked at this often where its song may yet begin, or the service be late to tell of it. */
const LOOK_EVERY_MS = 1_000;
/** Looks before an order is sent again. Two more would leave the new order no time. */
const MOST_LOOKS = 5;

const log = getLogger(["siradaki", "playback"]);

/** What became of a claim: its song plays, was on and has ended, or was put back. */
export type Settlement = "playing" | "over" | "released";

/**
 * Asks the player, before anything else is sent to it. Where the song may yet begin it waits for it a little:
 * an order that comes through late must not meet a second one.
 * @throws DomainError `music_*` where it cannot be asked: the claim then stands
 */
export async function settleClaim(
  deps: SettleDeps,
  claim: Claim,
  signal?: AbortSignal,
): Promise<Settlement> {
  const mayFollowMs = claim.claimedAt + ORDER_LIFETIME_MS - deps.now();
  const looks = Math.min(1 + Math.ceil(mayFollowMs / LOOK_EVERY_MS), MOST_LOOKS);
  return await settleBy(deps, claim, await lookFor(deps, claim, looks, signal));
}

/** Looks at the player until it has the claim's song on, `looks` times at most; returns the last sight. */
export async function lookFor(
  deps: SettleDeps,
  claim: Claim,
  looks: number,
  signal?: AbortSignal,
): Promise<NowPlaying | null> {
  for (let left = looks - 1;; left--) {
    const player = await withAccessToken(deps, claim.ownerId, deps.music.player, signal);
    if (left <= 0 || isOurs(player, claim, deps.now())) return player;
    // If the signal aborts the sleep, the next look fails by the same signal, with the provider's error.
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
  }
}

/** Settles by what the player was just seen to have on. */
export async function settleBy(
  deps: SettleDeps,
  claim: Claim,
  player: NowPlaying | null,
): Promise<Settlement> {
  if (!isOurs(player, claim, deps.now())) {
    await releaseClaim(deps.db, claim);
    return "released";
  }
  await recordPlay(deps, claim);
  return player?.isPlaying ? "playing" : "over";
}

/** The song plays: it leaves the queue and earns its tip, and the room hears of it. */
export async function recordPlay(
  { db, hub, now }: Pick<Deps, "db" | "hub" | "now">,
  claim: Claim,
): Promise<void> {
  const playedAt = now();
  const revision = await markPlayed(db, claim, { playedAt, ledgerId: newId(playedAt) });
  if (revision !== undefined) hub.announce(claim.ownerId, revision);
}

/** The owner's claim, unless somebody may still be at work on it. */
export async function findLeftClaim(
  { db, now }: Pick<Deps, "db" | "now">,
  ownerId: string,
): Promise<Claim | undefined> {
  const claim = await findClaim(db, ownerId);
  return claim && isLeft(db, claim, now()) ? claim : undefined;
}

/**
 * At start-up: settles what a crash has left. Where the player cannot be asked, or `signal` aborts before it
 * has answered, the next press does it.
 */
export async function settleLeftClaims(deps: SettleDeps, signal: AbortSignal): Promise<void> {
  for (const claim of await listClaims(deps.db, deps.now())) {
    if (signal.aborted) return;
    // Where a press is at work already, it settles first.
    if (
      !isLeft(deps.db, claim, deps.now()) || deps.singleFlight.isRunning(playFlight(claim.ownerId))
    ) {
      continue;
    }
    await deps.singleFlight.run(playFlight(claim.ownerId), async () => {
      const outcome = await settleClaim(deps, claim, signal).catch((error: Error) => error);
      log.info("Settled a song left on its way to the player: {outcome}", { outcome });
    });
  }
}

/** The key under which an owner's player is given orders: one at a time. */
export function playFlight(ownerId: string): string {
  return `play ${ownerId}`;
}

function isLeft(db: Deps["db"], claim: Claim, nowMs: number): boolean {
  return !db.remote || claim.claimedAt <= nowMs - ORDER_LIFETIME_MS;
}
