// How long a consent lasts. Pure.
import type { MusicGrant } from "../../../db/music_grants.ts";

/** A refresh token dies this long after consent, however often it is used. */
const LIFETIME_MONTHS = 6;
/** From this day of a consent on the dashboard asks to renew it. */
const WARN_FROM_DAY = 150;
const DAY_MS = 24 * 60 * 60 * 1000;

/** When a consent of `consentedAt` ends, in epoch ms: the same day six months on, or that month's last. */
export function consentEndsAt(consentedAt: number): number {
  const end = new Date(consentedAt);
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + LIFETIME_MONTHS);
  // 31 August plus six months overflows into March.
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  return end.getTime();
}

/** Whether the consent is old enough to renew it before it ends. */
export function isConsentAging(consentedAt: number, nowMs: number): boolean {
  return nowMs - consentedAt >= WARN_FROM_DAY * DAY_MS;
}

/** Whether the grant can still be used, as far as is known here. */
export function isAlive(grant: MusicGrant, nowMs: number): boolean {
  return grant.endedAt === null && nowMs < consentEndsAt(grant.consentedAt);
}
