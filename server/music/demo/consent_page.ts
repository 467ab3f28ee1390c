// Renders the consent page and its error page as plain HTML in the product's look, without scripts or inline styles.
import { html } from "hono/html";
import { type Authorization, SCOPES } from "./authorization.ts";
import { fontLinks, type Look } from "./options.ts";

/** The consent page. `question` is sent back with the decision. */
export function consentPage(
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

/** The error page. */
export function refusalPage(sentence: string, look?: Look) {
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
