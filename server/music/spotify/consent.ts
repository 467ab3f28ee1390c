// How long a consent lasts (docs/music.md#consent). Pure.
import type { MusicGrant } from "../../../db/music_grants.ts";

/** A refresh token ends this long after the consent; using it does not extend it. */
const LIFETIME_MONTHS = 6;
/** The dashboard asks to renew a consent from this day on. */
const WARN_FROM_DAY = 150;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns when a consent of `consentedAt` ends (both epoch ms): six months later, on the same day or the month's last. */
export function consentEndsAt(consentedAt: number): number {
  const end = new Date(consentedAt);
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + LIFETIME_MONTHS);
  // 31 August plus six months overflows into March.
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  return end.getTime();
}

/** Whether the consent is so old that the owner should renew it. */
export function isConsentAging(consentedAt: number, nowMs: number): boolean {
  return nowMs - consentedAt >= WARN_FROM_DAY * DAY_MS;
}

/** Whether the grant has not ended, as far as is known here. */
export function isAlive(grant: MusicGrant, nowMs: number): boolean {
  return grant.endedAt === null && nowMs < consentEndsAt(grant.consentedAt);
}
