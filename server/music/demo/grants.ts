// The contents and lifetimes of the demo account's codes and tokens (docs/music.md#consent).
import { z } from "zod";

/** RFC 6749, 4.1.2: ten minutes at most. */
export const CODE_LIFETIME_MS = 10 * 60 * 1000;
export const ACCESS_LIFETIME_S = 3600;
/** A refresh token expires this long after the consent. Using it does not extend it. */
const CONSENT_MONTHS = 6;

/** What a listener agreed to. */
const Consent = z.object({
  listener: z.string(),
  scope: z.string(),
  givenAt: z.number(),
});
export type Consent = z.infer<typeof Consent>;

export const Code = z.object({
  id: z.string(),
  consent: Consent,
  redirectUri: z.string(),
  challenge: z.string(),
  expiresAt: z.number(),
});

/** `consent` is null for a token by client credentials, which belongs to no listener. */
export const AccessToken = z.object({ consent: Consent.nullable(), expiresAt: z.number() });

export const RefreshToken = z.object({ id: z.string(), consent: Consent });

/** When a consent given at `givenAt` ends, in epoch ms. */
export function consentEnd(givenAt: number): number {
  const end = new Date(givenAt);
  end.setUTCMonth(end.getUTCMonth() + CONSENT_MONTHS);
  return end.getTime();
}
