// Renders the HTML document around every page.
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { DemoBanner } from "../../client/components/Notice.tsx";
import type { Config } from "../config.ts";
import type { Language } from "../contract/languages/language.ts";
import { TURKISH } from "../contract/languages/tr.ts";
import type { Assets, Look, Program } from "./assets.ts";

const NAME = "Sıradaki";

interface Page {
  /** Without the product's name, which is added. */
  title: string;
  description: string;
  /** The page's address, for link previews. Pages without one are not indexed. */
  url?: string;
  look: Look;
  program?: Program;
  /** True on the pages of a cafe whose music comes from a music account, which may be the demo account. */
  hasAccount?: boolean;
  /** Turkish by default. */
  language?: Language;
  body: ReactNode;
}

export type DocumentMaker = (page: Page) => string;

/**
 * Documents carry no inline script, and no inline style but the cafe page's: the Content-Security-Policy allows no
 * others.
 */
export function documentMaker(config: Config, assets: Assets): DocumentMaker {
  return (page) => "<!doctype html>" + renderToString(<Document {...{ config, assets, page }} />);
}

function Document({ config, assets, page }: { config: Config; assets: Assets; page: Page }) {
  const { language = TURKISH } = page;
  const inlineStyle = page.look === "cafe" ? assets.cafeStyle : undefined;
  const stylesheet = inlineStyle ? undefined : assets.stylesheet(page.look);
  const [script, ...imports] = page.program ? assets.scripts(page.program) : [];
  return (
    <html lang={language.tag}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{page.title === NAME ? NAME : `${page.title} · ${NAME}`}</title>
        <meta name="description" content={page.description} />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#f7f0e4" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#17100b" media="(prefers-color-scheme: dark)" />
        {page.url === undefined
          ? <meta name="robots" content="noindex" />
          : <LinkPreview page={page} url={page.url} language={language} />}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {page.look === "panel" && <link rel="manifest" href="/site.webmanifest" />}
        {assets.fonts.map((font) => (
          <link
            key={font}
            rel="preload"
            href={font}
            as="font"
            type="font/woff2"
            crossOrigin="anonymous"
          />
        ))}
        {inlineStyle && <style dangerouslySetInnerHTML={{ __html: inlineStyle.text }} />}
        {stylesheet && <link rel="stylesheet" href={stylesheet} />}
        {imports.map((chunk) => <link key={chunk} rel="modulepreload" href={chunk} />)}
        {script && <script type="module" src={script} />}
      </head>
      <body>
        {config.spotify.demo && page.hasAccount && <DemoBanner text={language.page.demo} />}
        {page.body}
      </body>
    </html>
  );
}

/** Open Graph (ogp.me): what messengers show for a shared link. */
function LinkPreview({ page, url, language }: { page: Page; url: string; language: Language }) {
  return (
    <>
      <link rel="canonical" href={url} />
      <meta property="og:site_name" content={NAME} />
      <meta property="og:type" content="website" />
      <meta property="og:locale" content={language.locale.replace("-", "_")} />
      <meta property="og:title" content={page.title} />
      <meta property="og:description" content={page.description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={new URL("/link-preview.png", url).href} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={language.page.previewImage} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

// Renders an island: a part of a page that client/islands/main.tsx hydrates in the browser.

/**
 * Renders `island` as a React root of its own, as in the browser: the ids that `useId` generates depend on the
 * root, and have to be the same on both sides.
 */
export function renderIsland(name: string, island: ReactNode): ReactNode {
  const html = renderToString(island, { identifierPrefix: name });
  return <div data-island={name} dangerouslySetInnerHTML={{ __html: html }} />;
}
