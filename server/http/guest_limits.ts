// How often guests may do something: each for himself, all of a cafe at one address together, and who came before a flood
// beyond that (docs/http.md#limits).
import type { Deps } from "../deps.ts";
import { guestSince } from "./guest_cookie.ts";
import type { LimitRule } from "./limits.ts";

/** The limits of one kind of call. */
export interface GuestRules {
  each: LimitRule;
  /** Of all without a cookie at the place together. Absent if those have only `here`. */
  withoutCookie?: LimitRule;
  /** Of all guests at the place together. */
  here: LimitRule;
  /** What each guest who came earlier may have of as much again, once `here` is used up. */
  earlier: LimitRule;
}

/** Who calls, and at which cafe. */
export interface GuestCall {
  /** Undefined without a cookie. */
  guestId: string | undefined;
  address: string;
  /** Undefined if the call is about no cafe that there is. */
  ownerId: string | undefined;
}

/** Calls of one address at one cafe. Cafes behind the same address share nothing. */
export function placeOf({ address, ownerId = "" }: Omit<GuestCall, "guestId">): string {
  return `${address} ${ownerId}`;
}

/**
 * Counts a guest's call. The guest's own limit comes first: what it refuses must not count against what all share.
 * @throws as `Limits.take`
 */
export function takeTurn(
  { limits, now }: Pick<Deps, "limits" | "now">,
  { each, withoutCookie, here, earlier }: GuestRules,
  call: GuestCall,
): void {
  const { guestId } = call;
  const place = placeOf(call);
  if (guestId) limits.take(each, guestId);
  else if (withoutCookie) limits.take(withoutCookie, place);
  if (limits.allows(here, place)) return;
  // A guest who has just taken many cookies, and with them all that the place has, keeps out none who came before.
  const cameBefore = guestId !== undefined && guestSince(guestId) <= now() - here.windowMs;
  const again = { ...here, name: `${here.name}, earlier guests` };
  if (cameBefore && limits.allows(earlier, guestId) && limits.allows(again, place)) return;
  limits.take(here, place);
}
