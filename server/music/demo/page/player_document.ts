// The document around the player's page, in the product's frame and look, and the page that only says something.
import { html } from "hono/html";
import { fontLinks, type Look } from "../options.ts";

/** Where the account is, and what its pages look like. */
export interface Surroundings {
  publicUrl: string;
  look?: () => Look;
}

/** The document. With its policy of referrers, browsers name the page's origin in the header `Origin` of its forms. */
export function playerDocument({ publicUrl, look }: Surroundings, title: string, body: unknown) {
  const base = mountPath(publicUrl);
  const { stylesheet, fonts } = look?.() ?? { fonts: [] };
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
    ${fontLinks(fonts)}
    ${stylesheet ? html`<link rel="stylesheet" href="${stylesheet}">` : ""}
    <link rel="stylesheet" href="${base}/player.css">
    <script type="module" src="${base}/player.js"></script>
  </head>
  <body class="page demo">
    <header class="page-top">
      <a class="brand-link" href="/" aria-label="Sıradaki, ana sayfa">
        <span class="brand">
          <img src="/favicon.svg" alt="" width="32" height="32">
          Sıradaki
        </span>
      </a>
    </header>
    ${body}
    <footer>Bu, gerçek bir müzik servisi değildir: şarkılar çalıyor gibi yapılır, ses çıkmaz.</footer>
  </body>
</html>`;
}

/** A page with one sentence and a link back. */
export function messagePage(surroundings: Surroundings, sentence: string) {
  return playerDocument(
    surroundings,
    "Olmadı",
    html`
      <main class="message">
        <h1>Olmadı</h1>
        <p>${sentence}</p>
        <p><a href="${mountPath(surroundings.publicUrl)}/player">Müzik çaları aç</a></p>
      </main>
    `,
  );
}

/** The path at which the account is mounted, empty at the root of an origin. */
export function mountPath(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/$/, "");
}
