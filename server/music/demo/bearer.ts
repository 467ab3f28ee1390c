// Middleware that requires an access token, and finds the consent behind it.
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import { SpotifyError } from "./parameters.ts";
import type { Sealer } from "./sealed_token.ts";

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
const AccessToken = z.object({ consent: Consent.nullable(), expiresAt: z.number() });

export const RefreshToken = z.object({ id: z.string(), consent: Consent });

/** When a consent given at `givenAt` ends, in epoch ms. */
export function consentEnd(givenAt: number): number {
  const end = new Date(givenAt);
  end.setUTCMonth(end.getUTCMonth() + CONSENT_MONTHS);
  return end.getTime();
}

/** `consent` is null for a token by client credentials. */
interface BearerEnv {
  Variables: { consent: Consent | null };
}

/** The environment of routes behind requireListener. */
export interface ListenerEnv {
  Variables: { consent: Consent | null; listener: string };
}

/** Answers 401 without a token, or with one that is invalid or expired. */
export function requireBearer(sealer: Sealer, now: () => number) {
  return createMiddleware<BearerEnv>(async (c, next) => {
    const header = c.req.header("authorization");
    if (!header) throw new SpotifyError(401, "No token provided");
    const [, text] = /^Bearer (\S+)$/i.exec(header) ?? [];
    if (!text) throw new SpotifyError(400, "Only valid bearer authentication supported");
    const token = await sealer.open("access", AccessToken, text);
    if (!token) throw new SpotifyError(401, "Invalid access token");
    if (token.expiresAt <= now()) throw new SpotifyError(401, "The access token expired");
    c.set("consent", token.consent);
    await next();
  });
}

/** Answers 401 to a token by client credentials, and 403 if the listener agreed to none of `scopes`. */
export function requireListener(...scopes: string[]) {
  return createMiddleware<ListenerEnv>(
    async (c, next) => {
      const consent = c.get("consent");
      if (!consent) throw new SpotifyError(401, "Valid user authentication required");
      const given = consent.scope.split(" ");
      if (scopes.length > 0 && !scopes.some((scope) => given.includes(scope))) {
        throw new SpotifyError(403, "Insufficient client scope");
      }
      c.set("listener", consent.listener);
      await next();
    },
  );
}
