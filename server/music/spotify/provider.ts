// Spotify as a provider of music.
import { findNewestGrant } from "../../../db/music_grants.ts";
import { getLogger } from "@logtape/logtape";
import { DomainError } from "../../errors.ts";
import { demoFetch } from "../demo/demo_fetch.ts";
import type { MusicProvider, Song } from "../provider.ts";
import type { ProviderParts } from "../provider_parts.ts";
import { withAccessToken } from "./access_token.ts";
import { TRACK_URI } from "./answers.ts";
import { createAppToken } from "./app_token.ts";
import type { Bounds, Fetch } from "./bounded_fetch.ts";
import { createConnecting } from "./connecting.ts";
import { createOAuth } from "./oauth.ts";
import type { SpotifyParts } from "./spotify_parts.ts";
import { openPlayer } from "./player.ts";
import { unavailable } from "./refusals.ts";
import { TokenRefusedError } from "./tokens.ts";
import { createWebApi } from "./web_api.ts";

const COVER_ORIGINS = ["https://i.scdn.co", "https://mosaic.scdn.co"];
/** Where this server serves the demo account's covers. */
const DEMO_COVERS = "/demo/covers/";
/** How long one call may take (docs/playback.md#timeouts). */
export const CALL_TIMEOUT_MS = 5_000;
/** Grants given longer ago than this have ended (docs/music.md#consent). */
const MAX_GRANT_AGE_MS = 181 * 24 * 60 * 60_000;

const log = getLogger(["siradaki", "music"]);

/** What tests set: the time limit of a call, and the network. */
export interface SpotifyOptions {
  bounds?: Bounds;
  fetch?: Fetch;
}

/** Constructs the provider. Without credentials in the configuration, the built-in demo account replaces the network. */
export function createSpotify(
  { demoAccount, ...shared }: ProviderParts,
  { bounds = { timeoutMs: CALL_TIMEOUT_MS }, fetch }: SpotifyOptions = {},
): MusicProvider {
  const { now, singleFlight, config: { spotify } } = shared;
  const network = fetch ?? (demoAccount && demoFetch(demoAccount, spotify.accountsUrl));
  const coverOrigins = spotify.demo ? [...COVER_ORIGINS, DEMO_COVERS] : COVER_ORIGINS;
  const oauth = createOAuth(spotify, network, bounds);
  const api = createWebApi(spotify, coverOrigins, bounds, network);
  const parts: SpotifyParts = { ...shared, oauth, api };
  const appToken = createAppToken({ obtain: oauth.clientCredentials, now, singleFlight });

  return {
    id: "spotify",
    label: "Spotify",
    coverOrigins,
    ownsUri: (uri) => TRACK_URI.test(uri),
    search: (term) => forGuests(() => search(term)),
    openPlayer: (ownerId) => openPlayer(parts, ownerId),
    connecting: createConnecting(parts),
  };

  /** Searches with the product's own token. If Spotify refuses it, with the token of the cafe that connected last. */
  async function search(term: string): Promise<Song[]> {
    try {
      return await appToken.use((call) => api.search(term, call));
    } catch (error) {
      if (!(error instanceof TokenRefusedError)) throw error;
      log.warn("Spotify refuses the product's own token; a cafe's is used to search");
    }
    const grant = await findNewestGrant(parts.db, now() - MAX_GRANT_AGE_MS);
    if (!grant) throw unavailable();
    return await withAccessToken(parts, grant, (call) => api.search(term, call));
  }
}

/** Replaces errors that only an owner can act on (devices, consent): a guest hears that search does not work now. */
async function forGuests<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const forOwners = error instanceof DomainError && error.code.startsWith("music_") &&
      error.code !== "music_busy";
    throw forOwners ? unavailable(error) : error;
  }
}
