// The music service of a simulated evening: the demo account over its protocol, and the network between it and the cafe.
import { createDemoAccount } from "../../../../server/music/demo/account.ts";
import { createTestPlayers } from "../../../support/music/music_faults.ts";
import type { FaultyPlayer } from "../../../support/music/faulty_player.ts";
import type { Settling, SimulatedTime } from "./simulated_time.ts";

/**
 * What befalls the next call of a kind. `lost`: it has its effect, and its answer never comes. `late`: it has its effect
 * after the product has given it up.
 */
export type Mishap =
  | { kind: "lost" | "refused" | "busy" | "broken"; awayS?: number }
  | { kind: "slow"; s: number; when: "before" | "after" }
  | { kind: "late"; s: number }
  | { kind: "kill"; when: "before" | "after"; forS: number };

/** A song that began at the player. `isOrdered`: by an order that came over the network, so by the product. */
export interface Beginning {
  uri: string;
  at: number;
  isOrdered: boolean;
  /** Whether the product was told so in time. */
  isAnswered: boolean;
}

export interface MusicService {
  environment: Record<string, string>;
  player: FaultyPlayer;
  begun: Beginning[];
  /** When each call came (epoch ms), the failed ones too. */
  callsAt: number[];
  /** What is called when a song was ordered and has begun, with the time at which the order came (epoch ms). */
  onOrder: (sentAt: number) => void;
  /** What is called when the process is to be killed by a mishap, and to start again after so long. */
  onKill: (forS: number) => void;
  /** The product's way to the service. `isAlive` tells of the process that calls. */
  fetchOf(isAlive: () => boolean): (url: string, init: RequestInit) => Promise<Response>;
  /** A browser's way to the service, without faults. */
  visit: typeof fetch;
  /** For `s` seconds no call comes through. */
  away(s: number): void;
  /** Lets the next order to play meet this. */
  nextOrder(mishap: Mishap): void;
  /** Lets the next call of any kind meet this. */
  nextCall(mishap: Mishap): void;
  /** Whether a call would come through. */
  isOnline(): boolean;
  /** Whether a call would come through, and the service would serve it. */
  isReachable(): boolean;
  /** When it was last not so, or answered slowly (epoch ms). */
  failedAt(): number;
  /** Ends everything that is wrong. */
  heal(): void;
}

const ORIGIN = "http://music.test";
const CLIENT = { id: "evening-client", secret: "evening-client-secret" };
/** As the product's own limit for a call. */
const TIMEOUT_S = 5;
/** How long the service asks to be left alone. */
const BUSY_S = 7;
const KILLED = Symbol("killed");
const RESET = "connection error: connection reset";
const PLAY = /^PUT \/v1\/me\/player\/play$/;

export interface ServiceOptions {
  time: SimulatedTime;
  settling: Settling;
  /** By which factor songs are shorter than in the catalogue. */
  factor: number;
}

export function openService({ time, settling, factor }: ServiceOptions): MusicService {
  const begun: Beginning[] = [];
  const callsAt: number[] = [];
  const orders: Mishap[] = [];
  const calls: Mishap[] = [];
  let awayUntil = -Infinity;
  let failedAt = -Infinity;
  /** Orders that the account is carrying out. */
  let ordersUnderWay = 0;
  const { players, player } = createTestPlayers({
    now: time.now,
    songLength: { factor },
    seed: "an evening",
    onStart: ({ uri }, at) =>
      void begun.push({ uri, at, isOrdered: ordersUnderWay > 0, isAnswered: true }),
  });
  const account = createDemoAccount({
    now: time.now,
    secret: "the music account's secret, thirty-two bytes or more",
    publicUrl: ORIGIN,
    client: CLIENT,
    coverUrl: (id) => `https://i.scdn.co/image/${id}`,
    players,
  });

  const service: MusicService = {
    environment: {
      SPOTIFY_CLIENT_ID: CLIENT.id,
      SPOTIFY_CLIENT_SECRET: CLIENT.secret,
      SPOTIFY_ACCOUNTS_URL: ORIGIN,
      SPOTIFY_API_URL: `${ORIGIN}/v1`,
    },
    player: player(),
    begun,
    callsAt,
    onOrder: () => {},
    onKill: () => {},
    // What a process that was killed waits for never comes, and no one waits for it.
    fetchOf: (isAlive) => (url, init) =>
      new Promise((answered, failed) => {
        void settling.track(
          reach(isAlive, url, init).then(answered, (e) => e === KILLED || failed(e)),
        );
      }),
    visit: async (input, init) => await account.fetch(new Request(input, init)),
    away: (s) => void (awayUntil = Math.max(awayUntil, time.now() + s * 1000)),
    nextOrder: (mishap) => void orders.push(mishap),
    nextCall: (mishap) => void calls.push(mishap),
    isOnline: () => time.now() >= awayUntil,
    isReachable: () => time.now() >= awayUntil && orders.length === 0 && calls.length === 0,
    failedAt: () => Math.max(failedAt, Math.min(awayUntil, time.now())),
    heal() {
      awayUntil = -Infinity;
      orders.length = calls.length = 0;
    },
  };
  return service;

  async function reach(
    isAlive: () => boolean,
    url: string,
    init: RequestInit,
  ): Promise<Response> {
    if (!isAlive()) throw KILLED;
    const sentAt = time.now();
    callsAt.push(sentAt);
    requireNetwork();
    const request = new Request(url, init);
    const name = `${request.method} ${new URL(url).pathname}`;
    const mishap = (PLAY.test(name) ? orders.shift() : undefined) ?? calls.shift();
    if (mishap) failedAt = time.now();
    switch (mishap?.kind) {
      case undefined:
        return await perform(request, sentAt);
      case "lost":
        await performUnanswered(request, sentAt);
        service.away(mishap.awayS ?? 0);
        throw new TypeError(RESET);
      case "refused":
        service.away(mishap.awayS ?? 0);
        throw new TypeError("error sending request: client error (Connect)");
      case "broken":
        return Response.json({ error: { status: 502, message: "Bad gateway." } }, { status: 502 });
      case "busy":
        failedAt = time.now() + BUSY_S * 1000;
        return Response.json({ error: { status: 429, message: "API rate limit exceeded" } }, {
          status: 429,
          headers: { "retry-after": `${BUSY_S}` },
        });
      case "kill": {
        if (mishap.when === "after") await performUnanswered(request, sentAt);
        service.onKill(mishap.forS);
        throw KILLED;
      }
      case "late": {
        time.after(mishap.s * 1000, () => void settling.track(performUnanswered(request, sentAt)));
        await wait(TIMEOUT_S);
        failedAt = time.now();
        throw isAlive() ? new DOMException("too slow", "TimeoutError") : KILLED;
      }
      case "slow": {
        const isTooSlow = mishap.s >= TIMEOUT_S;
        const early = mishap.when === "after"
          ? await perform(request, sentAt, isTooSlow)
          : undefined;
        await wait(Math.min(mishap.s, TIMEOUT_S));
        failedAt = time.now();
        if (!isAlive()) throw KILLED;
        if (isTooSlow) throw new DOMException("too slow", "TimeoutError");
        // The call was on its way already, so that this is no failure to connect.
        if (time.now() < awayUntil) throw new TypeError(RESET);
        return early ?? await perform(request, sentAt);
      }
    }
  }

  function requireNetwork(): void {
    if (time.now() >= awayUntil) return;
    failedAt = time.now();
    throw new TypeError("error sending request: client error (Connect)");
  }

  async function performUnanswered(request: Request, sentAt: number): Promise<void> {
    await (await perform(request, sentAt, true)).body?.cancel();
  }

  async function perform(
    request: Request,
    sentAt: number,
    isUnanswered = false,
  ): Promise<Response> {
    const { pathname } = new URL(request.url);
    const isOrder = PLAY.test(`${request.method} ${pathname}`);
    const before = begun.length;
    // The account carries out an order in one go, once it has read the body.
    if (isOrder) ordersUnderWay++;
    const answer = await account.fetch(request);
    if (isOrder) ordersUnderWay--;
    if (isUnanswered) { for (const one of begun.slice(before)) one.isAnswered = false; }
    if (isOrder && begun.length > before) service.onOrder(sentAt);
    return answer;
  }

  async function wait(s: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const release = settling.hold();
    time.after(s * 1000, resolve);
    await promise;
    release();
  }
}
