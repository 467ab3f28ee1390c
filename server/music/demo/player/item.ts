// What a player can play.
import type { Song } from "../song.ts";

/** A podcast's episode. The API shows it only to those who ask for `additional_types=episode`. */
export interface Episode {
  type: "episode";
  id: string;
  uri: string;
  title: string;
  show: string;
  durationMs: number;
}

/** An advertisement. The API shows neither it nor its duration. */
export interface Advertisement {
  type: "ad";
  uri: string;
  title: string;
  durationMs: number;
}

export type Item = Song | Episode | Advertisement;
