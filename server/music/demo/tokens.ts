// The account's tokens: signed, so that they survive a restart without being stored, and asked of a call.
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import { MINUTE_MS } from "../../contract/clock.ts";
import { SpotifyError } from "./parameters.ts";

const BASE64URL = { alphabet: "base64url", omitPadding: true } as const;

/** What a token is for. A token is valid for its own purpose only. */
type Purpose = "question" | "code" | "access" | "refresh";

export interface Sealer {
  seal(purpose: Purpose, contents: Record<string, unknown>): Promise<string>;
  /** The contents, or undefined if the token is forged, was altered, or has another purpose. */
  open<T extends z.ZodType>(
    purpose: Purpose,
    schema: T,
    token: string,
  ): Promise<z.infer<T> | undefined>;
}

/** Signs with HMAC-SHA-256, by a key that is derived from `secret` for the demo account only. */
export function createSealer(secret: string): Sealer {
  let derived: Promise<CryptoKey> | undefined;
  const key = () => derived ??= deriveKey(secret);
  return {
    async seal(purpose, contents) {
      const body = encode(contents);
      const signature = await crypto.subtle.sign("HMAC", await key(), message(purpose, body));
      return `${body}.${new Uint8Array(signature).toBase64(BASE64URL)}`;
    },
    async open(purpose, schema, token) {
      const [body = "", signature = "", ...rest] = token.split(".");
      const bytes = decode(signature);
      if (!bytes || rest.length > 0) return undefined;
      const genuine = await crypto.subtle.verify(
        "HMAC",
        await key(),
        bytes,
        message(purpose, body),
      );
      // A token of an earlier version may lack fields, and is then invalid.
      return genuine ? schema.safeParse(parse(body)).data : undefined;
    },
  };
}

async function deriveKey(secret: string): Promise<CryptoKey> {
  const bytes = new TextEncoder();
  const master = await crypto.subtle.importKey("raw", bytes.encode(secret), "HKDF", false, [
    "deriveKey",
  ]);
  return await crypto.subtle.deriveKey(
    {
      name: "HKDF",
      hash: "SHA-256",
      salt: new Uint8Array(),
      info: bytes.encode("demo music account"),
    },
    master,
    { name: "HMAC", hash: "SHA-256", length: 256 },
    false,
    ["sign", "verify"],
  );
}

function message(purpose: Purpose, body: string) {
  return new TextEncoder().encode(`${purpose}.${body}`);
}

function encode(contents: Record<string, unknown>): string {
  return new TextEncoder().encode(JSON.stringify(contents)).toBase64(BASE64URL);
}

function parse(body: string): unknown {
  return JSON.parse(
    new TextDecoder().decode(Uint8Array.fromBase64(body, { alphabet: "base64url" })),
  );
}

function decode(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.fromBase64(text, { alphabet: "base64url" });
  } catch {
    return undefined;
  }
}

// Middleware that requires an access token, and finds the consent behind it.

/** RFC 6749, 4.1.2: ten minutes at most. */
export const CODE_LIFETIME_MS = 10 * MINUTE_MS;
export const ACCESS_LIFETIME_S = 3600;
/** A refresh token expires this long after the consent. Using it does not extend it. */
const CONSENT_MONTHS = 6;

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
