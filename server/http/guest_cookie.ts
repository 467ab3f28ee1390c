// The cookie that tells guests apart: a signed random id (docs/accounts.md#cookies).
import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { LRUCache } from "lru-cache";
import type { Config } from "../config.ts";
import { HOUR_S } from "../contract/clock.ts";

const NAME = "guest";
/** Longer than an evening, counted from the last visit. On the next day a guest gets a new id. */
const MAX_AGE_S = 12 * HOUR_S;
/** Guests whose cookie need not be verified again. Beyond it the cookie that was seen longest ago is forgotten. */
const MAX_KNOWN = 5_000;

/** An id is the ms of its making, so that it tells who came earlier, and random bytes. */
const TIME_BYTES = 6;
const RANDOM_BYTES = 26;

export interface GuestCookies {
  /** The guest's id, or undefined if the cookie is missing or forged. */
  read(c: Context): string | undefined;
  /** Reads the guest's id or makes one, and sets the cookie for 12 hours from now. */
  issue(c: Context): string;
}

/** When the guest with this id came (epoch ms). Some ids of earlier versions, which are all random, seem to be of the future. */
export function guestSince(id: string): number {
  const bytes = Buffer.from(id, "base64url");
  return bytes.length < TIME_BYTES ? Number.MAX_SAFE_INTEGER : bytes.readUIntBE(0, TIME_BYTES);
}

function newGuestId(nowMs: number): string {
  const bytes = Buffer.alloc(TIME_BYTES + RANDOM_BYTES);
  bytes.writeUIntBE(nowMs, 0, TIME_BYTES);
  crypto.getRandomValues(bytes.subarray(TIME_BYTES));
  return bytes.toString("base64url");
}

export function createGuestCookies(
  { jwtSecret, guestOrigin }: Pick<Config, "jwtSecret" | "guestOrigin">,
  now: () => number,
): GuestCookies {
  // A key of its own: a cookie's signature must not pass for that of a login token.
  const key = `guest-cookie:${jwtSecret}`;
  // Synchronous, because WebCrypto takes four times as long for so short a text.
  const signatureOf = (id: string) => createHmac("sha256", key).update(id).digest("base64");
  /** The ids of cookies that were verified, by the cookie's value. */
  const known = new LRUCache<string, string>({ max: MAX_KNOWN });
  const attributes = {
    httpOnly: true,
    sameSite: "Lax",
    // An address in the local network is never https.
    secure: guestOrigin?.startsWith("https:") ?? false,
    path: "/",
    maxAge: MAX_AGE_S,
  } as const;

  const idIn = (value: string) => known.get(value) ?? verify(value);

  function verify(value: string): string | undefined {
    const dot = value.lastIndexOf(".");
    const id = value.slice(0, Math.max(0, dot));
    if (id === "" || !isEqual(value.slice(dot + 1), signatureOf(id))) return;
    known.set(value, id);
    return id;
  }

  return {
    read: (c) => idIn(getCookie(c, NAME) ?? ""),
    issue(c) {
      const given = getCookie(c, NAME) ?? "";
      const id = idIn(given) ?? newGuestId(now());
      // A cookie that is good keeps its signature.
      const value = known.has(given) ? given : `${id}.${signatureOf(id)}`;
      setCookie(c, NAME, value, attributes);
      return id;
    },
  };
}

/** Takes as long for every text of the right length, so that a signature cannot be found character by character. */
function isEqual(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => new TextEncoder().encode(text));
  return a!.length === b!.length && timingSafeEqual(a!, b!);
}
