// A client of the music account over real sockets. It sends no request twice.
import { SONGS } from "../../../server/music/demo/catalogue.ts";
import { hashToken, randomToken } from "../../../server/secrets.ts";
import { answerConsent } from "../people/consent.ts";
import type { MusicAccount } from "./music_faults.ts";

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
