// The cookie that tells listeners apart, as a login at the real service does.
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { randomToken } from "../../secrets.ts";
import { base62Id } from "./song.ts";

const NAME = "demo_listener";
const LIFETIME_S = 365 * 24 * 60 * 60;

/** The listener behind this browser, undefined if it has no cookie yet. */
export function readListener(c: Context): string | undefined {
  const browser = readBrowser(c);
  return browser && listenerOf(browser);
}

/** The listener behind this browser, who is a new one if it has no cookie. Sets the cookie for a year from now. */
export function issueListener(c: Context, publicUrl: string): string {
  const browser = readBrowser(c) ?? randomToken();
  const { pathname, protocol } = new URL(publicUrl);
  setCookie(c, NAME, browser, {
    path: pathname,
    httpOnly: true,
    sameSite: "Lax",
    secure: protocol === "https:",
    maxAge: LIFETIME_S,
  });
  return listenerOf(browser);
}

function readBrowser(c: Context): string | undefined {
  const browser = getCookie(c, NAME);
  return browser && /^[\w-]{43}$/.test(browser) ? browser : undefined;
}

/** The listener's public id, derived from the cookie without revealing it. */
function listenerOf(browser: string): string {
  return base62Id(`listener:${browser}`);
}
