// Spotify as a provider of music.
import { findNewestGrant } from "../../../db/music_grants.ts";
import { getLogger } from "@logtape/logtape";
import { DomainError } from "../../errors.ts";
import { demoFetch } from "../demo/demo_fetch.ts";
import type { MusicProvider, Song } from "../provider.ts";
import type { ProviderParts } from "../parts.ts";
import { withAccessToken } from "./access_token.ts";
import { TRACK_URI } from "./answers.ts";
import { createAppToken } from "./app_token.ts";
import type { Bounds, Fetch } from "./bounded_fetch.ts";
import { createConnecting } from "./connecting.ts";
import { createOAuth } from "./oauth.ts";
import type { SpotifyParts } from "./parts.ts";
import { openPlayer } from "./player.ts";
import { unavailable } from "./refusals.ts";
import { TokenRefusedError } from "./tokens.ts";
import { createWebApi } from "./web_api.ts";

const COVER_ORIGINS = ["https://i.scdn.co", "https://mosaic.scdn.co"];
/** The covers of the demo account, which this server serves. */
const DEMO_COVERS = "/demo/covers/";
/** How long one call may take. */
export const CALL_TIMEOUT_MS = 5_000;
/** Grants older than this have ended (consent.ts). */
const MAX_GRANT_AGE_MS = 181 * 24 * 60 * 60_000;

const log = getLogger(["siradaki", "music"]);

/** What a test may set: the time limit of a call, and the network. */
export interface SpotifyOptions {
  bounds?: Bounds;
  fetch?: Fetch;
}

/** Without credentials in the configuration, the built-in demo account stands in for the network. */
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

  /** If Spotify refuses the product's own token, the cafe that connected last asks. */
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

/** Devices, consent and the like are for an owner to mend: a guest hears that search does not work now. */
async function forGuests<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const forOwners = error instanceof DomainError && error.code.startsWith("music_") &&
      error.code !== "music_busy";
    throw forOwners ? unavailable(error) : error;
  }
}
