// What the till has of a request's tip: the owner's tick, and how the wire shows it (docs/money.md#till).
import { tickReceived as tickInDatabase, type TillTip as TillTipRow } from "../../db/money/till.ts";
import { toKurus, toTl } from "../contract/money.ts";
import type { Tick, TillTip } from "../contract/payouts.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { newId } from "../ids.ts";

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

/** `received` is true only while the till has the whole tip, and there is one. */
export function toTillTip(
  { tipKurus, receivedKurus }: Pick<TillTipRow, "tipKurus" | "receivedKurus">,
): TillTip {
  return {
    received: tipKurus > 0 && receivedKurus === tipKurus,
    receivedAmount: toTl(receivedKurus),
  };
}
