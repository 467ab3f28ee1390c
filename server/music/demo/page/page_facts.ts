// What the page shows of a listener's player.
import { findPlaylist } from "../catalogue/playlists.ts";
import type { DemoAccountOptions } from "../options.ts";
import type { Playing } from "../player/deck.ts";
import { activeDevice, type DemoDevice } from "../player/device.ts";
import type { Item } from "../player/item.ts";
import type { Player } from "../player/player.ts";
import type { Repeat } from "../player/running_order.ts";
import { coverImages } from "../track_object.ts";

export interface PageFacts {
  playing: Playing | null;
  title: string;
  /** The artists of a song, or the podcast of an episode. */
  by: string;
  cover: string | undefined;
  /** The name of the playlist that plays. */
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
