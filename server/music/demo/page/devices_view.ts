// The devices, each with a switch, and how long songs play.
import { html } from "hono/html";
import type { DemoDevice } from "../player/device.ts";
import type { PageFacts } from "./page_facts.ts";

const KINDS: Record<DemoDevice["type"], string> = {
  Computer: "Bilgisayarı",
  Smartphone: "Telefonu",
  Speaker: "Hoparlörü",
  Tablet: "Tableti",
};

/** In s. Undefined is a song's own length. */
export const SONG_LENGTHS = [undefined, 30, 10, 5];

export function devicesView({ devices }: PageFacts) {
  return html`<ul class="rows">${devices.map(deviceRow)}</ul>`;
}

function deviceRow(device: DemoDevice) {
  const { id, name, type, isOn, isActive } = device;
  if (id === null) return "";
  const state = !isOn ? "Kapalı" : isActive ? "Çalan cihaz" : "Açık";
  const named = html`<span class="visually-hidden"> (${name})</span>`;
  return html`
    <li class="row">
      <p class="names"><b>${name}</b><span>${state}</span></p>
      <form class="acts" method="post" action="player/move">
          <input type="hidden" name="device" value="${id}">
          ${isOn && !isActive
            ? html`<button class="button" id="move-${id}">Buradan çal${named}</button>`
            : ""}
          <button class="button" id="switch-${id}" formaction="player/${isOn
            ? "switch-off"
            : "switch-on"}">${KINDS[type]} ${isOn ? "kapat" : "aç"}${named}</button>
        </form>
    </li>
  `;
}

export function lengthView({ songSeconds }: PageFacts) {
  return html`<form class="choice" method="post" action="player/length">
    ${
    SONG_LENGTHS.map((seconds) =>
      html`
        <button class="button" id="length-${seconds ?? "own"}" name="seconds" value="${seconds ??
          ""}"
          aria-pressed="${`${seconds === songSeconds}`}">${seconds === undefined
            ? "Kendi süresi"
            : `${seconds} saniye`}</button>
      `
    )
  }
  </form>`;
}
