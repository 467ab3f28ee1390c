// Signs login tokens (JWT, RFC 7519) and checks their signatures.
import { jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Role } from "../contract/access.ts";

const ISSUER = "siradaki";
const AUDIENCE = "siradaki-panel";
/** The only header that is accepted: no other algorithm (RFC 8725, 3.1) and no key that the token names. */
const HEADER = { alg: "HS256", typ: "JWT" } as const;
/**
 * The only spelling that is accepted. Base64 decoders also take blanks, padding and other values of the two unused
 * bits in a signature's last character, which would make an edited token valid (RFC 4648, 3.5).
 */
const SPELLING = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/;
/** Checking a signature takes some 60 us, a look into the cache less than one. */
const MAX_CACHED_TOKENS = 2_000;

const Claims = z.object({
  jti: z.string(),
  ver: z.number().int(),
  iat: z.number(),
  exp: z.number(),
  user: z.object({ id: z.string() }),
  cafe: z.string().optional(),
});
/**
 * The session's id, the account's token version, when the token was issued and when the session ends in epoch seconds, the
 * account's id, and the owner's id of the cafe that it speaks for, if that is another's.
 */
export type Claims = z.infer<typeof Claims>;

export interface TokenContent {
  sessionId: string;
  account: { id: string; role: Role; tokenVersion: number };
  /** The owner's id of the cafe that it speaks for, if that is another's. */
  cafe?: string;
  /** In epoch ms. */
  issuedAt: number;
  expiresAt: number;
}

export interface TokenSigner {
  sign(content: TokenContent): Promise<string>;
  /**
   * The claims of a token that this signer signed, else undefined. The result may be cached, so whether the token
   * has expired since is for the caller to check.
   */
  read(token: string, nowMs: number): Promise<Claims | undefined>;
}

/** The cache belongs to the signer, so a token that another key signed is never found in it. */
export function createTokenSigner(secret: string): TokenSigner {
  const key = new TextEncoder().encode(secret);
  const cache = new LRUCache<string, Claims>({ max: MAX_CACHED_TOKENS });

  return {
    sign: ({ sessionId, account, cafe, issuedAt, expiresAt }) =>
      new SignJWT({ user: { id: account.id, role: account.role }, ver: account.tokenVersion, cafe })
        .setProtectedHeader(HEADER)
        .setIssuer(ISSUER).setAudience(AUDIENCE).setJti(sessionId)
        .setIssuedAt(Math.floor(issuedAt / 1000))
        // Rounded up: the session in the database ends to the millisecond.
        .setExpirationTime(Math.ceil(expiresAt / 1000))
        .sign(key),
    async read(token, nowMs) {
      if (!SPELLING.test(token)) return;
      const claims = cache.get(token) ?? await verify(token, nowMs);
      if (claims) cache.set(token, claims);
      return claims;
    },
  };

  async function verify(token: string, nowMs: number): Promise<Claims | undefined> {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, key, {
        algorithms: [HEADER.alg],
        typ: HEADER.typ,
        issuer: ISSUER,
        audience: AUDIENCE,
        currentDate: new Date(nowMs),
      });
      // We never write `kid`, `jwk`, `jku` or any other header.
      if (Object.keys(protectedHeader).length !== Object.keys(HEADER).length) return undefined;
      return Claims.parse(payload);
    } catch {
      return undefined;
    }
  }
}
