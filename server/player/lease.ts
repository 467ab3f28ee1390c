// Makes a tab the cafe's player, and knows it by its lease (docs/player.md#leases).
import { claimPlayer, findLease, renewLease } from "../../db/player_leases.ts";
import type { PlayerClaim, PlayerLease } from "../contract/player.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { LIBRARY_SOURCE } from "../library/song_uri.ts";
import { hashToken, randomToken } from "../secrets.ts";

/** How long a lease lasts without a sign of its holder. */
const LEASE_MS = 90_000;
/** A lease that lasts longer than this is not renewed yet, which saves a commit. */
const RENEW_BELOW_MS = 60_000;

type LeaseDeps = Pick<Deps, "db" | "now">;

/** @throws DomainError `player_taken` without `take` while another tab holds the lease, `source_not_ready` */
export async function claim(
  { db, hub, now }: LeaseDeps & Pick<Deps, "hub">,
  { ownerId, accountId }: { ownerId: string; accountId: string },
  { tab, take = false }: PlayerClaim,
): Promise<PlayerLease> {
  // The owner's id finds the row that the secret is compared with.
  const lease = `${ownerId}.${randomToken()}`;
  const until = now() + LEASE_MS;
  const claimed = await claimPlayer(db, {
    ...{ ownerId, accountId, tab, take, until, now: now() },
    source: LIBRARY_SOURCE,
    leaseHash: await hashToken(lease),
  });
  if ("refused" in claimed) throw new DomainError(claimed.refused);
  hub.announce(ownerId, claimed.revision);
  return { lease, epoch: claimed.epoch, until: new Date(until).toISOString() };
}

/**
 * Returns the owner whose player holds this lease, and renews it. A lease that has run out is good until another tab takes
 * it. @throws DomainError `player_lease_old`
 */
export async function holderOf({ db, now }: LeaseDeps, lease: string): Promise<string> {
  const held = await find(db, lease);
  if (!held) throw new DomainError("player_lease_old");
  const { ownerId, leaseHash, heldUntil } = held;
  if (heldUntil - now() < RENEW_BELOW_MS) {
    await renewLease(db, { ownerId, leaseHash, until: now() + LEASE_MS });
  }
  return ownerId;
}

/** Whether this is the lease of a player that plays the library's files. */
export async function mayListen({ db }: Pick<Deps, "db">, lease: string): Promise<boolean> {
  return (await find(db, lease))?.isSource ?? false;
}

async function find(db: Deps["db"], lease: string) {
  const [ownerId = ""] = lease.split(".");
  const leaseHash = await hashToken(lease);
  const held = await findLease(db, { ownerId, leaseHash, source: LIBRARY_SOURCE });
  return held && { ownerId, leaseHash, ...held };
}
