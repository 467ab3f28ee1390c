// The demo music account as a test commands it.
import type { SongLength } from "../../../server/music/demo/player/item.ts";
import type { AnyFault } from "./any_fault.ts";
import type { FaultyPlayer, PlayerFaultOptions } from "./faulty_player.ts";
import type { Wire } from "./http_wire.ts";

export interface MusicAccountOptions {
  /** The account's clock. Its own by default, which `followClock` can replace. */
  now?: () => number;
  /** The address of a song's cover, undefined for none. By default it is on the real service's image host. */
  coverUrl?: (songId: string) => string | undefined;
  /** How long songs are. As long as in the catalogue by default. */
  songLength?: SongLength;
  /** What is shuffled follows from it. */
  seed?: string;
}

/** `path` and `late` are for faults of calls and answers, `player` and the rest of PlayerFaultOptions for players. */
export interface FailOptions extends PlayerFaultOptions {
  /** How many calls or answers fail, 1 by default; Infinity is allowed. For faults of players, see PlayerFaultOptions. */
  times?: number;
  /** Which calls, by 'METHOD /path'. By default those that the fault is about, and else the play command. */
  path?: RegExp;
  /** Whose player, by the order in which the listeners connected. */
  player?: number;
  /** When 'the effect after the timeout' happens. By default with the third call after the caller gave up. */
  late?: Promise<unknown>;
}

export interface Failing {
  /** Resolves when a call has met a fault that never answers it, after the effect if there is one. */
  stuck: Promise<void>;
}

/** A call that waits until the test releases it. */
export interface Held {
  /** Resolves when the call has arrived and, if it is held after its effect, when that has happened. */
  arrived: Promise<void>;
  release(): void;
}

/** A song counts from when it began, although that is worked out when someone looks. */
export type Happening = { at: number } & ({ started: string } | { call: string });

export interface MusicAccount extends AsyncDisposable {
  accountsUrl: string;
  apiUrl: string;
  /** What makes `testApp` use this account as the real service. */
  environment: Record<string, string>;
  /** How often each song started, by uri. */
  plays: Map<string, number>;
  /** Each start of a song and each call, with the account's time (epoch ms), in the order in which they were seen. */
  timeline: Happening[];
  /** Every call that came in, as 'METHOD /path', the failed ones too. */
  calls: string[];
  /** The authorization headers of calls that followed a redirect elsewhere; null if a call had none. */
  strayed: (string | null)[];
  /** The player of the nth listener who connects. */
  player(nth?: number): FaultyPlayer;
  /**
   * Fails the next calls or answers, or a player until `heal`. Several faults on one path happen in the order in which
   * they were commanded.
   */
  fail(fault: AnyFault, options?: FailOptions): Failing;
  /** Holds the next matching call before or after its effect. */
  hold(when: "before" | "after", path?: RegExp): Held;
  /** Forgets the faults that have not happened, and ends those of the players that failed. */
  heal(): void;
  /** Ends every connection, and refuses new ones until `comeBack`. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  /** What is told of each call that will not be answered, by its path. Nothing by default. */
  onStuck?: (pathname: string) => void;
  /** Resolves when no failed call can have an effect any more. */
  quiet(): Promise<void>;
  followClock(now: () => number): void;
  /** Takes back every consent given until now: refreshing answers invalid_grant. */
  revoke(): void;
  /** Whether a refresh answers with a new refresh token and ends the old one. */
  rotateRefreshTokens: boolean;
}

/** What happens to the next calls on a path. */
export interface Armed {
  path: RegExp;
  times: number;
  act(wire: Wire, perform: () => Promise<Response>, pathname: string): Promise<void>;
}
