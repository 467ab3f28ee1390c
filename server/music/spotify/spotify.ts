// Spotify behind the Music interface: the one place that knows its paths and its ways of failing.
import type { Spotify } from "../../config.ts";
import { DomainError } from "../../errors.ts";
import { boundedFetch, type Fetch, neverSent } from "./bounded_fetch.ts";
import { keepToken } from "./kept_token.ts";
import { type CallContext, type Music, TokenRefusedError } from "../provider.ts";
import { readDevices, readPlayer, readSearch } from "./answers.ts";
import { createGrants } from "./grants.ts";
import { toRefusal } from "./refusals.ts";

/** How long one call may take. */
const TIMEOUT_MS = 5_000;
/** The most that Spotify hands out at once (and the contract's ten). */
const SEARCH_LIMIT = 10;

interface SpotifyOptions {
  config: Spotify;
  now: () => number;
  /** Stands in for the network, as the demo account does in-process. */
  fetch?: Fetch;
  timeoutMs?: number;
}

export function createSpotify(
  { config, now, fetch, timeoutMs = TIMEOUT_MS }: SpotifyOptions,
): Music {
  const bounds = { timeoutMs };
  const { clientCredentials, ...grants } = createGrants(config, fetch, bounds);
  const ownToken = keepToken(clientCredentials, now);

  return {
    ...grants,

    async search(term, context) {
      const query = new URLSearchParams({
        q: term,
        type: "track",
        limit: String(SEARCH_LIMIT),
        market: "TR",
      });
      const ask = (asking: CallContext) =>
        read(`/search?${query}`, asking, (answer) => readSearch(answer, config.demo));
      return await (context ? ask(context) : ownToken.use(ask));
    },

    async play(uri, deviceId, context) {
      const query = deviceId === undefined
        ? ""
        : `?${new URLSearchParams({ device_id: deviceId })}`;
      const tooLate = context.signal?.aborted ?? false;
      let response: Response;
      try {
        response = await call("PUT", `/me/player/play${query}`, context, { uris: [uri] });
      } catch (error) {
        if (!tooLate && !neverSent(error)) {
          return { kind: "unknown", mayFollow: isImpatience(error) };
        }
        return {
          kind: "refused",
          error: new DomainError("music_unavailable", {}, { cause: error }),
        };
      }
      if (response.ok) return { kind: "ok" };
      // A gateway that gave up says nothing about what became of the order behind it.
      if (response.status >= 500) return { kind: "unknown", mayFollow: false };
      if (response.status === 401) throw new TokenRefusedError();
      return { kind: "refused", error: await refusal(response) };
    },

    player: (context) =>
      read(
        "/me/player",
        context,
        (answer) => answer === null ? null : readPlayer(answer, config.demo),
      ),

    devices: (context) => read("/me/player/devices", context, readDevices),
  };

  async function read<T>(
    path: string,
    context: CallContext,
    parse: (answer: unknown) => T,
  ): Promise<T> {
    try {
      const response = await call("GET", path, context);
      if (response.status === 401) throw new TokenRefusedError();
      if (!response.ok) throw await refusal(response);
      return parse(response.status === 204 ? null : await response.json());
    } catch (error) {
      if (error instanceof DomainError || error instanceof TokenRefusedError) throw error;
      throw new DomainError("music_unavailable", {}, { cause: error });
    }
  }

  function call(
    method: string,
    path: string,
    { accessToken, signal }: CallContext,
    body?: unknown,
  ) {
    const init = {
      method,
      signal,
      headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    };
    // A command's 2xx may carry anything, so its body is never read.
    return boundedFetch(fetch, bounds, `${config.apiUrl}${path}`, init, method !== "GET");
  }
}

/** We hung up; the service may carry on. */
function isImpatience(error: unknown): boolean {
  return error instanceof Error && /^(Timeout|Abort)Error$/.test(error.name);
}

async function refusal(response: Response): Promise<DomainError> {
  return toRefusal(response.status, response.headers, await response.text());
}
