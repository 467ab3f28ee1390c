// The devices, each with a switch, and how long songs play.
import { html } from "hono/html";
import { findPlaylist } from "../catalogue.ts";
import { coverImages } from "../objects.ts";
import type { DemoAccountOptions } from "../players.ts";
import type { Playing } from "../player/deck.ts";
import { activeDevice, type DemoDevice, type Item } from "../player/item.ts";
import type { Player } from "../player/player.ts";
import type { Repeat } from "../player/running_order.ts";

export interface PageFacts {
  playing: Playing | null;
  title: string;
  /** The artists of a song, or the podcast of an episode. */
  by: string;
  cover: string | undefined;
  playlist: string | undefined;
  devices: readonly DemoDevice[];
  active: DemoDevice | undefined;
  shuffle: boolean;
  repeat: Repeat;
  autoplay: boolean;
  /** How long songs play, in s; undefined for their own length. */
  songSeconds: number | undefined;
}

export function readFacts(options: DemoAccountOptions, player: Player): PageFacts {
  const playing = player.playing();
  const { shuffle, repeat, autoplay, contextUri } = player.order;
  const { songLength, devices } = player;
  const item = playing?.item;
  return {
    playing,
    title: item?.title ?? "",
    by: item ? byLine(item) : "",
    cover: item?.type === "track" ? coverImages(options, item)[0]?.url : undefined,
    playlist: contextUri ? findPlaylist(contextUri.split(":").at(-1)!)?.name : undefined,
    devices,
    active: activeDevice(devices),
    shuffle,
    repeat,
    autoplay,
    songSeconds: songLength && "ms" in songLength ? songLength.ms / 1000 : undefined,
  };
}

function byLine(item: Item): string {
  if (item.type === "track") return item.artists.join(", ");
  return item.type === "episode" ? item.show : "";
}

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
