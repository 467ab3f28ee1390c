// The cookie that tells guests apart: a signed random id (docs/accounts.md#cookies).
import type { Context } from "hono";
import { getSignedCookie, setSignedCookie } from "hono/cookie";
import type { Deps } from "../deps.ts";
import { randomToken } from "../secrets.ts";

const NAME = "guest";
/** Longer than an evening, counted from the last visit. On the next day a guest gets a new id. */
const MAX_AGE_S = 12 * 60 * 60;

type CookieDeps = Pick<Deps, "config">;

/** The guest's id, or undefined if the cookie is missing or forged. */
export async function readGuest(deps: CookieDeps, c: Context): Promise<string | undefined> {
  return await getSignedCookie(c, secret(deps), NAME) || undefined;
}

/** Reads the guest's id or makes one, and sets the cookie for 12 hours from now. */
export async function issueGuestCookie(deps: CookieDeps, c: Context): Promise<string> {
  const id = await readGuest(deps, c) ?? randomToken();
  await setSignedCookie(c, NAME, id, secret(deps), {
    httpOnly: true,
    sameSite: "Lax",
    secure: deps.config.guestOrigin.startsWith("https:"),
    path: "/",
    maxAge: MAX_AGE_S,
  });
  return id;
}

// A key of its own: a cookie's signature must not pass for that of a login token.
function secret({ config }: CookieDeps): string {
  return `guest-cookie:${config.jwtSecret}`;
}
