// Remembers in the browser which registrations it made, so that a stranger who registers with the same
// e-mail can neither have the code sent to his registration nor his registration completed by mistake.
import type { Context } from "hono";
import { deleteCookie, getSignedCookie, setSignedCookie } from "hono/cookie";
import type { Deps } from "../deps.ts";

const NAME = "registrations";
const MOST = 5;
/** As long as an unverified registration is kept. */
const MAX_AGE_S = 7 * 24 * 60 * 60;

type CookieDeps = Pick<Deps, "config">;

/** The registrations that this browser made, newest first; empty where the cookie is missing or made up. */
export async function ownRegistrations(deps: CookieDeps, c: Context): Promise<string[]> {
  const value = await getSignedCookie(c, secret(deps), NAME);
  return value ? value.split(".").slice(0, MOST) : [];
}

/** Adds a registration to those of this browser. */
export async function rememberRegistration(
  deps: CookieDeps,
  c: Context,
  accountId: string,
): Promise<void> {
  const others = (await ownRegistrations(deps, c)).filter((id) => id !== accountId);
  const value = [accountId, ...others].slice(0, MOST).join(".");
  await setSignedCookie(c, NAME, value, secret(deps), { ...attributes(deps), maxAge: MAX_AGE_S });
}

/** Forgets them all, once one is verified. */
export function forgetRegistrations(deps: CookieDeps, c: Context): void {
  deleteCookie(c, NAME, attributes(deps));
}

function attributes({ config }: CookieDeps) {
  return {
    httpOnly: true,
    sameSite: "Lax",
    secure: config.appOrigin.startsWith("https:"),
    path: "/api/auth",
  } as const;
}

// Another purpose, another key: a signature made for cookies must not pass for a login token.
function secret({ config }: CookieDeps): string {
  return `registration-cookie:${config.jwtSecret}`;
}
