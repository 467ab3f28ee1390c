// Login tokens: each names a session and a version, which the database confirms at every call
// (docs/accounts.md#tokens).
import { getLogger } from "@logtape/logtape";
import { jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Account } from "../../db/people/accounts.ts";
import { type CafeOfLogin, listCafesOf } from "../../db/people/team.ts";
import { findLogin, type LoginClaim } from "../../db/people/login_claims.ts";
import {
  findSession,
  insertSession,
  type LoginProof,
  recordUse,
} from "../../db/people/sessions.ts";
import type { Role } from "../contract/access.ts";
import { DAY_MS, HOUR_MS } from "../contract/clock.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { Caller } from "../http/caller.ts";
import { newId } from "../ids.ts";

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
type Claims = z.infer<typeof Claims>;

interface TokenContent {
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

/** How long a login lasts without a renewal. */
export const LOGIN_LIFETIME_MS = 7 * DAY_MS;
/** How long a login lasts with renewals, and then until a cafe's day begins (docs/accounts.md#renewal). */
export const LONGEST_LOGIN_MS = 90 * DAY_MS;
/** How exactly it is known when a login was last used: calls seldom write because of it. */
const USE_RECORDED_EVERY_MS = HOUR_MS;

const log = getLogger(["siradaki", "auth"]);

export type TokenDeps = Pick<Deps, "db" | "now" | "tokenSigner">;

/**
 * Starts a session on this device (`deviceOf`) and returns its token, which speaks for the own cafe, else for the one that
 * was joined first.
 * @throws DomainError `wrong_credentials` if the proof was overtaken by a new password or second factor
 */
export async function issueToken(
  { db, now, tokenSigner }: TokenDeps,
  account: Pick<Account, "id" | "role" | "tokenVersion">,
  device?: string,
  proof?: LoginProof,
): Promise<string> {
  const cafe = (await listCafesOf(db, account.id))[0];
  const issuedAt = now();
  const sessionId = newId(issuedAt);
  const expiresAt = issuedAt + LOGIN_LIFETIME_MS;
  const session = { id: sessionId, accountId: account.id, createdAt: issuedAt, expiresAt, device };
  if (!await insertSession(db, session, proof)) {
    throw new DomainError("wrong_credentials", { accountId: account.id });
  }
  return await tokenSigner.sign({ sessionId, ...speakingFor(account, cafe), issuedAt, expiresAt });
}

/** A new token of a session that has begun, for one of its cafes or none. @throws DomainError `unauthenticated` if the session has ended */
export async function tokenOfSession(
  { db, now, tokenSigner }: TokenDeps,
  sessionId: string,
  cafe: CafeOfLogin | undefined,
): Promise<string> {
  const issuedAt = now();
  const session = await findSession(db, sessionId, issuedAt);
  if (!session) throw new DomainError("unauthenticated");
  const { account, expiresAt } = session;
  return await tokenSigner.sign({ sessionId, ...speakingFor(account, cafe), issuedAt, expiresAt });
}

/** What a token of the account says of itself if it speaks for `cafe`. An admin's speaks for none. */
function speakingFor(
  { id, role, tokenVersion }: Pick<Account, "id" | "role" | "tokenVersion">,
  cafe: CafeOfLogin | undefined,
): Pick<TokenContent, "account" | "cafe"> {
  const roleThere = role === "admin" ? role : cafe?.role ?? "cafeless";
  return {
    account: { id, role: roleThere, tokenVersion },
    cafe: cafe?.role === "staff" ? cafe.ownerId : undefined,
  };
}

/** Returns what a token claims that is signed and not over. The database has to confirm it. */
export async function readLoginClaim(
  { now, tokenSigner }: Omit<TokenDeps, "db">,
  token: string,
): Promise<LoginClaim | undefined> {
  const nowMs = now();
  const claims = await tokenSigner.read(token, nowMs);
  if (!claims || claims.exp * 1000 <= nowMs) return;
  return toClaim(claims, nowMs);
}

/** Returns whose token this is. @throws DomainError `unauthenticated` if it is not valid now, `membership_ended` */
export async function verifyToken(
  deps: TokenDeps,
  token: string,
): Promise<Caller> {
  // The signature says nothing about the present, so time, session, version and role are checked each time.
  const claim = await readLoginClaim(deps, token);
  const login = claim && await findLogin(deps.db, claim);
  if (!login || login.tokenVersion !== claim!.tokenVersion) {
    throw new DomainError("unauthenticated");
  }
  // The login goes on, but not at this cafe.
  if (!login.role) throw new DomainError("membership_ended");
  if (login.lastUsedAt <= deps.now() - USE_RECORDED_EVERY_MS) noteUse(deps, claim!.sessionId);
  const { accountId, role } = login;
  const { sessionId, ownerId } = claim!;
  return role === "owner" || role === "staff"
    ? { role, accountId, sessionId, ownerId }
    : { role, accountId, sessionId };
}

/** A token without a cafe speaks for the person's own: an owner's account and cafe have the same id. */
function toClaim({ jti, user, cafe = user.id, ver, iat }: Claims, nowMs: number): LoginClaim {
  return {
    sessionId: jti,
    accountId: user.id,
    ownerId: cafe,
    tokenVersion: ver,
    issuedAt: iat * 1000,
    nowMs,
  };
}

/** Not awaited, since the caller waits. If it fails, the next call tries again. */
function noteUse({ db, now }: Omit<TokenDeps, "tokenSigner">, sessionId: string): void {
  recordUse(db, sessionId, now(), USE_RECORDED_EVERY_MS).catch((error) =>
    log.warn("Cannot record that a login is used, which goes on all the same: {error}", { error })
  );
}
