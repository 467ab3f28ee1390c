// The document around the player's page, and the page that only says something.
import { html } from "hono/html";

/**
 * The document. `base` is the path at which the account is mounted. With its policy of referrers, browsers name the
 * page's origin in the header `Origin` of its forms.
 */
export function playerDocument(base: string, title: string, body: unknown) {
  return html`<!doctype html>
<html lang="tr">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <meta name="referrer" content="same-origin">
    <title>${title} · Demo müzik hesabı</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="${base}/player.css">
    <script type="module" src="${base}/player.js"></script>
  </head>
  <body>
    ${body}
    <footer>Bu, gerçek bir müzik servisi değildir: şarkılar çalıyor gibi yapılır, ses çıkmaz.</footer>
  </body>
</html>`;
}

/** A page with one sentence and a link back. */
export function messagePage(base: string, sentence: string) {
  return playerDocument(
    base,
    "Olmadı",
    html`
      <main class="message">
        <h1>Olmadı</h1>
        <p>${sentence}</p>
        <p><a href="${base}/player">Müzik çaları aç</a></p>
      </main>
    `,
  );
}

/** The path at which the account is mounted, empty at the root of an origin. */
export function mountPath(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/$/, "");
}
