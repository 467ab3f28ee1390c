// The port of music providers. Each provider has a folder here, and the rest of the server knows it by this port alone
// (docs/music.md#providers).
import type { DomainError } from "../errors.ts";

/** A song of a provider's catalogue. `albumArt` is empty or an address that allowedCover returned. */
export interface Song {
  id: string;
  /** Identifies the song and never changes. It begins with the provider's id and a colon: `spotify:track:...`. */
  uri: string;
  title: string;
  artist: string;
  albumArt: string;
  durationMs: number;
}

export interface Device {
  id: string;
  name: string;
  isActive: boolean;
  isRestricted: boolean;
  /** The owner chose it. */
  isChosen: boolean;
}

/** What the player plays, or shows while paused. `progressMs` counts from the song's start. */
export interface NowPlaying {
  /** Null if it is not a song of the catalogue: an advertisement, for example. */
  song: Song | null;
  isPlaying: boolean;
  progressMs: number;
  /** The name of the device in use. */
  device: string | null;
}

/**
 * How an order to play ended. `refused`: the player did not carry it out, and never will. `unknown`: it is not known
 * whether the player has carried it out; if `mayFollow`, the player may still do so later.
 */
export type PlayOutcome =
  | { kind: "ok" }
  | { kind: "refused"; error: DomainError }
  | { kind: "unknown"; mayFollow: boolean };

/**
 * One cafe's player. It keeps what its calls need (tokens, the chosen device) to itself. Every call ends within the
 * provider's time limit. Failures are DomainErrors (`music_*`) with a sentence for the owner.
 */
export interface Player {
  /** Replaces what plays. Throws only if no order was given. */
  play(song: Pick<Song, "uri">, signal?: AbortSignal): Promise<PlayOutcome>;
  /** Returns what plays, null if nothing does. Absent if the player cannot be asked. */
  now?(signal?: AbortSignal): Promise<NowPlaying | null>;
  /** Lists the devices. Absent if there is nothing to choose. */
  devices?(): Promise<Device[]>;
  /** Chooses the device for all later orders, and returns it. @throws DomainError `device_not_found` */
  chooseDevice?(deviceId: string): Promise<Device>;
}

export interface MusicProvider {
  /** The part of its songs' uris before the first colon. */
  readonly id: string;
  /** Its name in sentences on screens. */
  readonly label: string;
  /** Origins of its covers. A path of our own begins with a slash (docs/music.md#covers). */
  readonly coverOrigins: readonly string[];
  /** Whether `uri` is well-formed for a song of this provider. */
  ownsUri(uri: string): boolean;
  /**
   * Finds at most ten songs for a guest's words.
   * @throws DomainError `music_unavailable`, `music_busy`; a guest can act on no other code
   */
  search(term: string): Promise<Song[]>;
  /** Returns the owner's player. @throws DomainError `music_not_connected` */
  openPlayer(ownerId: string): Promise<Player>;
  /** Absent if the provider needs no account. */
  readonly connecting?: Connecting;
}

/** Connecting a cafe's account at a provider (docs/music.md#connecting). */
export interface Connecting {
  status(ownerId: string): Promise<ConnectionStatus>;
  /** Returns the address of the consent page. `browser` is a secret of the browser that starts. */
  start(ownerId: string, browser: string): Promise<string>;
  /**
   * Connects the account that the browser came back from with `parameters`.
   * @throws ConnectError unless it is the first return of an attempt that this browser started
   */
  finish(parameters: URLSearchParams, browser: string | undefined): Promise<void>;
  /** Forgets the owner's grant, and releases a play that can no longer be asked about. */
  disconnect(ownerId: string): Promise<void>;
}

/** Whether the account can be used, as far as is known without a call. `until` is when the consent ends (epoch ms). */
export type ConnectionStatus =
  | { connected: true; until: number; endsSoon: boolean }
  | { connected: false; reason: "never_connected" | "consent_ended" };
