// Guests whose requests are refused until the cafe's day ends (docs/house.md#blocks).
import {
  blockGuest as blockInDatabase,
  endBlock as endInDatabase,
  listBlocks,
} from "../../db/requests/blocks.ts";
import { cafeDay, startOfCafeDay } from "../../db/evenings/cafe_day.ts";
import type { LoginClaim } from "../../db/people/login_claims.ts";
import type { Block } from "../contract/house.ts";
import type { Blocked } from "../contract/requests.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { newId } from "../ids.ts";
import { nameOf } from "../team/names.ts";

type BlockDeps = Pick<Deps, "db" | "hub" | "now">;

/**
 * Refuses requests of the guest who sent this one until 06:00, and rejects those that are pending. What is in the queue stays.
 * @throws DomainError `unauthenticated` if the login has ended; `request_not_found`, also for another owner's;
 *   `guest_unknown` for a guest without a cookie, one whose id is wiped, and the cafe's own request
 */
export async function blockGuest(
  { db, hub, now }: BlockDeps,
  login: LoginClaim,
  requestId: string,
): Promise<Blocked> {
  const at = now();
  const until = startOfCafeDay(cafeDay(at) + 1);
  const blocked = await blockInDatabase(db, requestId, { login, blockId: newId(at), at, until });
  if ("refused" in blocked) throw new DomainError(blocked.refused);
  if (blocked.ids.length > 0) hub.announce(login.ownerId, blocked.revision);
  return { changed: blocked.ids.length, ids: blocked.ids };
}

/** Those of today, the newest first. */
export async function readBlocks(
  { db, now }: Pick<Deps, "db" | "now">,
  ownerId: string,
): Promise<Block[]> {
  return (await listBlocks(db, ownerId, now())).map((row) => ({
    _id: row.id,
    songTitle: row.songTitle,
    by: nameOf(row.blockedBy, row)!,
    until: new Date(row.until).toISOString(),
  }));
}

/** Lets the guest send requests again. @throws DomainError `block_not_found`, also for another owner's */
export async function endBlock(
  { db }: Pick<Deps, "db">,
  ownerId: string,
  id: string,
): Promise<void> {
  if (!await endInDatabase(db, ownerId, id)) throw new DomainError("block_not_found");
}
