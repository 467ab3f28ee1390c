// The cookie with the registrations of this browser. It keeps a stranger's registration for the same e-mail from
// getting the code, or from being completed by mistake (docs/accounts.md#cookies).
import type { Context } from "hono";
import { deleteCookie, getSignedCookie, setSignedCookie } from "hono/cookie";
import type { Deps } from "../deps.ts";

const NAME = "registrations";
const MAX_REGISTRATIONS = 5;
/** Unverified accounts are kept this long (docs/accounts.md#retention). */
const MAX_AGE_S = 7 * 24 * 60 * 60;

type CookieDeps = Pick<Deps, "config">;

/** The ids of accounts that this browser registered, newest first. Empty if the cookie is missing or forged. */
export async function ownRegistrations(deps: CookieDeps, c: Context): Promise<string[]> {
  const value = await getSignedCookie(c, secret(deps), NAME);
  return value ? value.split(".").slice(0, MAX_REGISTRATIONS) : [];
}

/** Adds an account to those of this browser. */
export async function rememberRegistration(
  deps: CookieDeps,
  c: Context,
  accountId: string,
): Promise<void> {
  const others = (await ownRegistrations(deps, c)).filter((id) => id !== accountId);
  const value = [accountId, ...others].slice(0, MAX_REGISTRATIONS).join(".");
  await setSignedCookie(c, NAME, value, secret(deps), { ...attributes(deps), maxAge: MAX_AGE_S });
}

/** Deletes the cookie, once one of its accounts is verified. */
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

// A key of its own: a cookie's signature must not pass for that of a login token.
function secret({ config }: CookieDeps): string {
  return `registration-cookie:${config.jwtSecret}`;
}
