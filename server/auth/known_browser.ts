// The browser of a login: its cookie, if it has logged in before, and its name in a few words, 'Chrome, Windows'. A known browser has
// limits of its own, so that a stranger at the same address, such as a guest of the cafe, cannot use up those of the people
// who work there (docs/accounts.md#login-limits).
import type { Context } from "hono";
import { deleteCookie, getCookie, getSignedCookie, setSignedCookie } from "hono/cookie";
import type { LoginClaim } from "../../db/people/login_claims.ts";
import { DAY_S } from "../contract/clock.ts";
import type { Deps } from "../deps.ts";
import { randomToken } from "../secrets.ts";

/** The first that the header contains counts: most browsers also name those that they descend from. */
const BROWSERS = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\/|\bOPT\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung"],
  [/\bYaBrowser\//, "Yandex"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;

/** An iPad's Safari calls itself a Mac, unless it asks for pages for phones. */
const SYSTEMS = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
] as const;

/** Undefined if the header names no browser and no system that is known here. */
export function deviceOf(userAgent = ""): string | undefined {
  const known = [BROWSERS, SYSTEMS].map((names) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1]
  );
  return known.filter(Boolean).join(", ") || undefined;
}

const NAME = "known";
/** The people who share the tablet at the bar. Beyond it the one who logged in longest ago is forgotten. */
const MAX_ACCOUNTS = 8;
/** Each login and each renewal begins it anew, so that it outlives a login. */
const MAX_AGE_S = 400 * DAY_S;

type CookieDeps = Pick<Deps, "config">;
/** An account, and its token version when it logged in. */
type Holder = Pick<LoginClaim, "accountId" | "tokenVersion">;

export interface KnownBrowser {
  /** Random, and nothing about the device. */
  id: string;
  /** The accounts that have logged in here, the last one first. */
  accounts: Holder[];
}

/** Whether the account has logged in here, and has had no new password since. */
export function knows(browser: KnownBrowser | undefined, holder: Holder): boolean {
  return !!browser?.accounts.some(({ accountId, tokenVersion }) =>
    accountId === holder.accountId && tokenVersion === holder.tokenVersion
  );
}

/**
 * The account that has logged in here last, undefined if none has. The database is not asked, so this is enough to count by,
 * and for nothing else.
 */
export async function personHere(deps: CookieDeps, c: Context): Promise<string | undefined> {
  if (getCookie(c, NAME) === undefined) return undefined;
  return (await knownBrowser(deps, c))?.accounts[0]?.accountId;
}

/** Undefined if no account has logged in here, or the cookie is forged. */
export async function knownBrowser(
  deps: CookieDeps,
  c: Context,
): Promise<KnownBrowser | undefined> {
  const value = await getSignedCookie(c, secret(deps), NAME);
  if (!value) return undefined;
  const [id = "", ...entries] = value.split(".");
  const accounts = entries.map((entry) => {
    const [accountId = "", version] = entry.split("-");
    return { accountId, tokenVersion: Number(version) };
  });
  return { id, accounts };
}

/** Remembers that this account has logged in here. To be called only for who has shown a password, a code or the cookie itself. */
export async function rememberBrowser(
  deps: CookieDeps,
  c: Context,
  { accountId, tokenVersion }: Holder,
): Promise<void> {
  const { id, accounts } = await knownBrowser(deps, c) ?? { id: randomToken(), accounts: [] };
  // Earlier versions set theirs, which has no token versions, for logins alone: a browser would go on sending it first.
  const isEarlier = accounts.some((holder) => Number.isNaN(holder.tokenVersion));
  if (isEarlier) deleteCookie(c, NAME, { path: "/api/auth" });
  const others = accounts.filter((other) => other.accountId !== accountId);
  const entries = [{ accountId, tokenVersion }, ...others].slice(0, MAX_ACCOUNTS)
    .map((holder) => `${holder.accountId}-${holder.tokenVersion}`);
  const value = [id, ...entries].join(".");
  await setSignedCookie(c, NAME, value, secret(deps), {
    httpOnly: true,
    sameSite: "Lax",
    secure: deps.config.appOrigin.startsWith("https:"),
    // Files and sockets carry no login, and count for the person all the same (docs/security.md#floods).
    path: "/",
    maxAge: MAX_AGE_S,
  });
}

// A key of its own: a cookie's signature must not pass for that of a login token.
function secret({ config }: CookieDeps): string {
  return `known-browser-cookie:${config.jwtSecret}`;
}
