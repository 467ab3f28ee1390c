// Takes a guest's own request back (docs/requests.md#take-back).
import { withdrawSongRequest } from "../../db/withdrawals.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";

/**
 * Takes back the request that this guest asked for, and tells the room. If that was done before, nothing changes.
 * @throws DomainError `request_not_found`, also for another guest's; `request_expired`; `request_decided`; `request_supported`
 */
export async function withdrawRequest(
  { db, hub, now }: Pick<Deps, "db" | "hub" | "now">,
  id: string,
  guestId: string | undefined,
): Promise<void> {
  if (!guestId) throw new DomainError("request_not_found");
  const withdrawal = await withdrawSongRequest(db, { id, guestId, nowMs: now() });
  if ("refused" in withdrawal) throw new DomainError(withdrawal.refused);
  if (withdrawal.changed) hub.announce(withdrawal.ownerId, withdrawal.revision);
}
