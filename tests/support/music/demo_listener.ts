// A demo account without sockets, a listener who has connected to it, and the listener's player as a client of the API
// meets it.
import { MINUTE_MS } from "../../../server/contract/clock.ts";
import { createDemoAccount } from "../../../server/music/demo/account.ts";
import { demoFetch } from "../../../server/music/spotify/calls.ts";
import {
  createPlayers,
  type DemoAccountOptions,
  type Players,
} from "../../../server/music/demo/players.ts";
import { hashToken, randomToken } from "../../../server/secrets.ts";
import { createClock, type TestClock } from "../time/clock.ts";
import { answerConsent } from "../people/consent.ts";
import type { PLAYLISTS } from "../../../server/music/demo/catalogue.ts";
import type { Player } from "../../../server/music/demo/player/player.ts";
import type { Advertisement, Episode } from "../../../server/music/demo/player/item.ts";

export const BASE = "http://music.test/demo";
export const CALLBACK = "http://127.0.0.1:8000/api/spotify/callback";
const SCOPE = "user-modify-playback-state user-read-playback-state user-read-currently-playing";
const CLIENT = { id: "cafe", secret: "cafe-secret" };

export interface DemoListener {
  clock: TestClock;
  players: Players;
  fetch: typeof fetch;
  /** POST /api/token, as the registered client unless `client` says otherwise. */
  token(form: Record<string, string>, client?: { id: string; secret: string }): Promise<Response>;
  /** The authorize URL for a fresh verifier; `query` overrides, an empty value leaves out. */
  authorizeUrl(query?: Record<string, string>): Promise<{ url: string; verifier: string }>;
  /** The whole way to tokens, with the cookie of an earlier consent if one is given. */
  connect(
    scope?: string,
    cookie?: string,
  ): Promise<{ access: string; refresh: string; listener: string }>;
  /** Calls /v1 with a bearer token. */
  call(token: string, method: string, path: string, body?: unknown): Promise<Response>;
}

export function createDemoListener(options: Partial<DemoAccountOptions> = {}): DemoListener {
  const clock = createClock();
  const players = options.players ?? createPlayers({ now: clock.now });
  const account = createDemoAccount({
    now: clock.now,
    secret: "a secret of at least thirty-two bytes",
    publicUrl: BASE,
    client: CLIENT,
    players,
    ...options,
  });
  const fetch = demoFetch(account, BASE);

  const demo: DemoListener = {
    clock,
    players,
    fetch,
    token: (form, client = CLIENT) =>
      fetch(`${BASE}/api/token`, {
        method: "POST",
        headers: { authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
        body: new URLSearchParams(form),
      }),
    async authorizeUrl(query = {}) {
      const verifier = randomToken();
      const params = await consentQuery(CLIENT.id, CALLBACK, verifier);
      for (const [name, value] of Object.entries(query)) {
        if (value) params.set(name, value);
        else params.delete(name);
      }
      return { url: `${BASE}/authorize?${params}`, verifier };
    },
    async connect(scope = SCOPE, cookie) {
      const { url, verifier } = await demo.authorizeUrl({ scope });
      const { location } = await answerConsent(url, { fetch, cookie });
      const answer = await demo.token({
        grant_type: "authorization_code",
        code: new URL(location).searchParams.get("code") ?? "",
        redirect_uri: CALLBACK,
        code_verifier: verifier,
      });
      const tokens = await answer.json();
      const me = await (await demo.call(tokens.access_token, "GET", "/me")).json();
      return { access: tokens.access_token, refresh: tokens.refresh_token, listener: me.id };
    },
    call: (token, method, path, body) =>
      fetch(`${BASE}/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
  };
  return demo;
}

/** What an application sends along when it asks for consent. */
export async function consentQuery(
  clientId: string,
  redirectUri: string,
  verifier = randomToken(),
): Promise<URLSearchParams> {
  return new URLSearchParams({
    client_id: clientId,
    response_type: "code",
    redirect_uri: redirectUri,
    state: "a-state",
    scope: SCOPE,
    code_challenge_method: "S256",
    code_challenge: await hashToken(verifier),
  });
}

type Playlist = typeof PLAYLISTS[number];

/** What the tests read of `GET /me/player`. */
interface ShownPlayer {
  is_playing: boolean;
  progress_ms: number | null;
  timestamp: number;
  item: {
    uri: string;
    name: string;
    duration_ms: number;
    type: string;
    linked_from?: { uri: string };
  } | null;
  context: { uri: string } | null;
  device: { id: string; is_active: boolean; volume_percent: number };
  repeat_state: string;
  shuffle_state: boolean;
  currently_playing_type: string;
}

export interface DemoPlayer extends Pick<DemoListener, "clock"> {
  /** The person's side: a command here is given in the service's own app. */
  player: Player;
  /** Calls /v1. */
  call(method: string, path: string, body?: unknown): Promise<Response>;
  /** Calls a command below /v1/me/player, and returns the status. */
  command(method: "PUT" | "POST", path: string, body?: unknown): Promise<number>;
  /** `GET /me/player`, null for 204. */
  look(query?: string): Promise<ShownPlayer | null>;
}

/** A new listener who has connected. */
export async function demoPlayer(options: Partial<DemoAccountOptions> = {}): Promise<DemoPlayer> {
  const demo = createDemoListener(options);
  const { access, listener } = await demo.connect();
  const call: DemoPlayer["call"] = (...args) => demo.call(access, ...args);
  return {
    clock: demo.clock,
    player: demo.players.of(listener),
    call,
    async command(method, path, body) {
      const response = await call(method, `/me/player${path}`, body);
      await response.body?.cancel();
      return response.status;
    },
    async look(query = "") {
      const response = await call("GET", `/me/player${query}`);
      return response.status === 204 ? null : await response.json();
    },
  };
}

/** The order to play a playlist. */
export function orderOf({ uri }: Playlist, position?: number) {
  return { context_uri: uri, ...(position !== undefined && { offset: { position } }) };
}

export const EPISODE: Episode = {
  type: "episode",
  id: "4rOoJ6Egrf8K2IrywzwOMk",
  uri: "spotify:episode:4rOoJ6Egrf8K2IrywzwOMk",
  title: "Bölüm 12",
  show: "Kahve Sohbetleri",
  durationMs: 40 * MINUTE_MS,
};

export const ADVERTISEMENT: Advertisement = {
  type: "ad",
  uri: "spotify:ad:1",
  title: "Reklam",
  durationMs: 30_000,
};
