// What the product needs of a source of music. Each provider has a folder here; the rest of the server knows it by this
// port alone (docs/music.md#providers).
import type { DomainError } from "../errors.ts";

/** A song of a provider's catalogue. `albumArt` is empty or an address that allowedCover lets pass. */
export interface Song {
  id: string;
  /** Names the song for good. It begins with the provider's id and a colon: `spotify:track:...`. */
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

/** What the player has on. `progressMs` counts from the song's start. */
export interface NowPlaying {
  /** Null for what is no song of the catalogue, such as an advertisement. */
  song: Song | null;
  isPlaying: boolean;
  progressMs: number;
  /** The name of the device in use. */
  device: string | null;
}

/**
 * How an order to play ended. `refused`: the player said no, nothing has changed. `unknown`: the order may or may not have
 * been carried out; if it `mayFollow`, it may even be carried out later.
 */
export type PlayOutcome =
  | { kind: "ok" }
  | { kind: "refused"; error: DomainError }
  | { kind: "unknown"; mayFollow: boolean };

/**
 * One cafe's player. Whatever a call needs (tokens, the chosen device) is the player's own. Every call ends within the
 * provider's time limit; failures are DomainErrors (`music_*`) with a sentence for the owner.
 */
export interface Player {
  /** Replaces what plays. Throws only if no order was given. */
  play(song: Pick<Song, "uri">, signal?: AbortSignal): Promise<PlayOutcome>;
  /** What is on, null if nothing is. Absent if the player cannot be asked. */
  now?(signal?: AbortSignal): Promise<NowPlaying | null>;
  /** The devices that can be chosen. Absent if there is nothing to choose. */
  devices?(): Promise<Device[]>;
  /** Plays on this device from now on and returns it. @throws DomainError `device_not_found` */
  chooseDevice?(deviceId: string): Promise<Device>;
}

export interface MusicProvider {
  /** What stands before the first colon of its songs' uris. */
  readonly id: string;
  /** Its name in sentences. */
  readonly label: string;
  /** Where its covers come from: origins, or paths of our own that begin with a slash (covers.ts). */
  readonly coverOrigins: readonly string[];
  /** Whether `uri` is well-formed for a song of this provider. */
  ownsUri(uri: string): boolean;
  /**
   * At most ten songs for a guest's words.
   * @throws DomainError `music_unavailable`, `music_busy`: a guest can act on nothing else
   */
  search(term: string): Promise<Song[]>;
  /** @throws DomainError `music_not_connected` */
  openPlayer(ownerId: string): Promise<Player>;
  /** Absent if the provider needs no account. */
  readonly connecting?: Connecting;
}

/** Connecting a cafe's account at a provider (docs/music.md#connecting). */
export interface Connecting {
  status(ownerId: string): Promise<ConnectionStatus>;
  /** Returns the address of the consent page. `browser` is a secret of the browser that begins. */
  start(ownerId: string, browser: string): Promise<string>;
  /**
   * Keeps the account that the browser's return in `parameters` stands for.
   * @throws ConnectError unless it is the first return of an attempt that this browser began
   */
  finish(parameters: URLSearchParams, browser: string | undefined): Promise<void>;
  /** Forgets every grant of the owner. */
  disconnect(ownerId: string): Promise<void>;
}

/** Whether the account can be used, as far as is known here; `until` is when the consent ends (epoch ms). */
export type ConnectionStatus =
  | { connected: true; until: number; endsSoon: boolean }
  | { connected: false; reason: "never_connected" | "consent_ended" };
