// The owner's tick that the till has a request's tip (docs/money.md#till).
import { tickReceived as tickInDatabase } from "../../db/till_receipts.ts";
import { toKurus } from "../contract/money.ts";
import type { Tick, TillTip } from "../contract/till.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { newId } from "../ids.ts";
import { toTillTip } from "./till_tip.ts";

/**
 * Enters that the till has the tip, or that it has nothing of it, and tells the room.
 * @throws DomainError `request_not_found`, also for another owner's; `not_at_till`; `no_tip_due`
 */
export async function tickReceived(
  { db, hub, now }: Pick<Deps, "db" | "hub" | "now">,
  ownerId: string,
  requestId: string,
  { received, amount }: Tick,
): Promise<TillTip> {
  const createdAt = now();
  const ticked = await tickInDatabase(db, {
    id: newId(createdAt),
    ownerId,
    requestId,
    received,
    seenKurus: amount === undefined ? null : toKurus(amount),
    createdAt,
  });
  if ("refused" in ticked) throw new DomainError(ticked.refused);
  if (ticked.changed) hub.announce(ownerId, ticked.revision);
  return toTillTip(ticked);
}
