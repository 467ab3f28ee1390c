// Sends a rendered page.
import type { Context } from "hono";
import { findOpenCafeId } from "../../db/people/cafes.ts";
import { readCode } from "../cafes/short_address.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { type EncodedText, sendEncoded } from "../http/encoding.ts";
import type { AppEnv } from "../http/caller.ts";

export function sendPage(
  deps: Pick<Deps, "answers">,
  c: Context<AppEnv>,
  page: EncodedText,
  cacheControl: string,
): Promise<Response> {
  return sendEncoded(deps, c, page, {
    "Content-Type": "text/html; charset=UTF-8",
    "Cache-Control": cacheControl,
  });
}

// Answers /k/{code}, the short address of a cafe's page, and /k/{code}/ekran, that of its television page.

/**
 * Redirects to the cafe's page followed by `rest`, with the query as it came. The status is 302, because phones keep a
 * permanent redirect: they would then never ask again, also if the cafe has closed in the meantime.
 * @throws DomainError `cafe_not_found` if no open cafe has the code
 */
export async function answerShortAddress(
  { db }: Pick<Deps, "db">,
  c: Context,
  typed: string,
  rest = "",
): Promise<Response> {
  const code = readCode(typed);
  const cafeId = code && await findOpenCafeId(db, code);
  if (!cafeId) throw new DomainError("cafe_not_found");
  return c.redirect(`/cafe/${cafeId}${rest}${new URL(c.req.url).search}`, 302);
}

// The paths of the pages that are the same for every visitor.

export const PRIVACY_PATH = "/aydinlatma-metni";

/** The paths of the panel's screens. Other paths are 404. */
export const PANEL_PATHS = [
  "/panel/login",
  "/panel/register",
  "/panel/verify",
  "/panel/forgot-password",
  "/panel/reset-password/:token",
  "/panel/dashboard",
  "/panel/music",
  "/panel/player",
  "/panel/rules",
  "/panel/till",
  "/panel/team",
  "/panel/join/:token",
  "/panel/cafes",
  "/panel/owners-only",
  "/panel/payouts",
  "/panel/evenings",
  "/panel/profile",
  "/panel/sessions",
  "/panel/share",
  "/admin/payouts",
  "/admin/sessions",
];
