// GET and POST /authorize: asks a listener for consent.
import { Hono } from "hono";
import { z } from "zod";
import { readBody } from "../../http/read_body.ts";
import { randomToken } from "../../secrets.ts";
import { Authorization, readAuthorization, returnTo } from "./authorization.ts";
import { consentPage, refusalPage } from "./consent_page.ts";
import { CODE_LIFETIME_MS } from "./grants.ts";
import { issueListener, readListener } from "./listener_cookie.ts";
import type { DemoAccountOptions } from "./options.ts";
import type { Sealer } from "./sealed_token.ts";
import { createUsedOnce } from "./used_once.ts";

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
  const { look, now, publicUrl } = options;
  const answered = createUsedOnce(now);

  return new Hono()
    .get("/authorize", async (c) => {
      c.header("Cache-Control", "no-store");
      const asked = readAuthorization(options, new URL(c.req.url).searchParams);
      if (asked.kind === "refusal") {
        return c.html(refusalPage(asked.sentence, look?.()), 400);
      }
      if (asked.kind === "redirect") return c.redirect(asked.location);
      const question = await sealer.seal("question", {
        id: randomToken(),
        listener: issueListener(c, publicUrl),
        expiresAt: now() + QUESTION_LIFETIME_MS,
        authorization: asked.authorization,
      });
      return c.html(consentPage(asked.authorization, question, look?.()));
    })
    .post("/authorize", async (c) => {
      c.header("Cache-Control", "no-store");
      const form = new URLSearchParams(await readBody(c.req.raw));
      const question = await sealer.open("question", Question, form.get("question") ?? "");
      if (
        !question || question.expiresAt <= now() || question.listener !== readListener(c) ||
        !answered.take(question.id, question.expiresAt)
      ) {
        return c.html(refusalPage("Bu izin isteği geçersiz ya da süresi dolmuş.", look?.()), 400);
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
    });
}
