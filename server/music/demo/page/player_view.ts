// The page on which a person uses the music account by hand, as plain HTML. The script replaces the
// elements with `data-live` when they change.
import { html } from "hono/html";
import type { DemoAccountOptions } from "../options.ts";
import { playlistsView, searchView } from "./choose_view.ts";
import { controlsView } from "./controls_view.ts";
import { devicesView, lengthView } from "./devices_view.ts";
import { playerDocument } from "./player_document.ts";
import { barView, nowView } from "./now_view.ts";
import type { PageFacts } from "./page_facts.ts";

const LENGTH_HINT =
  "Kısa şarkılar, birinden ötekine geçişi denemek içindir. Sonraki şarkıdan itibaren geçerlidir.";

export interface PlayerView {
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
