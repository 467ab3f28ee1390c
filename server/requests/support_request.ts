// Adds a guest's tip to a request (docs/requests.md#support).
import { addSupportTip } from "../../db/support_tips.ts";
import { SUPPORT_WITHOUT_TIP } from "../contract/field_messages.ts";
import { toKurus, toTl } from "../contract/money.ts";
import type { Supported, SupportTip } from "../contract/support.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { newId } from "../ids.ts";
import { keyOf, keysExpiredAt, type Sender } from "./idempotency.ts";
import { takeTurn } from "./sending_limits.ts";

/**
 * Adds the tip to a pending or queued request and tells the room.
 * @throws DomainError `invalid_input` (no tip, or the key is malformed), `rate_limited`, `request_not_found`,
 *   `not_supportable`, `idempotency_key_reused`
 */
export async function supportRequest(
  deps: Deps,
  requestId: string,
  { tipAmount }: SupportTip,
  sender: Sender,
): Promise<Supported> {
  if (tipAmount === 0) throw new DomainError("invalid_input", { msg: SUPPORT_WITHOUT_TIP });
  takeTurn(deps, sender);
  const createdAt = deps.now();
  const key = await keyOf(deps, { requestId, tipAmount }, sender);
  const support = await addSupportTip(deps.db, {
    id: newId(createdAt),
    requestId,
    guestId: sender.guestId ?? null,
    tipKurus: toKurus(tipAmount),
    createdAt,
  }, { keysExpiredAt: keysExpiredAt(createdAt), key });
  if ("refused" in support) throw new DomainError(support.refused);
  const { added, bodyHash, request } = support;
  if (added) deps.hub.announce(request.ownerId, request.revision);
  else if (bodyHash !== key?.bodyHash) throw new DomainError("idempotency_key_reused");
  return {
    tipAmount: toTl(request.tipKurus),
    // Without a cookie nothing tells which other tips are this guest's.
    ownTip: sender.guestId ? toTl(request.ownKurus) : tipAmount,
  };
}
