// The port of music providers. Each provider has a folder here, and the rest of the server knows it by this port alone
// (docs/music.md#providers).
import type { ListAnswer, ListColumns, ListPreview } from "../contract/music_settings.ts";
import type { PlaybackStateName } from "../contract/playback.ts";
import type { Deps } from "../deps.ts";
import type { DomainError } from "../errors.ts";

/** A look that may wait was left out. Nothing was asked. */
export class LeftOutError extends Error {
  override name = "LeftOutError";
}

export type ProviderParts = Pick<
  Deps,
  "cipher" | "config" | "db" | "demoAccount" | "hub" | "library" | "now" | "singleFlight"
>;

export interface Connecting {
  status(ownerId: string): Promise<ConnectionStatus>;
  /** Returns the address of the consent page. `browser` is a secret of the browser that starts. */
  start(ownerId: string, browser: string): Promise<string>;
  /**
   * Connects the account that the browser came back from with `parameters`, and returns the owner's id.
   * @throws ConnectError unless it is the first return of an attempt that this browser started
   */
  finish(parameters: URLSearchParams, browser: string | undefined): Promise<string>;
  /** Forgets the owner's grant, and releases a play that can no longer be asked about. */
  disconnect(ownerId: string): Promise<void>;
}

/** Whether the account can be used, as far as is known without a call. `until` is when the consent ends (epoch ms). */
type ConnectionStatus =
  | { connected: true; until: number; endsSoon: boolean }
  | { connected: false; reason: "never_connected" | "consent_ended" };

/** A device that can be chosen. */
export interface Device {
  id: string;
  name: string;
  isActive: boolean;
  isRestricted: boolean;
  /** Whether the owner chose this device. */
  isChosen: boolean;
}

export interface DeviceInUse {
  id: string | null;
  name: string;
  /** From 0 to 100. Null if it cannot be set or is not known. */
  volumePercent: number | null;
}

interface SelfPlaying {
  /** What the player does, for a cafe whose switch is on. `sentence` is null if the state's own says enough. */
  state(ownerId: string): Promise<{ state: PlaybackStateName; sentence: string | null }>;
  /** Whether the player is open: a page holds its lease. */
  isOpen(ownerId: string): Promise<boolean>;
  /** Called every few seconds: what a player that is gone was playing stands. */
  tidy(): Promise<void>;
  /** A person wants music again: what held it back is over. */
  release(ownerId: string): Promise<void>;
}

/** A song of a provider's catalogue. `albumArt` is empty or an address that allowedCover returned. */
export interface Song {
  id: string;
  /** Identifies the song and never changes. It begins with the provider's id and a colon: `spotify:track:...`. */
  uri: string;
  title: string;
  artist: string;
  albumArt: string;
  /** Null if the length is unknown. */
  durationMs: number | null;
  /** Marked by the catalogue as not for everyone. */
  explicit: boolean;
}

/** What the player plays, or shows while paused. */
export interface NowPlaying {
  /** Null if it is not a song of the catalogue: an advertisement or an episode. */
  song: Song | null;
  /** The uri that was asked for, if the service replaced it by another recording's. */
  otherUri?: string;
  isPlaying: boolean;
  /** Counts from the song's start. Null if the service does not say. */
  progressMs: number | null;
  /** The playlist that the song is played from, null if the song was ordered by itself. */
  contextUri: string | null;
  device: DeviceInUse | null;
  /** It was seen some seconds ago, and must not settle anything. */
  isOld?: true;
  /** The player says itself when a song is over: one that it shows is not, wherever it stands. */
  tellsEnd?: true;
}

export interface Playlist {
  uri: string;
  /** Where a person can open it. */
  url: string;
  title: string;
  /** Empty or an address that allowedCover returned. */
  albumArt: string;
  /** How many songs it has. Null if the service does not say. */
  length: number | null;
}

/**
 * How an order to play ended. `told`: the player begins the song later and reports it. `refused`: the player did not carry it out, and never will; `because` is set if the song
 * or the playlist itself cannot be played here, so that another may. `unknown`: it is not known whether the player has
 * carried it out; if `mayFollow`, the player may still do so later.
 */
export type PlayOutcome =
  | { kind: "ok" }
  | { kind: "told" }
  | { kind: "refused"; error: DomainError; because?: "song" }
  | { kind: "unknown"; mayFollow: boolean };

export interface OrderOptions {
  /** Ends the call before it is answered. */
  signal?: AbortSignal;
  /**
   * A device in use that the order follows. Without it, or if it is gone, the provider chooses
   * (docs/playback.md#devices).
   */
  deviceId?: string;
}

/** Who searches, for what a service has for all (docs/security.md#floods). */
export interface Searcher {
  address: string;
  /** People who work at a cafe find room also when guests have used up theirs. */
  hasLogin: boolean;
}

export interface SearchOptions {
  /** The search may be left out if the service is asked a lot at the moment (docs/music.md#calls). */
  mayWait?: boolean;
  searcher?: Searcher;
}

export interface LookOptions {
  /** Ends the call before it is answered. */
  signal?: AbortSignal;
  /** The look may be left out if the service is asked a lot at the moment (docs/music.md#calls). */
  mayWait?: boolean;
  /** A look of the last seconds will do then, if there is one. */
  mayBeOld?: boolean;
}

/**
 * One cafe's player. It keeps what its calls need (tokens, the chosen device) to itself. Every call ends within the
 * provider's time limit. Failures are DomainErrors (`music_*`) with a sentence for the owner. A method is absent if the
 * player cannot do what it does.
 */
export interface Player {
  /** Replaces what plays by this song, which is not repeated. Throws only if no order was given. */
  play(song: Pick<Song, "uri">, options?: OrderOptions): Promise<PlayOutcome>;
  /** Replaces what plays by a playlist, shuffled and without an end. Throws only if no order was given. */
  playPlaylist?(
    playlist: Pick<Playlist, "uri" | "length">,
    options?: OrderOptions,
  ): Promise<PlayOutcome>;
  /** Pauses what plays. It is no error if it is paused already. */
  pause?(signal?: AbortSignal): Promise<void>;
  /** Goes on with what is paused. It is no error if it plays already. */
  resume?(signal?: AbortSignal): Promise<void>;
  /**
   * Sets the volume of the device in use, a whole number from 0 to 100.
   * @throws DomainError `volume_fixed` if the device's volume cannot be set
   */
  setVolume?(percent: number, signal?: AbortSignal): Promise<void>;
  /** Returns what plays, null if nothing does. @throws LeftOutError if it may wait, and there is no time for it now */
  now?(options?: LookOptions): Promise<NowPlaying | null>;
  /** With `mayBeOld`, those of the last seconds will do if the service is asked a lot at the moment. */
  devices?(options?: { mayBeOld: boolean }): Promise<Device[]>;
  /** Chooses the device for all later orders, and returns it. @throws DomainError `device_not_found` */
  chooseDevice?(deviceId: string): Promise<Device>;
}

/** The songs that a cafe lists itself, in files of CSV. */
export interface SongList {
  /**
   * What the file holds, in the columns that the owner has chosen or in those that it tells. Changes nothing.
   * @throws DomainError `list_unreadable`, `list_too_long`
   */
  preview(
    ownerId: string,
    file: Uint8Array<ArrayBuffer>,
    chosen?: ListColumns,
  ): Promise<ListPreview>;
  /** Replaces the cafe's songs by those of the file. @throws as `preview`, also if it does not tell its columns */
  replace(
    ownerId: string,
    file: Uint8Array<ArrayBuffer>,
    chosen?: ListColumns,
  ): Promise<ListAnswer>;
  /** The cafe's songs as a file that `replace` takes. */
  read(ownerId: string): Promise<string>;
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
   * Finds at most ten songs for a guest's words. `ownerId` is the cafe that is searched, if one is.
   * @throws DomainError `music_unavailable`, `music_busy`; a guest can act on no other code. LeftOutError if it may wait,
   *   and there is no time for it now
   */
  search(term: string, ownerId?: string, options?: SearchOptions): Promise<Song[]>;
  /**
   * Returns its song with this well-formed uri, null if the cafe has none, undefined if a guest's own words name the song.
   * Absent if that takes a call to a service.
   */
  find?(uri: string, ownerId: string): Promise<Song | null | undefined>;
  /** Whether the cafe hides this song from its guests, who cannot ask for it then. Absent where songs cannot be hidden. */
  hides?(uri: string, ownerId: string): Promise<boolean>;
  /** Set if its songs are the cafe's own: a search needs the owner, and an answer is kept for seconds only. */
  readonly songsOfCafe?: true;
  /** Set if guests may write titles and artists that the search does not find. Their uri is its id and a colon. */
  readonly freeWords?: true;
  /** Set if a person plays its songs by hand, and so those of other providers too that still wait in the queue. */
  readonly playsAny?: true;
  /** Returns the owner's player. @throws DomainError `music_not_connected` */
  openPlayer(ownerId: string): Promise<Player>;
  /**
   * Reads the playlist that a link leads to, with the owner's account. Null if it is no link to a playlist, or if the
   * service does not have the playlist. Absent if the provider has no playlists.
   * @throws DomainError `music_*`
   */
  readPlaylist?(ownerId: string, link: string): Promise<Playlist | null>;
  /** The songs that a cafe lists itself. Absent if it lists none (docs/manual.md#the-list). */
  readonly songList?: SongList;
  /** What it can play by itself while the queue is empty, without a link. Absent if there is no such thing. */
  readonly ownFallback?: { uri: string; title: string };
  /** Says in Turkish what is missing before the cafe can use it, null if nothing is. Absent if `connecting` says it. */
  readiness?(ownerId: string): Promise<string | null>;
  /**
   * Called when the cafe chooses the provider: makes its own what only one cafe may have. Absent if there is no such
   * thing. @throws DomainError `source_not_ready` if another cafe has it
   */
  take?(ownerId: string): Promise<void>;
  /** Present if its player begins the next song by itself. */
  readonly selfPlaying?: SelfPlaying;
  /** Absent if the provider needs no account. */
  readonly connecting?: Connecting;
}

// Which cover addresses may be stored and shown (docs/music.md#covers). Pure.

/** What may follow the prefix of a path of our own. */
const FILE_NAME = /^[\w.-]+$/;

/**
 * Returns the cover's address if it belongs to one of a provider's `origins`, else an empty string. An address below a
 * path of our own loses its host, because guests may reach this server at another address than the owner.
 */
export function allowedCover(url: string, origins: readonly string[]): string {
  if (!URL.canParse(url, "http://self")) return "";
  const { origin, pathname, username, href } = new URL(url, "http://self");
  const ours = origins.find((prefix) => prefix.startsWith("/") && pathname.startsWith(prefix));
  if (ours && FILE_NAME.test(pathname.slice(ours.length))) return pathname;
  return origins.includes(origin) && username === "" ? href : "";
}
