// The demo music account on a port of its own, with faults that a test commands.
import { createDemoAccount } from "../../../server/music/demo/account.ts";
import { createClock } from "../time/clock.ts";
import { behave, isOfPlayer, pathOf, PLAY } from "./any_fault.ts";
import { send } from "./fault_table.ts";
import type { FaultyPlayer } from "./faulty_player.ts";
import type { Armed, MusicAccount, MusicAccountOptions } from "./music_account.ts";
import { createTestPlayers } from "./test_players.ts";
import { listenOnWire } from "./wire_server.ts";

export { PLAY, PLAYER, PLAYLIST, TOKEN, TRANSFER } from "./any_fault.ts";
export { relinkedUri } from "./answer_faults.ts";
export { type Fault, FAULTS } from "./fault_table.ts";
export type { MusicAccount, MusicAccountOptions } from "./music_account.ts";

const CLIENT = { id: "test-client", secret: "test-client-secret" };

/** With so many calls after the caller gave up, a late order is carried out: the third is of the next press. */
const LATE_AFTER = 3;

/** Starts the account on a free port of 127.0.0.1. */
export async function startMusicAccount(
  {
    now = createClock().now,
    coverUrl = (id) => `https://i.scdn.co/image/${id}`,
    songLength,
    seed,
  }: MusicAccountOptions = {},
): Promise<MusicAccount> {
  let clock = now;
  let revokedUntil = -Infinity;
  let armed: Armed[] = [];
  const plays = new Map<string, number>();
  const calls: string[] = [];
  const timeline: MusicAccount["timeline"] = [];
  const strayed: (string | null)[] = [];
  const gates: (() => void)[] = [];
  const acting = new Set<Promise<void>>();
  const failed = new Set<FaultyPlayer>();
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
    const perform = async () => await app.fetch(request);
    if (next) await track(next.act(wire, perform, pathname));
    else await send(wire, await perform());
  });

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
      const { promise, resolve: stuck } = Promise.withResolvers<void>();
      if (isOfPlayer(fault)) {
        const failing = player(options.player);
        failing.fail(fault, options);
        failed.add(failing);
        return { stuck: promise };
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
        act: (wire, perform, pathname) =>
          behave(fault, {
            ...{ wire, perform, ...exchange },
            stuck() {
              stuck();
              account.onStuck?.(pathname);
            },
          }),
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
    heal() {
      armed = [];
      for (const player of failed) player.heal();
      failed.clear();
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
