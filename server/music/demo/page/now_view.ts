// What plays: its cover, its names, and a bar that moves.
import { html } from "hono/html";
import type { PageFacts } from "./page_facts.ts";

const NO_DEVICE = "Çalan cihaz yok";

/** Announced when it changes. */
export function nowView({ playing, title, by, cover, playlist, active }: PageFacts) {
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
export function barView({ playing, active }: PageFacts) {
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
export function clockTime(ms: number): string {
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
