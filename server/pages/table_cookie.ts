// The cookie with the code of a guest's table, so that a reload or the short address leads back to it
// (docs/house.md#visit).
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Config } from "../config.ts";

const NAME = "masa";
/** A visit, counted from the scan. On the next day the guest sits at another table. */
const MAX_AGE_S = 6 * 60 * 60;

/** The code that came with the address, or else the one of an earlier scan at this cafe. */
export function tableCodeOf(c: Context): string | undefined {
  return c.req.query(NAME) ?? getCookie(c, NAME);
}

/** Keeps the code that came with the address for pages of this cafe; with null, forgets the one that was kept. */
export function keepTableCode(
  { guestOrigin }: Pick<Config, "guestOrigin">,
  c: Context,
  { cafeId, code }: { cafeId: string; code: string | null },
): void {
  if (c.req.query(NAME) === undefined) return;
  const path = `/cafe/${cafeId}`;
  if (code === null) return void deleteCookie(c, NAME, { path });
  setCookie(c, NAME, code, {
    path,
    maxAge: MAX_AGE_S,
    httpOnly: true,
    sameSite: "Lax",
    // An address in the local network is never https.
    secure: guestOrigin?.startsWith("https:") ?? false,
  });
}
