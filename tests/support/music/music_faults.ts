// The demo music account on a port of its own, with faults that a test commands.
import { createDemoAccount } from "../../../server/music/demo/account.ts";
import type { Player } from "../../../server/music/demo/player.ts";
import { createClock } from "../time/clock.ts";
import { fail, type Fault, send } from "./fault_table.ts";
import type { Wire } from "./http_wire.ts";
import { createTestPlayers } from "./test_players.ts";
import { passed } from "../time/until.ts";
import { listenOnWire } from "./wire_server.ts";

export { type Fault, FAULTS } from "./fault_table.ts";

export interface MusicAccountOptions {
  /** The account's clock. Its own by default, which `followClock` can replace. */
  now?: () => number;
  /** The address of a song's cover, undefined for none. By default it is on the real service's image host. */
  coverUrl?: (songId: string) => string | undefined;
}

export interface FailOptions {
  /** How many calls fail; Infinity is allowed. */
  times?: number;
  /** Which calls, by 'METHOD /path'. The play command by default, the token endpoint for invalid_grant. */
  path?: RegExp;
  /** When 'the effect after the timeout' happens. By default 1.8 s after the caller has given up. */
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

export interface MusicAccount extends AsyncDisposable {
  accountsUrl: string;
  apiUrl: string;
  /** What makes `testApp` use this account as the real service. */
  environment: Record<string, string>;
  /** How often each song started, by uri. */
  plays: Map<string, number>;
  /** Every call that came in, as 'METHOD /path', the failed ones too. */
  calls: string[];
  /** The authorization headers of calls that followed a redirect elsewhere; null if a call had none. */
  strayed: (string | null)[];
  /** The player of the nth listener who connects. */
  player(nth?: number): Player;
  /** Fails the next calls. Several faults on one path happen in the order in which they were commanded. */
  fail(fault: Fault, options?: FailOptions): Failing;
  /** Holds the next matching call before or after its effect. */
  hold(when: "before" | "after", path?: RegExp): Held;
  /** Forgets the faults that have not happened. */
  heal(): void;
  /** Resolves when no failed call can have an effect any more. */
  quiet(): Promise<void>;
  followClock(now: () => number): void;
  /** Takes back every consent given until now: refreshing answers invalid_grant. */
  revoke(): void;
  /** Whether a refresh answers with a new refresh token and ends the old one. */
  rotateRefreshTokens: boolean;
}

export const PLAY = /^PUT .*\/me\/player\/play$/;
export const TOKEN = /^POST .*\/api\/token$/;
const CLIENT = { id: "test-client", secret: "test-client-secret" };

/** How long after the caller gave up a late order is carried out: before another could be sent. */
const LATE_MS = 1_800;

interface Armed {
  path: RegExp;
  times: number;
  act(wire: Wire, perform: () => Promise<Response>): Promise<void>;
}

/** Starts the account on a free port of 127.0.0.1. */
export async function startMusicAccount(
  {
    now = createClock().now,
    coverUrl = (id) => `https://i.scdn.co/image/${id}`,
  }: MusicAccountOptions = {},
): Promise<MusicAccount> {
  let clock = now;
  let revokedUntil = -Infinity;
  let armed: Armed[] = [];
  const plays = new Map<string, number>();
  const calls: string[] = [];
  const strayed: (string | null)[] = [];
  const gates: (() => void)[] = [];
  const acting = new Set<Promise<void>>();
  const { players, player } = createTestPlayers(
    () => clock(),
    ({ uri }) => plays.set(uri, (plays.get(uri) ?? 0) + 1),
  );

  const other = await listenOnWire(async (wire, request) => {
    strayed.push(request.headers.get("authorization"));
    await send(wire, Response.json({}));
  });
  const front = await listenOnWire(async (wire, request) => {
    const call = `${request.method} ${new URL(request.url).pathname}`;
    calls.push(call);
    const next = armed.find(({ path, times }) => times > 0 && path.test(call));
    if (next) next.times--;
    const perform = async () => await app.fetch(request);
    if (next) await track(next.act(wire, perform));
    else await send(wire, await perform());
  });

  function track(act: Promise<void>): Promise<void> {
    const done = act.catch(() => {}).finally(() => acting.delete(done));
    acting.add(done);
    return act;
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
    calls,
    strayed,
    player,
    rotateRefreshTokens: false,
    fail(fault, { times = 1, path = fault === "invalid_grant" ? TOKEN : PLAY, late } = {}) {
      const elsewhere = `${other.origin}/elsewhere`;
      const { promise, resolve: stuck } = Promise.withResolvers<void>();
      const exchange = { elsewhere, stuck, late: () => late ?? passed(LATE_MS) };
      armed.push({
        path,
        times,
        act: (wire, perform) => fail(fault, { wire, perform, ...exchange }),
      });
      return { stuck: promise };
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
    heal: () => void (armed = []),
    quiet: async () => void (await Promise.all(acting)),
    followClock: (now) => void (clock = now),
    revoke: () => void (revokedUntil = clock()),
    async [Symbol.asyncDispose]() {
      for (const open of gates) open();
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
