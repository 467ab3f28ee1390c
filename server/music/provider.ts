// What the product needs of a music service. Which service that is, spotify.ts alone knows.
import type { DomainError } from "../errors.ts";

/** A grant's tokens as the service hands them out. */
export interface Tokens {
  accessToken: string;
  expiresInS: number;
  /** Undefined where the service keeps the one it gave before. */
  refreshToken: string | undefined;
}

/** A song of the catalogue. `albumArt` is empty or an address that allowedCover lets pass. */
export interface Song {
  id: string;
  uri: string;
  title: string;
  artist: string;
  albumArt: string;
  durationMs: number;
}

export interface MusicDevice {
  id: string;
  name: string;
  isActive: boolean;
  isRestricted: boolean;
}

/** What the player has on. `progressMs` counts from the song's start. */
export interface NowPlaying {
  song: Song | null;
  isPlaying: boolean;
  progressMs: number;
  /** The name of the device in use. */
  device: string | null;
}

/**
 * How a play order ended. `refused`: the service said no, nothing has changed. `unknown`: the order may or may
 * not have been carried out; where it `mayFollow` it may even be carried out later.
 */
export type PlayOutcome =
  | { kind: "ok" }
  | { kind: "refused"; error: DomainError }
  | { kind: "unknown"; mayFollow: boolean };

/** On whose behalf, and until when, a call is made. */
export interface CallContext {
  accessToken: string;
  signal?: AbortSignal;
}

/** Every call ends within the time limit of the adapter; the others' failures are DomainErrors (`music_*`). */
export interface Music {
  /** Where the browser is sent to ask the account's owner for consent. */
  authorizationUrl(ask: { state: string; codeChallenge: string; redirectUri: string }): string;
  /**
   * Turns the browser's return into tokens. `verifier` is the PKCE secret behind the challenge.
   * @throws GrantEndedError where the code was used before or is too old
   */
  exchange(
    answer: { parameters: URLSearchParams; state: string; verifier: string; redirectUri: string },
  ): Promise<Tokens>;
  /** @throws GrantEndedError where the consent was revoked or ran out */
  refresh(refreshToken: string): Promise<Tokens>;
  /**
   * Songs for a term, by the product's own token where none is given.
   * @throws TokenRefusedError where the service gives strangers nothing
   */
  search(term: string, context?: CallContext): Promise<Song[]>;
  /** Replaces what plays. @throws TokenRefusedError */
  play(uri: string, deviceId: string | undefined, context: CallContext): Promise<PlayOutcome>;
  /** Null where nothing plays. @throws TokenRefusedError */
  player(context: CallContext): Promise<NowPlaying | null>;
  /** Devices that can be named. @throws TokenRefusedError */
  devices(context: CallContext): Promise<MusicDevice[]>;
}

/** The access token is not accepted (any more): a new one may be. */
export class TokenRefusedError extends Error {
  override name = "TokenRefusedError";
}

/** The grant is over; only its owner's consent makes another. */
export class GrantEndedError extends Error {
  override name = "GrantEndedError";
}
