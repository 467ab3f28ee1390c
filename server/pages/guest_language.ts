// The language in which a guest reads the pages of a cafe: chosen by a link, and kept for the visit (docs/languages.md).
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Config } from "../config.ts";
import { HOUR_S } from "../contract/clock.ts";
import { type Language, languageOf, LANGUAGES } from "../contract/languages/language.ts";

const NAME = "dil";
/** A visit, counted from the scan or the choice. On the next day the guest sits at another table. */
const VISIT_S = 6 * HOUR_S;

/** The language that came with the address, or else the one that is kept. Any other value counts as none. */
export function readLanguage(c: Context): Language {
  return languageOf(asked(c) ?? getCookie(c, NAME));
}

/** Keeps the language that came with the address for pages of this cafe; Turkish ends what was kept. */
export function keepLanguage(
  { guestOrigin }: Pick<Config, "guestOrigin">,
  c: Context,
  cafeId: string,
): void {
  const tag = asked(c);
  if (tag !== undefined) {
    keepForVisit({ guestOrigin }, c, cafeId, NAME, languageOf(tag).foreign && tag);
  }
}

function asked(c: Context): string | undefined {
  const tag = c.req.query(NAME);
  return LANGUAGES.some((language) => language.tag === tag) ? tag : undefined;
}

/** Keeps `value` in a cookie for pages of this cafe, for the length of a visit; with null, forgets the one that was kept. */
export function keepForVisit(
  { guestOrigin }: Pick<Config, "guestOrigin">,
  c: Context,
  cafeId: string,
  name: string,
  value: string | null,
): void {
  const path = `/cafe/${cafeId}`;
  if (value === null) return void deleteCookie(c, name, { path });
  setCookie(c, name, value, {
    path,
    maxAge: VISIT_S,
    httpOnly: true,
    sameSite: "Lax",
    // An address in the local network is never https.
    secure: guestOrigin?.startsWith("https:") ?? false,
  });
}

/** What an address of a guest's page ends in, so that it opens in this language wherever it is shared. */
export function languageQuery({ tag, foreign }: Language): string {
  return foreign ? `?${NAME}=${tag}` : "";
}
