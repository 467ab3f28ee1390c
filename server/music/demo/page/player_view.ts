// The page on which a person uses the music account by hand, as plain HTML. The script replaces the
// elements with `data-live` when they change.
import { html, raw } from "hono/html";
import { type Playlist, PLAYLISTS, shareLink } from "../catalogue.ts";
import { searchSongs } from "../catalogue_calls.ts";
import { coverImages } from "../objects.ts";
import { type DemoAccountOptions, fontLinks, type Look } from "../players.ts";
import type { Repeat } from "../player/running_order.ts";
import type { Song } from "../song.ts";
import { devicesView, lengthView, type PageFacts } from "./devices_view.ts";

const MAX_RESULTS = 8;

/** `query` is empty if nothing was searched. */
function searchView(options: DemoAccountOptions, query: string) {
  const found = searchSongs(query).slice(0, MAX_RESULTS);
  return html`
    <form class="search" action="player" role="search">
      <label for="q">Şarkı veya sanatçı</label>
      <input class="input" id="q" type="search" name="q" value="${query}" maxlength="100"
        autocomplete="off">
      <button class="button">Ara</button>
    </form>
    ${query && found.length === 0 ? html`<p>Aramanıza uygun şarkı bulunamadı.</p>` : ""}
    <ul class="rows">${found.map((song) => songRow(options, song))}</ul>
  `;
}

function playlistsView(options: DemoAccountOptions) {
  return html`
    <ul class="rows">${PLAYLISTS.map((playlist) => playlistRow(options, playlist))}</ul>
    <details>
      <summary>Panele yapıştırılacak bağlantılar</summary>
      <dl>${PLAYLISTS.map((each) =>
        html`
          <dt>${each.name}</dt>
          <dd>${shareLink(each)}</dd>
        `
      )}</dl>
    </details>
  `;
}

function songRow(options: DemoAccountOptions, song: Song) {
  return html`<li class="row">
    ${smallCover(options, song)}
    <p class="names"><b>${song.title}</b><span>${song.artists.join(", ")}</span></p>
    <form class="acts" method="post" action="player/song">
      <button class="button" name="uri" value="${song.uri}">Çal<span class="visually-hidden"> (${song.title})</span></button>
    </form>
  </li>`;
}

function playlistRow(options: DemoAccountOptions, playlist: Playlist) {
  const { id, name, songs } = playlist;
  return html`<li class="row">
    ${smallCover(options, songs[0])}
    <p class="names"><b>${name}</b><span>${songs.length} şarkı</span></p>
    <form class="acts" method="post" action="player/playlist">
      <button class="button" name="id" value="${id}">Çal<span class="visually-hidden"> (${name})</span></button>
    </form>
  </li>`;
}

function smallCover(options: DemoAccountOptions, song: Song) {
  const url = coverImages(options, song)[0]?.url;
  return url
    ? html`<img class="cover cover-small" src="${url}" alt="" width="56" height="56" loading="lazy">`
    : html`<span class="cover cover-small"></span>`;
}

const PATHS = {
  play: "M8 5v14l11-7z",
  pause: "M7 5h4v14H7zM13 5h4v14h-4z",
  next: "M6 5v14l9-7zM16 5h3v14h-3z",
  previous: "M18 5v14l-9-7zM5 5h3v14H5z",
  end: "M4 5v14l8-7zM12 5v14l8-7z",
} as const;

function icon(name: keyof typeof PATHS) {
  return html`
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="${raw(PATHS[name])}" />
    </svg>
  `;
}

const REPEAT_NAMES: Record<Repeat, string> = { off: "Kapalı", track: "Şarkı", context: "Liste" };

function controlsView(facts: PageFacts) {
  const { playing } = facts;
  const goes = playing?.isPlaying && facts.active;
  return html`
    <form class="transport" method="post" action="player/next">
      ${transport("previous", "Önceki", "previous", !playing)}
      ${goes
        ? transport("pause", "Duraklat", "pause", false)
        : transport("resume", "Devam et", "play", !playing)}
      ${transport("next", "Sonraki", "next", !playing)}
      ${transport("end", "Son 15 saniye", "end", !playing)}
    </form>
    ${volumeView(facts)}
    ${modesView(facts)}
  `;
}

/** A pause and what undoes it share an id, so that the focus stays. */
function transport(
  action: "previous" | "pause" | "resume" | "next" | "end",
  name: string,
  picture: Parameters<typeof icon>[0],
  disabled: boolean,
) {
  const id = action === "pause" || action === "resume" ? "pause-resume" : action;
  const look = id === "pause-resume" ? "button button-primary" : "button";
  return html`<button class="${look}" id="${id}" formaction="player/${action}" ${
    disabled ? "disabled" : ""
  }>
    ${icon(picture)}<span>${name}</span>
  </button>`;
}

function volumeView({ active }: PageFacts) {
  if (!active) return "";
  if (!active.supportsVolume) {
    return html`<p class="volume">Ses düzeyi: ${active.volumePercent}. ${active.name} üzerinden değişir.</p>`;
  }
  return html`
    <form class="volume" method="post" action="player/volume">
      <label for="volume">Ses düzeyi</label>
      <input
        id="volume" type="range" name="percent" min="0" max="100" step="5"
        value="${active.volumePercent}" data-sends-itself
      >
      <output for="volume">${active.volumePercent}</output>
      <button class="button without-script">Uygula</button>
    </form>
  `;
}

function modesView({ shuffle, repeat, autoplay }: PageFacts) {
  return html`
    <form class="modes" method="post" action="player/shuffle">
      ${toggle("shuffle", "Karışık çal", shuffle)}
      ${toggle("autoplay", "Otomatik devam", autoplay)}
      <div class="choice" role="group" aria-labelledby="repeat-label">
        <span id="repeat-label">Tekrar</span>
        ${Object.entries(REPEAT_NAMES).map(([mode, name]) =>
          html`
            <button class="button" id="repeat-${mode}" formaction="player/repeat" name="state"
              value="${mode}"
              aria-pressed="${`${mode === repeat}`}">${name}</button>
          `
        )}
      </div>
    </form>
  `;
}

function toggle(action: "shuffle" | "autoplay", name: string, on: boolean) {
  return html`
    <button class="switch" id="${action}" formaction="player/${action}" name="state"
      value="${on ? "off" : "on"}"
      aria-pressed="${`${on}`}"><span class="switch-track"></span>${name}</button>
  `;
}

/** Where the account is, and what its pages look like. */
export interface Surroundings {
  publicUrl: string;
  look?: () => Look;
}

/** The document. With its policy of referrers, browsers name the page's origin in the header `Origin` of its forms. */
function playerDocument({ publicUrl, look }: Surroundings, title: string, body: unknown) {
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

const NO_DEVICE = "Çalan cihaz yok";

/** Announced when it changes. */
function nowView({ playing, title, by, cover, playlist, active }: PageFacts) {
  if (!playing) {
    return html`
      ${record()}
      <div>
        <p class="state">${active ? `Sessiz · ${active.name}` : NO_DEVICE}</p>
        <p class="song">Şu anda bir şey çalmıyor.</p>
        <p class="by">Bir şarkı ya da çalma listesi seçin.</p>
      </div>
    `;
  }
  const doing = playing.isPlaying ? "Çalıyor" : "Duraklatıldı";
  return html`
    ${cover ? html`<img class="cover" src="${cover}" alt="" width="640" height="640">` : record()}
    <div>
      <p class="state">${active ? `${doing} · ${active.name}` : NO_DEVICE}</p>
      <p class="song">${title}</p>
      <p class="by">${by}</p>
      ${playlist && html`<p class="from">Liste: ${playlist}</p>`}
    </div>
  `;
}

/** The script moves the bar from what the server says. */
function barView({ playing, active }: PageFacts) {
  if (!playing) return "";
  const { progressMs, durationMs, isPlaying } = playing;
  const atMs = Math.min(progressMs, durationMs);
  return html`
    <progress
      aria-label="Şarkının ilerleyişi"
      max="${durationMs}"
      value="${atMs}"
      data-moves="${isPlaying && active ? "yes" : "no"}"
    ></progress>
    <p class="times"><span data-elapsed>${clockTime(atMs)}</span> / ${clockTime(durationMs)}</p>
  `;
}

/** Minutes and seconds: '4:05'. */
function clockTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function record() {
  return html`
    <svg class="cover" viewBox="0 0 120 120" aria-hidden="true">
      <circle cx="60" cy="60" r="58" class="vinyl" />
      <circle cx="60" cy="60" r="46" class="groove" />
      <circle cx="60" cy="60" r="34" class="groove" />
      <circle cx="60" cy="60" r="20" class="label" />
      <circle cx="60" cy="60" r="4" class="hole" />
    </svg>
  `;
}

const LENGTH_HINT =
  "Kısa şarkılar, birinden ötekine geçişi denemek içindir. Sonraki şarkıdan itibaren geçerlidir.";

interface PlayerView {
  facts: PageFacts;
  /** What is searched, empty for nothing. */
  query: string;
  /** Why the last action was refused, empty if it was not. */
  notice: string;
}

export function playerView(options: DemoAccountOptions, { facts, query, notice }: PlayerView) {
  return playerDocument(
    options,
    "Müzik çalar",
    html`
      <main>
        <div class="demo-heading">
          <p class="eyebrow">Demo müzik hesabı</p>
          <h1 tabindex="-1">Müzik çalar</h1>
          <p
            class="lead">Burada yaptıklarınız, kafede biri Spotify'ı elle kullanmış gibi sayılır. Bu sayfayı, müzik
            hesabını bağladığınız tarayıcıda açın.</p>
        </div>
        <div id="notice" role="status">${notice &&
          html`<p class="notice notice-error">${notice}</p>`}</div>
        <section class="board deck" aria-labelledby="now-heading">
          <h2 id="now-heading" class="visually-hidden">Şimdi çalan</h2>
          <div id="now" class="now" data-live aria-live="polite">${nowView(facts)}</div>
          <div id="bar" data-live>${barView(facts)}</div>
          <div id="controls" data-live>${controlsView(facts)}</div>
          <p class="without-script"><a href="player">Sayfayı yenile</a></p>
        </section>
        <div class="columns">
          <div class="column">
            ${part("search", "Şarkı seçin", searchView(options, query))}
            ${part("playlists", "Çalma listeleri", playlistsView(options))}
          </div>
          <div class="column">
            ${livePart("devices", "Cihazlar", devicesView(facts))}
            ${livePart("length", "Şarkıların süresi", lengthView(facts), LENGTH_HINT)}
          </div>
        </div>
      </main>
    `,
  );
}

function part(id: string, heading: string, body: unknown) {
  return html`<section class="card" aria-labelledby="${id}-heading">
    <h2 id="${id}-heading">${heading}</h2>
    ${body}
  </section>`;
}

function livePart(id: string, heading: string, body: unknown, hint = "") {
  return part(
    id,
    heading,
    html`${hint && html`<p class="hint">${hint}</p>`}<div id="${id}" data-live>${body}</div>`,
  );
}
