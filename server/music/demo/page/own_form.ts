// Refuses forms that pages of other sites send.
import { createMiddleware } from "hono/factory";
import { messagePage, type Surroundings } from "./player_document.ts";

/**
 * Answers 403 unless the form comes from our own page: browsers say so by `Sec-Fetch-Site`, at addresses that they
 * trust, and by `Origin`. A client that sends neither is no browser.
 */
export function requireOwnForm(surroundings: Surroundings) {
  const ownOrigin = new URL(surroundings.publicUrl).origin;
  return createMiddleware(async (c, next) => {
    const site = c.req.header("sec-fetch-site") ?? "same-origin";
    const origin = c.req.header("origin") ?? ownOrigin;
    const isOurs = origin === ownOrigin ||
      (URL.canParse(origin) && new URL(origin).host === c.req.header("host"));
    if (site !== "same-origin" || !isOurs) {
      return c.html(
        messagePage(surroundings, "Bu form başka bir siteden gönderildi."),
        403,
      );
    }
    await next();
  });
}
