// GET and POST /authorize: asks a listener for consent.
import { Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import { readBody } from "../../http/read_body.ts";
import { randomToken } from "../../secrets.ts";
import { Authorization, readAuthorization, returnTo } from "./authorization.ts";
import { consentPage, refusalPage } from "./consent_page.ts";
import { CONSENT_STYLE } from "./consent_style.ts";
import { CODE_LIFETIME_MS } from "./grants.ts";
import type { DemoAccountOptions } from "./options.ts";
import type { Sealer } from "./sealed_token.ts";
import { base62Id } from "./song.ts";
import { createUsedOnce } from "./used_once.ts";

/** Identifies the listener, as a login at the real service does. */
const COOKIE = "demo_listener";
const COOKIE_LIFETIME_S = 365 * 24 * 60 * 60;
/** How long a consent page may be answered. */
const QUESTION_LIFETIME_MS = 30 * 60 * 1000;

/** A question to one listener, which can be answered once. */
const Question = z.object({
  id: z.string(),
  listener: z.string(),
  expiresAt: z.number(),
  authorization: Authorization,
});

export function consentPages(options: DemoAccountOptions, sealer: Sealer) {
  const { now, publicUrl } = options;
  const answered = createUsedOnce(now);
  const { pathname, protocol } = new URL(publicUrl);

  return new Hono()
    .get("/authorize", async (c) => {
      c.header("Cache-Control", "no-store");
      const asked = readAuthorization(options, new URL(c.req.url).searchParams);
      if (asked.kind === "refusal") return c.html(refusalPage(asked.sentence), 400);
      if (asked.kind === "redirect") return c.redirect(asked.location);
      const known = getCookie(c, COOKIE);
      const browser = known && /^[\w-]{43}$/.test(known) ? known : randomToken();
      setCookie(c, COOKIE, browser, {
        path: pathname,
        httpOnly: true,
        sameSite: "Lax",
        secure: protocol === "https:",
        maxAge: COOKIE_LIFETIME_S,
      });
      const question = await sealer.seal("question", {
        id: randomToken(),
        listener: listenerOf(browser),
        expiresAt: now() + QUESTION_LIFETIME_MS,
        authorization: asked.authorization,
      });
      return c.html(consentPage(asked.authorization, question));
    })
    .post("/authorize", async (c) => {
      c.header("Cache-Control", "no-store");
      const form = new URLSearchParams(await readBody(c.req.raw));
      const question = await sealer.open("question", Question, form.get("question") ?? "");
      const browser = getCookie(c, COOKIE) ?? "";
      if (
        !question || question.expiresAt <= now() || question.listener !== listenerOf(browser) ||
        !answered.take(question.id, question.expiresAt)
      ) {
        return c.html(refusalPage("Bu izin isteği geçersiz ya da süresi dolmuş."), 400);
      }
      const { authorization, listener } = question;
      if (form.get("decision") !== "allow") {
        return c.redirect(returnTo(authorization, { error: "access_denied" }), 303);
      }
      const code = await sealer.seal("code", {
        id: randomToken(),
        consent: { listener, scope: authorization.scope, givenAt: now() },
        redirectUri: authorization.redirectUri,
        challenge: authorization.challenge,
        expiresAt: now() + CODE_LIFETIME_MS,
      });
      return c.redirect(returnTo(authorization, { code }), 303);
    })
    .get("/consent.css", (c) => {
      c.header("Content-Type", "text/css; charset=utf-8");
      c.header("Cache-Control", "no-cache");
      return c.body(CONSENT_STYLE);
    });
}

/** The listener's public id, derived from the cookie without revealing it. */
function listenerOf(browser: string): string {
  return base62Id(`listener:${browser}`);
}
