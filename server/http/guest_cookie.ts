// Tells guests apart without knowing who they are: a signed cookie with a random id.
import type { Context } from "hono";
import { getSignedCookie, setSignedCookie } from "hono/cookie";
import type { Deps } from "../deps.ts";
import { randomToken } from "../secrets.ts";

const NAME = "guest";
/**
 * An evening from the last time the page was opened: nobody is forgotten in the middle of one, and who comes back
 * the next day is somebody new.
 */
const MAX_AGE_S = 12 * 60 * 60;

type CookieDeps = Pick<Deps, "config">;

/** The guest's id, or undefined where there is no cookie or somebody made one up. */
export async function readGuest(deps: CookieDeps, c: Context): Promise<string | undefined> {
  return await getSignedCookie(c, secret(deps), NAME) || undefined;
}

/** Reads the guest's id or gives the browser one, for an evening from now. Called when the cafe page is opened. */
export async function welcomeGuest(deps: CookieDeps, c: Context): Promise<string> {
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

// Another purpose, another key: a signature made for cookies must not pass for a login token.
function secret({ config }: CookieDeps): string {
  return `guest-cookie:${config.jwtSecret}`;
}
