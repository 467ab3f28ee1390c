// The buttons of a player: playing, its modes, its volume.
import { html } from "hono/html";
import type { Repeat } from "../player/running_order.ts";
import { icon } from "./icons.ts";
import type { PageFacts } from "./page_facts.ts";

const REPEAT_NAMES: Record<Repeat, string> = { off: "Kapalı", track: "Şarkı", context: "Liste" };

export function controlsView(facts: PageFacts) {
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
