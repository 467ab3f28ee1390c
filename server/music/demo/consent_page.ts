// Renders the consent page and its error page as plain HTML, without scripts or inline styles.
import { html } from "hono/html";
import { type Authorization, SCOPES } from "./authorization.ts";

/** The consent page. `question` is sent back with the decision. */
export function consentPage({ scope, redirectUri }: Authorization, question: string) {
  const wishes = scope.split(/\s+/).flatMap((name) => SCOPES[name] ?? []);
  return page(
    "Müzik hesabını bağlayın",
    html`
      <p
        class="lead"><strong>Sıradaki</strong> demo müzik hesabına bağlanmak istiyor. İzin verirseniz şunları yapabilir:</p>
      <ul>${wishes.map((wish) => html`<li>${wish}</li>`)}</ul>
      <form method="post" action="authorize">
        <input type="hidden" name="question" value="${question}">
        <button class="allow" name="decision" value="allow">İzin ver</button>
        <button class="deny" name="decision" value="deny">Vazgeç</button>
      </form>
      <p class="small">Ardından ${new URL(redirectUri)
        .host} adresine dönersiniz. İzniniz altı ay geçerlidir.</p>
    `,
  );
}

/** The error page. */
export function refusalPage(sentence: string) {
  return page(
    "Bağlantı kurulamadı",
    html`
      <p class="lead">${sentence}</p>
      <p class="small">Panele dönüp bağlantıyı yeniden başlatın.</p>
    `,
  );
}

function page(title: string, body: unknown) {
  return html`<!doctype html>
<html lang="tr">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} · Demo müzik hesabı</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="consent.css">
  </head>
  <body>
    <main>
      <svg class="disc" viewBox="0 0 120 120" aria-hidden="true">
        <circle cx="60" cy="60" r="58" class="vinyl" />
        <circle cx="60" cy="60" r="49" class="groove" />
        <circle cx="60" cy="60" r="40" class="groove" />
        <circle cx="60" cy="60" r="31" class="groove" />
        <circle cx="60" cy="60" r="22" class="label" />
        <circle cx="60" cy="60" r="4" class="hole" />
      </svg>
      <p class="kicker">Demo müzik hesabı</p>
      <h1>${title}</h1>
      ${body}
    </main>
    <footer>Bu, gerçek bir müzik servisi değildir: şarkılar çalıyor gibi yapılır, ses çıkmaz.</footer>
  </body>
</html>`;
}
