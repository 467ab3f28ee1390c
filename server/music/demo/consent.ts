// GET and POST /authorize: asks a listener for consent.
import { type Context, Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { html } from "hono/html";
import { z } from "zod";
import { DAY_S, MINUTE_MS } from "../../contract/clock.ts";
import { readBody } from "../../http/validate.ts";
import { randomToken } from "../../secrets.ts";
import { CODE_LIFETIME_MS, type Sealer } from "./tokens.ts";
import { type DemoAccountOptions, fontLinks, type Look } from "./players.ts";
import { base62Id } from "./song.ts";
import { createUsedOnce } from "./token_endpoint.ts";

/** The known scopes, with their descriptions on the consent page. */
export const SCOPES: Record<string, string> = {
  "user-modify-playback-state": "Şarkı çalmak, duraklatmak ve geçmek",
  "user-read-playback-state": "Cihazlarınızı ve ne çaldığını görmek",
  "user-read-currently-playing": "Şu anda çalan şarkıyı görmek",
};

const Authorization = z.object({
  redirectUri: z.string(),
  state: z.string(),
  scope: z.string(),
  challenge: z.string(),
});
type Authorization = z.infer<typeof Authorization>;

/**
 * A valid request, or why it is none. A `refusal` is shown on a page, because the redirect URI is not trusted;
 * a `redirect` reports the error to the application.
 */
type Asked =
  | { kind: "asked"; authorization: Authorization }
  | { kind: "refusal"; sentence: string }
  | { kind: "redirect"; location: string };

/** Reads the query of `GET /authorize`. */
function readAuthorization(
  { client, redirectUris }: Pick<DemoAccountOptions, "client" | "redirectUris">,
  query: URLSearchParams,
): Asked {
  const redirectUri = query.get("redirect_uri") ?? "";
  if (query.get("client_id") !== client.id) {
    return { kind: "refusal", sentence: "Bu uygulama tanınmıyor (client_id)." };
  }
  const registered = redirectUris?.includes(redirectUri) ?? isRegistrable(redirectUri);
  if (!registered) {
    return { kind: "refusal", sentence: "Dönüş adresi kayıtlı değil (redirect_uri)." };
  }
  const state = query.get("state") ?? "";
  const refuse = (error: string, description: string): Asked => ({
    kind: "redirect",
    location: returnTo({ redirectUri, state }, { error, error_description: description }),
  });
  if (query.get("response_type") !== "code") {
    return refuse("unsupported_response_type", "response_type must be code");
  }
  const challenge = query.get("code_challenge") ?? "";
  // RFC 7636, 4.2: the SHA-256 of the verifier in 43 characters of base64url.
  if (query.get("code_challenge_method") !== "S256" || !/^[\w-]{43}$/.test(challenge)) {
    return refuse("invalid_request", "code_challenge_method must be S256");
  }
  const scope = query.get("scope")?.trim() ?? "";
  if (scope && scope.split(/\s+/).some((name) => !Object.hasOwn(SCOPES, name))) {
    return refuse("invalid_scope", "Illegal scope");
  }
  return { kind: "asked", authorization: { redirectUri, state, scope, challenge } };
}

/** The redirect URI with the answer in its query (RFC 6749, 4.1.2). */
function returnTo(
  { redirectUri, state }: Pick<Authorization, "redirectUri" | "state">,
  answer: Record<string, string>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (state) url.searchParams.set("state", state);
  return url.href;
}

/** As Spotify allows: https, or http with a numeric loopback address. */
function isRegistrable(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hostname, hash } = new URL(uri);
  const loopback = hostname === "127.0.0.1" || hostname === "[::1]";
  return hash === "" && (protocol === "https:" || (protocol === "http:" && loopback));
}

/** The consent page. `question` is sent back with the decision. */
function consentPage(
  { scope, redirectUri }: Authorization,
  question: string,
  look?: Look,
) {
  const wishes = scope.split(/\s+/).flatMap((name) => SCOPES[name] ?? []);
  return page(
    "Müzik hesabını bağlayın",
    html`
      <p><strong>Sıradaki</strong> demo müzik hesabına bağlanmak istiyor. İzin verirseniz şunları yapabilir:</p>
      <ul>${wishes.map((wish) => html`<li>${wish}</li>`)}</ul>
      <form method="post" action="authorize">
        <input type="hidden" name="question" value="${question}">
        <button class="button button-primary" name="decision" value="allow">İzin ver</button>
        <button class="button button-plain" name="decision" value="deny">Vazgeç</button>
      </form>
      <p class="consent-aside">Ardından ${new URL(redirectUri)
        .host} adresine dönersiniz. İzniniz altı ay geçerlidir.</p>
    `,
    look,
  );
}

function refusalPage(sentence: string, look?: Look) {
  return page(
    "Bağlantı kurulamadı",
    html`
      <p>${sentence}</p>
      <p class="consent-aside">Panele dönüp bağlantıyı yeniden başlatın.</p>
    `,
    look,
  );
}

function page(title: string, body: unknown, { stylesheet, fonts }: Look = { fonts: [] }) {
  return html`<!doctype html>
<html lang="tr">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} · Demo müzik hesabı</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    ${fontLinks(fonts)}
    ${stylesheet ? html`<link rel="stylesheet" href="${stylesheet}">` : ""}
  </head>
  <body class="consent">
    <main class="card">
      <svg class="consent-disc" viewBox="0 0 56 56" width="88" height="88" aria-hidden="true">
        <circle cx="28" cy="28" r="27" />
        <circle class="consent-groove" cx="28" cy="28" r="22" />
        <circle class="consent-groove" cx="28" cy="28" r="17" />
        <circle class="consent-label" cx="28" cy="28" r="10" />
        <circle cx="28" cy="28" r="2" />
      </svg>
      <header>
        <p class="eyebrow">Demo müzik hesabı</p>
        <h1>${title}</h1>
      </header>
      ${body}
    </main>
    <footer>Bu, gerçek bir müzik servisi değildir: şarkılar çalıyor gibi yapılır, ses çıkmaz.</footer>
  </body>
</html>`;
}

const NAME = "demo_listener";
const LIFETIME_S = 365 * DAY_S;

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

/** How long a consent page may be answered. */
const QUESTION_LIFETIME_MS = 30 * MINUTE_MS;

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
