// What a look at the player shows (docs/conductor.md#looks).

/** A song as the player names it. `otherUri` is the uri that was asked for, if the service replaced it by another. */
export interface SongFacts {
  uri: string;
  otherUri?: string;
  title: string;
  artist: string;
  /** The address of its cover, empty if there is none. */
  albumArt: string;
  durationMs: number;
}

/** The device in use. */
export interface DeviceFacts {
  id: string | null;
  name: string;
  /** Null if its volume cannot be set from here. */
  volumePercent: number | null;
}

/** What the player shows. */
export interface Shown {
  /** Null for what is not a song: an advertisement, an episode. */
  song: SongFacts | null;
  isPlaying: boolean;
  /** Null if the service does not say. */
  progressMs: number | null;
  /** The playlist or album that it plays from, null if there is none. */
  contextUri: string | null;
  device: DeviceFacts | null;
}

/** A look at the player, or `empty` if it shows nothing. `canPlay`: whether a device is there that may be controlled. */
export type Look = { kind: "shown"; shown: Shown } | { kind: "empty"; canPlay: boolean };
