// The browser of a login: its cookie, if it has logged in before, and its name in a few words, 'Chrome, Windows'. A known browser has
// limits of its own, so that a stranger at the same address, such as a guest of the cafe, cannot use up those of the people
// who work there (docs/accounts.md#login-limits).
import type { Context } from "hono";
import { getSignedCookie, setSignedCookie } from "hono/cookie";
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
const MAX_AGE_S = 400 * 24 * 60 * 60;

type CookieDeps = Pick<Deps, "config">;

export interface KnownBrowser {
  /** Random, and nothing about the device. */
  id: string;
  /** The ids of the accounts that have logged in here, the last one first. */
  accountIds: string[];
}

/** Undefined if no account has logged in here, or the cookie is forged. */
export async function knownBrowser(
  deps: CookieDeps,
  c: Context,
): Promise<KnownBrowser | undefined> {
  const value = await getSignedCookie(c, secret(deps), NAME);
  if (!value) return undefined;
  const [id = "", ...accountIds] = value.split(".");
  return { id, accountIds };
}

/** Remembers that this account has logged in here. */
export async function rememberBrowser(
  deps: CookieDeps,
  c: Context,
  accountId: string,
): Promise<void> {
  const { id, accountIds } = await knownBrowser(deps, c) ??
    { id: randomToken(), accountIds: [] };
  const others = accountIds.filter((other) => other !== accountId);
  const value = [id, accountId, ...others].slice(0, 1 + MAX_ACCOUNTS).join(".");
  await setSignedCookie(c, NAME, value, secret(deps), {
    httpOnly: true,
    sameSite: "Lax",
    secure: deps.config.appOrigin.startsWith("https:"),
    path: "/api/auth",
    maxAge: MAX_AGE_S,
  });
}

// A key of its own: a cookie's signature must not pass for that of a login token.
function secret({ config }: CookieDeps): string {
  return `known-browser-cookie:${config.jwtSecret}`;
}
