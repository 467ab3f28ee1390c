// What a player can play beside songs.
import type { Advertisement, Episode } from "../../../server/music/demo/player/item.ts";

export const EPISODE: Episode = {
  type: "episode",
  id: "4rOoJ6Egrf8K2IrywzwOMk",
  uri: "spotify:episode:4rOoJ6Egrf8K2IrywzwOMk",
  title: "Bölüm 12",
  show: "Kahve Sohbetleri",
  durationMs: 40 * 60_000,
};

export const ADVERTISEMENT: Advertisement = {
  type: "ad",
  uri: "spotify:ad:1",
  title: "Reklam",
  durationMs: 30_000,
};
