// The demo music account on a port of its own, with faults that a test commands.
import type { SongLength } from "../../../server/music/demo/player/item.ts";
import { type AnyFault, behaviours, isOfCall, pathOf, PLAY, send } from "./fault_table.ts";
import { FaultyPlayer, type PlayerFaultOptions } from "./faulty_player.ts";
import { listenOnWire, type Wire } from "./http_wire.ts";
import { createPlayers, type Players } from "../../../server/music/demo/players.ts";
import type { Song } from "../../../server/music/demo/song.ts";
import { createDemoAccount } from "../../../server/music/demo/account.ts";
import { createClock } from "../time/clock.ts";

export interface MusicAccountOptions {
  /** The account's clock. Its own by default, which `followClock` can replace. */
  now?: () => number;
  /** The address of a song's cover, undefined for none. By default it is on the real service's image host. */
  coverUrl?: (songId: string) => string | undefined;
  /** How long songs are. As long as in the catalogue by default. */
  songLength?: SongLength;
  /** What is shuffled follows from it. */
  seed?: string;
  /** How many calls of the Web API it answers in 30 s; to others it answers 429 with the seconds until there is room. */
  callsPer30S?: number;
}

/** `path` and `late` are for faults of calls and answers, PlayerFaultOptions for players, of which the first fails. */
interface FailOptions extends PlayerFaultOptions {
  /** How many calls or answers fail, 1 by default; Infinity is allowed. For faults of players, see PlayerFaultOptions. */
  times?: number;
  /** Which calls, by 'METHOD /path'. By default those that the fault is about, and else the play command. */
  path?: RegExp;
  /** When 'the effect after the timeout' happens. By default with the third call after the caller gave up. */
  late?: Promise<unknown>;
}

interface Failing {
  /** How many calls or answers have met it so far. */
  met(): number;
}

/** A call that waits until the test releases it. */
interface Held {
  /** Resolves when the call has arrived and, if it is held after its effect, when that has happened. */
  arrived: Promise<void>;
  release(): void;
}

/** A song counts from when it began, although that is worked out when someone looks. */
type Happening = { at: number } & ({ started: string } | { call: string });

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
   * Fails the next calls or answers, or the player until `heal`. Several faults on one path happen in the order in which
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
interface Armed {
  path: RegExp;
  times: number;
  act(wire: Wire, perform: () => Promise<Response>, pathname: string): Promise<void>;
}

interface TestPlayers {
  players: Players;
  player(nth?: number): FaultyPlayer;
}

interface TestPlayersOptions {
  now: () => number;
  songLength?: SongLength;
  /** What is shuffled follows from it. */
  seed?: string;
  onStart(song: Song, at: number): void;
}

/** The nth player exists before its listener connects, so that a test can set up its devices. */
export function createTestPlayers(options: TestPlayersOptions): TestPlayers {
  const seats = createPlayers({ ...options, kind: FaultyPlayer });
  const listeners: string[] = [];
  const player = (nth = 0) => seats.of(`${nth}`) as FaultyPlayer;
  return {
    player,
    players: {
      songLength: options.songLength,
      of(listener) {
        if (!listeners.includes(listener)) listeners.push(listener);
        return player(listeners.indexOf(listener));
      },
    },
  };
}

export { type Fault, FAULTS, PLAY, PLAYER, PLAYLIST, relinkedUri, TOKEN } from "./fault_table.ts";

const CLIENT = { id: "test-client", secret: "test-client-secret" };

/** With so many calls after the caller gave up, a late order is carried out: the third is of the next press. */
const LATE_AFTER = 3;

/** The window in which `callsPer30S` counts. */
const LIMIT_MS = 30_000;

/** Starts the account on a free port of 127.0.0.1. */
export async function startMusicAccount(
  {
    now = createClock().now,
    coverUrl = (id) => `https://i.scdn.co/image/${id}`,
    songLength,
    seed,
    callsPer30S = Infinity,
  }: MusicAccountOptions = {},
): Promise<MusicAccount> {
  let clock = now;
  let revokedUntil = -Infinity;
  let armed: Armed[] = [];
  const plays = new Map<string, number>();
  const calls: string[] = [];
  const timeline: MusicAccount["timeline"] = [];
  const strayed: (string | null)[] = [];
  let answered: number[] = [];
  const gates: (() => void)[] = [];
  const acting = new Set<Promise<void>>();
  const late = new Set<{ after: number; act(): void }>();
  const { players, player } = createTestPlayers({
    now: () => clock(),
    songLength,
    seed,
    onStart({ uri }, at) {
      plays.set(uri, (plays.get(uri) ?? 0) + 1);
      timeline.push({ at, started: uri });
    },
  });

  const other = await listenOnWire(async (wire, request) => {
    strayed.push(request.headers.get("authorization"));
    await send(wire, Response.json({}));
  });
  const front = await listenOnWire(async (wire, request) => {
    const { pathname } = new URL(request.url);
    const call = `${request.method} ${pathname}`;
    calls.push(call);
    timeline.push({ at: clock(), call });
    carryOut(calls.length);
    const next = armed.find(({ path, times }) => times > 0 && path.test(call));
    if (next) next.times--;
    const perform = async () => tooMany(pathname) ?? await app.fetch(request);
    if (next) await track(next.act(wire, perform, pathname));
    else await send(wire, await perform());
  });

  /** The answer to a call of the Web API that is one too many. */
  function tooMany(pathname: string): Response | undefined {
    if (!pathname.startsWith("/v1/")) return;
    answered = answered.filter((at) => at > clock() - LIMIT_MS);
    const full = answered.at(-callsPer30S);
    if (full === undefined) return void answered.push(clock());
    const seconds = Math.ceil((full + LIMIT_MS - clock()) / 1000);
    return new Response("Too many requests", {
      status: 429,
      headers: { "retry-after": `${seconds}` },
    });
  }

  function track(act: Promise<void>): Promise<void> {
    const done = act.catch(() => {}).finally(() => acting.delete(done));
    acting.add(done);
    return act;
  }

  /** Carries out the late orders whose time has come when this many calls have been made. */
  function carryOut(made: number): void {
    for (const order of late) {
      if (order.after > made) continue;
      late.delete(order);
      order.act();
    }
  }

  const account: MusicAccount = {
    accountsUrl: front.origin,
    apiUrl: `${front.origin}/v1`,
    environment: {
      SPOTIFY_CLIENT_ID: CLIENT.id,
      SPOTIFY_CLIENT_SECRET: CLIENT.secret,
      SPOTIFY_ACCOUNTS_URL: front.origin,
      SPOTIFY_API_URL: `${front.origin}/v1`,
    },
    plays,
    timeline,
    calls,
    strayed,
    player,
    rotateRefreshTokens: false,
    fail(fault, options = {}) {
      let met = 0;
      const failing: Failing = { met: () => met };
      if (!isOfCall(fault)) {
        player().fail(fault, options);
        return failing;
      }
      const { path = pathOf(fault), times = 1, late: when } = options;
      const exchange = {
        elsewhere: `${other.origin}/elsewhere`,
        late: () =>
          when ?? new Promise<void>((act) => late.add({ after: calls.length + LATE_AFTER, act })),
        now: () => clock(),
      };
      armed.push({
        path,
        times,
        act(wire, perform, pathname) {
          met++;
          return behaviours[fault]({
            ...{ wire, perform, ...exchange },
            stuck: () => account.onStuck?.(pathname),
          });
        },
      });
      return failing;
    },
    hold(when, path = PLAY) {
      const arrived = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      const act: Armed["act"] = async (wire, perform) => {
        const early = when === "after" ? await perform() : undefined;
        arrived.resolve();
        await released.promise;
        await send(wire, early ?? await perform());
      };
      armed.push({ path, times: 1, act });
      gates.push(released.resolve);
      return { arrived: arrived.promise, release: released.resolve };
    },
    heal() {
      armed = [];
      player().heal();
    },
    goAway: front.refuse,
    comeBack: front.accept,
    async quiet() {
      carryOut(Infinity);
      await Promise.all(acting);
    },
    followClock: (now) => void (clock = now),
    revoke: () => void (revokedUntil = clock()),
    async [Symbol.asyncDispose]() {
      for (const open of gates) open();
      carryOut(Infinity);
      await Promise.all([front[Symbol.asyncDispose](), other[Symbol.asyncDispose]()]);
    },
  };
  const app = createDemoAccount({
    now: () => clock(),
    secret: "the music account's secret, thirty-two bytes or more",
    publicUrl: front.origin,
    client: CLIENT,
    coverUrl,
    players,
    rotatesRefreshTokens: () => account.rotateRefreshTokens,
    isRevoked: (_listener, givenAt) => givenAt <= revokedUntil,
  });
  return account;
}
