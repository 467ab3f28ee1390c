// Spotify's Web API: its paths, and how each call can fail (developer.spotify.com/documentation/web-api).
import type { Spotify } from "../../config.ts";
import { DomainError } from "../../errors.ts";
import type { NowPlaying, PlayOutcome, Song } from "../provider.ts";
import { readDevices, readPlayer, readSearch, type SpotifyDevice } from "./answers.ts";
import { boundedFetch, type Bounds, type Fetch, neverSent } from "./bounded_fetch.ts";
import { refusedBy, unavailable } from "./refusals.ts";
import { type TokenCall, TokenRefusedError } from "./tokens.ts";

/** How many songs a search returns (docs/music.md#search). Spotify allows no more in one call. */
const MAX_RESULTS = 10;

/** Every call throws TokenRefusedError if the access token is not accepted; other failures are DomainErrors (`music_*`). */
export interface WebApi {
  search(term: string, call: TokenCall): Promise<Song[]>;
  /** Replaces what plays. Without `deviceId`, Spotify uses the active device. */
  play(uri: string, deviceId: string | undefined, call: TokenCall): Promise<PlayOutcome>;
  /** Null if nothing plays. */
  player(call: TokenCall): Promise<NowPlaying | null>;
  devices(call: TokenCall): Promise<SpotifyDevice[]>;
}

export function createWebApi(
  { apiUrl }: Spotify,
  coverOrigins: readonly string[],
  bounds: Bounds,
  fetch: Fetch | undefined,
): WebApi {
  return {
    search(term, call) {
      const limit = String(MAX_RESULTS);
      const query = new URLSearchParams({ q: term, type: "track", limit, market: "TR" });
      return read(`/search?${query}`, call, (answer) => readSearch(answer, coverOrigins));
    },

    async play(uri, deviceId, call) {
      const query = deviceId === undefined
        ? ""
        : `?${new URLSearchParams({ device_id: deviceId })}`;
      const tooLate = call.signal?.aborted ?? false;
      let response: Response;
      try {
        response = await send("PUT", `/me/player/play${query}`, call, { uris: [uri] });
      } catch (error) {
        return tooLate || neverSent(error)
          ? { kind: "refused", error: unavailable(error) }
          : { kind: "unknown", mayFollow: isTimeout(error) };
      }
      if (response.ok) return { kind: "ok" };
      // A 5xx may come from a gateway, while the player behind it has carried out the order.
      if (response.status >= 500) return { kind: "unknown", mayFollow: false };
      if (response.status === 401) throw new TokenRefusedError();
      return { kind: "refused", error: await refusedBy(response) };
    },

    player: (call) =>
      read(
        "/me/player",
        call,
        (answer) => answer === null ? null : readPlayer(answer, coverOrigins),
      ),

    devices: (call) => read("/me/player/devices", call, readDevices),
  };

  async function read<T>(
    path: string,
    call: TokenCall,
    parse: (answer: unknown) => T,
  ): Promise<T> {
    try {
      const response = await send("GET", path, call);
      if (response.status === 401) throw new TokenRefusedError();
      if (!response.ok) throw await refusedBy(response);
      return parse(response.status === 204 ? null : await response.json());
    } catch (error) {
      if (error instanceof DomainError || error instanceof TokenRefusedError) throw error;
      throw unavailable(error);
    }
  }

  function send(method: string, path: string, { accessToken, signal }: TokenCall, body?: unknown) {
    const init = {
      method,
      signal,
      headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    };
    // The body of a command's 2xx has no use, and may never end.
    return boundedFetch(fetch, bounds, `${apiUrl}${path}`, init, method !== "GET");
  }
}

/** Whether the call was given up here, so that the service may still carry it out. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && /^(Timeout|Abort)Error$/.test(error.name);
}
