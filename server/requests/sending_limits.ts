// How often guests may send requests and support (docs/requests.md#limits).
import type { Deps } from "../deps.ts";
import type { LimitRule } from "../http/limits.ts";
import type { Sender } from "./idempotency.ts";

const MINUTE_MS = 60_000;
/** The guests of a cafe share one address, so it gets twenty times what one guest gets (docs/requests.md#limits). */
const PER_GUEST: LimitRule = {
  name: "submit by guest",
  max: 6,
  windowMs: MINUTE_MS,
  sentence: "Kısa sürede çok fazla istek gönderdiniz.",
};
/** Who deletes the cookie before each request would otherwise have the whole address's share. */
const WITHOUT_COOKIE: LimitRule = {
  name: "submit without cookie",
  max: 20,
  windowMs: MINUTE_MS,
  sentence: "Bu kafeden kısa sürede çok fazla istek gönderildi.",
};
const PER_ADDRESS: LimitRule = {
  name: "submit by address",
  max: 120,
  windowMs: MINUTE_MS,
  sentence: "Bu kafeden kısa sürede çok fazla istek gönderildi.",
};

/** Counts one call of the sender. Requests and support count together. @throws DomainError `rate_limited` */
export function takeTurn({ limits }: Pick<Deps, "limits">, { guestId, address }: Sender): void {
  if (guestId) limits.take(PER_GUEST, guestId);
  else limits.take(WITHOUT_COOKIE, address);
  limits.take(PER_ADDRESS, address);
}
