// A listener of a music account over sockets that can fail, with a clock that stands still.
import { createClock, type TestClock } from "../time/clock.ts";
import type { ShownPlayer } from "./demo_listener.ts";
import type { FaultyPlayer } from "./faulty_player.ts";
import { type MusicAccount, type MusicAccountOptions, startMusicAccount } from "./music_faults.ts";
import { SONGS } from "../../../server/music/demo/catalogue.ts";
import { hashToken, randomToken } from "../../../server/secrets.ts";
import { answerConsent } from "../people/consent.ts";

export interface FaultyEvening extends AsyncDisposable {
  account: MusicAccount;
  clock: TestClock;
  /** The person's side of the player. */
  player: FaultyPlayer;
  caller: Caller;
  /** Calls below /v1/me/player, and returns the status. */
  command(method: string, path: string, body?: unknown): Promise<number>;
  /** `GET /me/player`, null for 204. */
  look(query?: string): Promise<ShownPlayer | null>;
}

/** Starts an account, and connects a listener to it. */
export async function faultyEvening(options: MusicAccountOptions = {}): Promise<FaultyEvening> {
  const clock = createClock();
  const account = await startMusicAccount({ now: clock.now, ...options });
  const caller = await new Caller(account).connect();
  return {
    account,
    clock,
    player: account.player(),
    caller,
    async command(method, path, body) {
      const response = await caller.call(method, `/me/player${path}`, body);
      await response.body?.cancel();
      return response.status;
    },
    async look(query = "") {
      const response = await caller.call("GET", `/me/player${query}`);
      return response.status === 204 ? null : await response.json();
    },
    async [Symbol.asyncDispose]() {
      caller[Symbol.dispose]();
      await account[Symbol.asyncDispose]();
    },
  };
}

export const SONG = SONGS[0]!;
const CALLBACK = "http://127.0.0.1:8000/api/spotify/callback";

/** Its tokens are those of a listener who has connected. */
export class Caller implements Disposable {
  readonly #client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  access = "";
  refresh = "";

  constructor(readonly account: MusicAccount) {}

  async connect(): Promise<this> {
    const verifier = randomToken();
    const query = new URLSearchParams({
      client_id: this.account.environment.SPOTIFY_CLIENT_ID!,
      response_type: "code",
      redirect_uri: CALLBACK,
      scope: "user-modify-playback-state user-read-playback-state",
      code_challenge_method: "S256",
      code_challenge: await hashToken(verifier),
    });
    const { location } = await answerConsent(`${this.account.accountsUrl}/authorize?${query}`, {
      fetch: (input, init) => this.fetch(input, init),
    });
    const answer = await this.token({
      grant_type: "authorization_code",
      code: new URL(location).searchParams.get("code")!,
      redirect_uri: CALLBACK,
      code_verifier: verifier,
    });
    const tokens = await answer.json();
    [this.access, this.refresh] = [tokens.access_token, tokens.refresh_token];
    return this;
  }

  fetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    return fetch(input, by(this.#client, { redirect: "manual", ...init }));
  }

  token(form: Record<string, string>): Promise<Response> {
    const { SPOTIFY_CLIENT_ID, SPOTIFY_CLIENT_SECRET } = this.account.environment;
    return this.fetch(`${this.account.accountsUrl}/api/token`, {
      method: "POST",
      body: new URLSearchParams({
        client_id: SPOTIFY_CLIENT_ID!,
        client_secret: SPOTIFY_CLIENT_SECRET!,
        ...form,
      }),
    });
  }

  /** Calls /v1. */
  call(method: string, path: string, body?: unknown, init: RequestInit = {}): Promise<Response> {
    return this.fetch(`${this.account.apiUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.access}` },
      body: body === undefined ? undefined : JSON.stringify(body),
      ...init,
    });
  }

  play(init: RequestInit = {}): Promise<Response> {
    return this.call("PUT", "/me/player/play", { uris: [SONG.uri] }, init);
  }

  /** Asks for new tokens, and uses them. Returns the status. */
  async renew(): Promise<number> {
    const answer = await this.token({ grant_type: "refresh_token", refresh_token: this.refresh });
    const tokens = await answer.json();
    this.access = tokens.access_token ?? this.access;
    return answer.status;
  }

  [Symbol.dispose]() {
    this.#client.close();
  }
}

/** Deno's own option, which the browser's types do not know. */
export function by(
  client: Deno.HttpClient,
  init: RequestInit,
): RequestInit & { client: Deno.HttpClient } {
  return { ...init, client };
}
