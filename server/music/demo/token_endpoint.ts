// POST /api/token: exchanges codes, refresh tokens and client credentials for access tokens.
import { Hono } from "hono";
import { readBody } from "../../http/validate.ts";
import { hashToken, randomToken } from "../../secrets.ts";
import {
  ACCESS_LIFETIME_S,
  Code,
  type Consent,
  consentEnd,
  RefreshToken,
  type Sealer,
} from "./tokens.ts";
import type { DemoAccountOptions } from "./players.ts";
import { OAuthError } from "./parameters.ts";

interface UsedOnce {
  /** True at the first call for `id`, false at later ones. It is remembered until `expiresAt` (epoch ms). */
  take(id: string, expiresAt: number): boolean;
  has(id: string): boolean;
}

/** Remembers the ids of codes that were used. Expired ids are dropped. */
export function createUsedOnce(now: () => number): UsedOnce {
  const used = new Map<string, number>();
  return {
    take(id, expiresAt) {
      for (const [old, end] of used) {
        if (end > now()) break; // ordered by expiry
        used.delete(old);
      }
      if (used.has(id)) return false;
      used.set(id, expiresAt);
      return true;
    },
    has: (id) => used.has(id),
  };
}

export function tokenEndpoint(options: DemoAccountOptions, sealer: Sealer) {
  const { now, client } = options;
  const codes = createUsedOnce(now);
  const endedTokens = createUsedOnce(now);

  const grants: Record<string, (form: URLSearchParams) => Promise<Record<string, unknown>>> = {
    async authorization_code(form) {
      const code = await sealer.open("code", Code, form.get("code") ?? "");
      if (!code || code.expiresAt <= now()) throw invalidGrant("Invalid authorization code");
      if (code.redirectUri !== form.get("redirect_uri")) throw invalidGrant("Invalid redirect URI");
      // RFC 7636, 4.6
      const challenge = await hashToken(form.get("code_verifier") ?? "");
      if (challenge !== code.challenge) throw invalidGrant("code_verifier was incorrect");
      if (!codes.take(code.id, code.expiresAt)) throw invalidGrant("Authorization code expired");
      return { ...await access(code.consent), refresh_token: await refreshToken(code.consent) };
    },
    async refresh_token(form) {
      const token = await sealer.open("refresh", RefreshToken, form.get("refresh_token") ?? "");
      const endsAt = token ? consentEnd(token.consent.givenAt) : 0;
      if (!token || endsAt <= now()) throw invalidGrant("Invalid refresh token");
      if (
        endedTokens.has(token.id) ||
        options.isRevoked?.(token.consent.listener, token.consent.givenAt)
      ) {
        throw invalidGrant("Refresh token revoked");
      }
      const answer = await access(token.consent);
      if (!options.rotatesRefreshTokens?.()) return answer;
      endedTokens.take(token.id, endsAt);
      return { ...answer, refresh_token: await refreshToken(token.consent) };
    },
    client_credentials: () => access(null),
  };

  return new Hono().post("/token", async (c) => {
    c.header("Cache-Control", "no-store");
    const form = new URLSearchParams(await readBody(c.req.raw));
    const given = basic(c.req.header("authorization")) ??
      { id: form.get("client_id"), secret: form.get("client_secret") };
    if (given.id !== client.id) throw new OAuthError("invalid_client", "Invalid client");
    if (given.secret !== client.secret) {
      throw new OAuthError("invalid_client", "Invalid client secret");
    }
    const type = form.get("grant_type") ?? "";
    const grant = Object.hasOwn(grants, type) ? grants[type] : undefined;
    if (!grant) throw new OAuthError("unsupported_grant_type", "grant_type parameter is unknown");
    return c.json(await grant(form));
  });

  async function access(consent: Consent | null) {
    const token = await sealer.seal("access", {
      consent,
      expiresAt: now() + ACCESS_LIFETIME_S * 1000,
    });
    return {
      access_token: token,
      token_type: "Bearer",
      expires_in: ACCESS_LIFETIME_S,
      ...(consent && { scope: consent.scope }),
    };
  }

  function refreshToken(consent: Consent): Promise<string> {
    return sealer.seal("refresh", { id: randomToken(), consent });
  }
}

/** RFC 6749, 2.3.1: the id and the secret are form-encoded before they are joined. */
function basic(header: string | undefined): { id: string; secret: string } | undefined {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header ?? "") ?? [];
  if (!encoded) return undefined;
  const [id = "", ...secret] = decoded(encoded).split(":");
  return { id: formDecoded(id), secret: formDecoded(secret.join(":")) };
}

function decoded(base64: string): string {
  try {
    return atob(base64);
  } catch {
    return "";
  }
}

function formDecoded(text: string): string {
  return new URLSearchParams(`v=${text}`).get("v") ?? "";
}

function invalidGrant(description: string): OAuthError {
  return new OAuthError("invalid_grant", description);
}
