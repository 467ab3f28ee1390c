// Idempotency keys: a repeated request is answered with the first one (docs/requests.md#idempotency).
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { hashToken } from "../secrets.ts";

const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;
const KEY = /^[\x21-\x7e]{1,255}$/;

/** Who sends a request or a tip. Browsers without the cookie have no `guestId`. */
export interface Sender {
  guestId: string | undefined;
  address: string;
  idempotencyKey: string | undefined;
}

/** Keys that were kept at this moment (epoch ms) or before have expired. */
export function keysExpiredAt(nowMs: number): number {
  return nowMs - KEY_LIFETIME_MS;
}

/**
 * The sender's part of the key's row, undefined without a key. `sent` is what the key stands for. A guest without a cookie is known by a keyed hash of the
 * address.
 * @throws DomainError `invalid_input` if the key is malformed
 */
export async function keyOf(
  { cipher }: Pick<Deps, "cipher">,
  sent: object,
  { guestId, address, idempotencyKey }: Sender,
) {
  if (idempotencyKey === undefined) return;
  if (!KEY.test(idempotencyKey)) throw new DomainError("invalid_input");
  return {
    key: idempotencyKey,
    guestId: guestId ?? await cipher.sign(`guest at ${address}`),
    bodyHash: await hashToken(JSON.stringify(sent)),
  };
}
