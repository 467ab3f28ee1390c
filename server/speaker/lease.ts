// Makes a tab the cafe's player, and knows it by its lease (docs/speaker.md#leases).
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import {
  claimSpeaker,
  correctLeases,
  findLease,
  giveUpLease,
  listAhead,
  listLost,
  renewLease,
} from "../../db/plays/speaker.ts";
import { findActive, movePlay } from "../../db/plays/plays.ts";
import { MINUTE_MS } from "../contract/clock.ts";
import { positionAt } from "../contract/song_clock.ts";
import type { SpeakerClaim, SpeakerLease } from "../contract/speaker.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { OwnerCaller } from "../http/caller.ts";
import { LIBRARY_SOURCE } from "../library/song_uri.ts";
import { happen, happenTo } from "../playback/life.ts";
import { hashToken, randomToken } from "../secrets.ts";

/** How long a lease lasts without a sign of its holder. */
const LEASE_MS = 90_000;
/** A lease that lasts longer than this is not renewed yet, which saves a commit. */
const RENEW_BELOW_MS = MINUTE_MS;

type LeaseDeps = Pick<Deps, "db" | "now">;
/** For calls of the page, which a cafe that may not use the folder is refused. */
type PageDeps = LeaseDeps & Pick<Deps, "library">;

/** @throws DomainError `player_taken` without `take` while another tab holds the lease, `source_not_ready` */
export async function claim(
  { db, hub, library, now }: PageDeps & Pick<Deps, "hub">,
  { ownerId, accountId, sessionId }: Pick<OwnerCaller, "ownerId" | "accountId" | "sessionId">,
  { tab, take = false }: SpeakerClaim,
): Promise<SpeakerLease> {
  if (!await library.mayUse(ownerId)) throw new DomainError("source_not_ready");
  // The owner's id finds the row that the secret is compared with.
  const lease = `${ownerId}.${randomToken()}`;
  const until = now() + LEASE_MS;
  const claimed = await claimSpeaker(db, {
    ...{ ownerId, accountId, sessionId, tab, take, until, now: now() },
    source: LIBRARY_SOURCE,
    leaseHash: await hashToken(lease),
  });
  if ("refused" in claimed) throw new DomainError(claimed.refused);
  hub.announce(ownerId, claimed.revision);
  // Another tab, or the same one after a reload: it makes no sound yet.
  await toActive({ db, hub, now }, ownerId, "page_opened");
  return { lease, epoch: claimed.epoch, until: new Date(until).toISOString() };
}

/**
 * Returns the owner whose player holds this lease, and renews it. A lease that has run out is good until another tab takes
 * it, or its login ends. @throws DomainError `player_lease_old`
 */
export async function holderOf(deps: PageDeps, lease: string): Promise<string> {
  const { db, library, now } = deps;
  const held = await find(deps, lease);
  if (!held || !await library.mayUse(held.ownerId)) throw new DomainError("player_lease_old");
  const { ownerId, leaseHash, heldUntil } = held;
  const leftMs = heldUntil - now();
  // After the clock was set back it seems to last longer than any.
  if (leftMs < RENEW_BELOW_MS || leftMs > LEASE_MS) {
    await renewLease(db, { ownerId, leaseHash, until: now() + LEASE_MS });
  }
  return ownerId;
}

/** Gives the lease back: its page was closed. An old one changes nothing. */
export async function leave(
  deps: LeaseDeps & Pick<Deps, "hub">,
  lease: string,
): Promise<void> {
  const { db, hub, now } = deps;
  const held = await find(deps, lease);
  if (!held) return;
  const { ownerId, leaseHash } = held;
  const revision = await giveUpLease(db, { ownerId, leaseHash, at: now() });
  if (revision === undefined) return;
  hub.announce(ownerId, revision);
  await toActive(deps, ownerId, "page_gone");
}

/**
 * Stops the songs of pages whose lease is over, or that have not reported in time, where they are known to have been
 * heard, and releases those that a page without a lease was told to begin. If the clock was set back, the time for both
 * begins anew.
 */
export async function stopLost(
  deps: LeaseDeps & Pick<Deps, "hub">,
): Promise<void> {
  const now = deps.now();
  await correctLeases(deps.db, now, now + LEASE_MS);
  await countAnew(deps);
  for (const play of await listLost(deps.db, LIBRARY_SOURCE, now)) {
    await happenTo(deps, play, "page_gone", { isAtWork: true });
  }
}

/** After the clock was set back, songs go on from where they were seen last: otherwise no report would ever be overdue. */
async function countAnew({ db, hub, now }: LeaseDeps & Pick<Deps, "hub">): Promise<void> {
  const at = now();
  for (const { id, ownerId, positionMs } of await listAhead(db, LIBRARY_SOURCE, at)) {
    const revision = await movePlay(db, ownerId, { at, id, positionMs, isPaused: "as_told" });
    if (revision !== undefined) hub.announce(ownerId, revision);
  }
}

/** What happened to the page happens to the song that it plays, or was told to begin. */
async function toActive(
  deps: LeaseDeps & Pick<Deps, "hub">,
  ownerId: string,
  event: "page_opened" | "page_gone",
): Promise<void> {
  const active = await findActive(deps.db, ownerId);
  if (active?.source !== LIBRARY_SOURCE) return;
  const { state, durationMs } = active;
  // A page that opens at a song's end has nothing of it left to play, so it could never report that end.
  const isOver = event === "page_opened" && state === "playing" && durationMs !== null &&
    positionAt(active, deps.now()) >= durationMs;
  await happen(deps, active, isOver ? "finished" : event, { isAtWork: true });
}

/** Whether this is the lease of a player that plays the library's files. */
export async function mayListen(deps: PageDeps, lease: string): Promise<boolean> {
  const held = await find(deps, lease);
  return held !== undefined && held.isSource && await deps.library.mayUse(held.ownerId);
}

/** Whether the lease names the cafe that the login speaks for. */
export function isLeaseOfLogin(lease: string, { ownerId }: { ownerId: string }): boolean {
  return ownerIn(lease) === ownerId;
}

async function find({ db, now }: LeaseDeps, lease: string) {
  const ownerId = ownerIn(lease);
  const leaseHash = await hashToken(lease);
  const held = await findLease(db, { ownerId, leaseHash, source: LIBRARY_SOURCE, now: now() });
  return held && { ownerId, leaseHash, ...held };
}

function ownerIn(lease: string): string {
  return lease.split(".")[0]!;
}

// The cookie by which the player may fetch audio, since an audio element sends no header (docs/speaker.md#audio).

const NAME = "player";
/**
 * Lets this browser fetch audio with the lease, as long as the browser runs: a page that plays for days claims once, and
 * one that was closed claims again.
 */
export function keepLease({ config }: Pick<Deps, "config">, c: Context, lease: string): void {
  setCookie(c, NAME, lease, {
    httpOnly: true,
    sameSite: "Strict",
    secure: config.appOrigin.startsWith("https:"),
    path: "/api/library/audio",
  });
}

/** The browser's lease, empty without one. */
export function keptLease(c: Context): string {
  return getCookie(c, NAME) ?? "";
}
