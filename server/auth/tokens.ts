// Login tokens: JWTs that name a login and a version, both of which the database confirms at each call.
import { jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Account } from "../../db/accounts.ts";
import { findLogin, insertSession } from "../../db/sessions.ts";
import type { Config } from "../config.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { Caller } from "../http/caller.ts";
import { newId } from "../ids.ts";

/** How long a login lasts (contract: POST /api/auth/login). */
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;
const ISSUER = "siradaki";
const AUDIENCE = "siradaki-panel";
/** The one header that is ever accepted: no other algorithm (RFC 8725, 3.1), no key of the token's own choosing. */
const HEADER = { alg: "HS256", typ: "JWT" } as const;
/**
 * The one spelling of a token: base64 decoders let blanks, padding and the two spare bits of a signature's last
 * character pass, which would make an edited token a good one (RFC 4648, 3.5).
 */
const SPELLING = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/;
/** Tokens whose signature was found right lately. Checking one costs some 60 us, looking it up less than one. */
const MOST_REMEMBERED = 2000;

const Claims = z.object({ jti: z.string(), ver: z.number().int(), exp: z.number() });
type Claims = z.infer<typeof Claims>;

type TokenDeps = Pick<Deps, "config" | "db" | "now">;

/** Starts a login and returns its token. The role inside is for the client's screens alone. */
export async function issueToken(
  { config, db, now }: TokenDeps,
  account: Pick<Account, "id" | "role" | "tokenVersion">,
): Promise<string> {
  const issuedAt = now();
  const session = {
    id: newId(issuedAt),
    accountId: account.id,
    createdAt: issuedAt,
    expiresAt: issuedAt + LIFETIME_MS,
  };
  await insertSession(db, session);
  return await new SignJWT({
    user: { id: account.id, role: account.role },
    ver: account.tokenVersion,
  })
    .setProtectedHeader(HEADER)
    .setIssuer(ISSUER).setAudience(AUDIENCE).setJti(session.id)
    .setIssuedAt(Math.floor(issuedAt / 1000))
    .setExpirationTime(Math.ceil(session.expiresAt / 1000)) // the login itself ends to the ms
    .sign(key(config.jwtSecret));
}

/** Says whose token this is. @throws DomainError `unauthenticated` for every token that is not alive */
export async function verifyToken({ config, db, now }: TokenDeps, token: string): Promise<Caller> {
  const claims = await signedClaims(config, token, now());
  // A remembered signature proves nothing about the present: time, login and version are asked each time.
  const login = claims && claims.exp * 1000 > now() && await findLogin(db, claims.jti, now());
  if (!login || login.tokenVersion !== claims.ver) throw new DomainError("unauthenticated");
  const { accountId, role } = login;
  const sessionId = claims.jti;
  // An owner's account and cafe have the same id.
  return role === "owner"
    ? { role, accountId, sessionId, ownerId: accountId }
    : { role, accountId, sessionId };
}

// By configuration, so that a token which one key has signed never passes where another is in use.
const remembered = new WeakMap<Config, LRUCache<string, Claims>>();

async function signedClaims(config: Config, token: string, nowMs: number) {
  if (!SPELLING.test(token)) return;
  const known = remembered.get(config) ?? new LRUCache<string, Claims>({ max: MOST_REMEMBERED });
  remembered.set(config, known);
  const claims = known.get(token) ?? await readClaims(token, config.jwtSecret, nowMs);
  if (claims) known.set(token, claims);
  return claims;
}

async function readClaims(token: string, secret: string, nowMs: number) {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, key(secret), {
      algorithms: [HEADER.alg],
      typ: HEADER.typ,
      issuer: ISSUER,
      audience: AUDIENCE,
      currentDate: new Date(nowMs),
    });
    // `kid`, `jwk`, `jku` and the like are nothing that we ever write.
    if (Object.keys(protectedHeader).length !== Object.keys(HEADER).length) return undefined;
    return Claims.parse(payload);
  } catch {
    return undefined;
  }
}

function key(secret: string): Uint8Array {
  return new TextEncoder().encode(secret);
}
