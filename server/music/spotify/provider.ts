// Spotify as a provider of music.
import { getLogger } from "@logtape/logtape";
import { LRUCache } from "lru-cache";
import {
  findCallAllowance,
  findNewestGrant,
  keepCallAllowance,
} from "../../../db/music/music_grants.ts";
import { DAY_MS } from "../../contract/clock.ts";
import type { Deps } from "../../deps.ts";
import { DomainError } from "../../errors.ts";
import type {
  MusicProvider,
  NowPlaying,
  Playlist,
  ProviderParts,
  SearchOptions,
  Song,
} from "../provider.ts";
import { createAppToken, requireGrant, TokenRefusedError, withAccessToken } from "./tokens.ts";
import { playlistIdIn, type SpotifyDevice, TRACK_URI } from "./answers.ts";
import { createAllowance, createCallBudget } from "./call_budget.ts";
import { type Bounds, createBusyGuard, demoFetch, type Fetch } from "./calls.ts";
import { createConnecting, createOAuth, type OAuth } from "./connecting.ts";
import { createKnownModes, type KnownModes } from "./orders.ts";
import { openPlayer } from "./player.ts";
import { unavailable } from "./refusals.ts";
import { createWebApi, type WebApi } from "./web_api.ts";

const COVER_ORIGINS = ["https://i.scdn.co", "https://mosaic.scdn.co"];
/** Where this server serves the demo account's covers. */
const DEMO_COVERS = "/demo/covers/";
/** How long one call may take (docs/playback.md#timeouts). */
const CALL_TIMEOUT_MS = 5_000;
const MAX_PLAYERS = 1_000;
/** Grants given longer ago than this have ended (docs/music.md#consent). */
const MAX_GRANT_AGE_MS = 181 * DAY_MS;

const log = getLogger(["siradaki", "music"]);

/** What tests set: the time limit of a call, the network, and the source of chance (from 0 up to, not including, 1). */
interface SpotifyOptions {
  bounds?: Bounds;
  fetch?: Fetch;
  random?: () => number;
}

/** Constructs the provider. Without credentials in the configuration, the built-in demo account replaces the network. */
export function createSpotify(
  { demoAccount, ...shared }: ProviderParts,
  { bounds = { timeoutMs: CALL_TIMEOUT_MS }, fetch, random = Math.random }: SpotifyOptions = {},
): MusicProvider {
  const { now, singleFlight, config: { spotify } } = shared;
  const network = fetch ?? (demoAccount && demoFetch(demoAccount, spotify.accountsUrl));
  const coverOrigins = spotify.demo ? [...COVER_ORIGINS, DEMO_COVERS] : COVER_ORIGINS;
  // The Web API and the token endpoint are two services, each with its own limits.
  const oauth = createOAuth(spotify, network, bounds, createBusyGuard(now));
  const allowance = createAllowance({
    now,
    start: spotify.callsPer30S,
    kept: {
      read: () => findCallAllowance(shared.db, spotify.clientId),
      keep: (learned) => keepCallAllowance(shared.db, spotify.clientId, learned),
    },
  });
  const api = createWebApi({
    service: spotify,
    bounds,
    fetch: network,
    budget: createCallBudget({ now, allowance }),
    guard: createBusyGuard(now, allowance.halve),
  }, coverOrigins);
  const knownModes = createKnownModes(now);
  const knownDevices: SpotifyParts["knownDevices"] = new LRUCache({ max: MAX_PLAYERS });
  const knownLooks: SpotifyParts["knownLooks"] = new LRUCache({ max: MAX_PLAYERS });
  const parts: SpotifyParts = {
    ...shared,
    oauth,
    api,
    knownModes,
    knownDevices,
    knownLooks,
    random,
  };
  const appToken = createAppToken({ obtain: oauth.clientCredentials, now, singleFlight });

  return {
    id: "spotify",
    label: "Spotify",
    coverOrigins,
    ownsUri: (uri) => TRACK_URI.test(uri),
    search: (term, _ownerId, options) => forGuests(() => search(term, options)),
    openPlayer: (ownerId) => openPlayer(parts, ownerId),
    readPlaylist,
    connecting: createConnecting(parts),
  };

  async function readPlaylist(ownerId: string, link: string): Promise<Playlist | null> {
    const id = playlistIdIn(link);
    if (id === undefined) return null;
    const grant = await requireGrant(parts, ownerId);
    return await withAccessToken(parts, grant, (call) => api.playlist(id, call));
  }

  /** Searches with the product's own token. If Spotify refuses it, with the token of the cafe that connected last. */
  async function search(term: string, options?: SearchOptions): Promise<Song[]> {
    try {
      return await appToken.use((call) => api.search(term, call, options));
    } catch (error) {
      if (!(error instanceof TokenRefusedError)) throw error;
      log.warn(
        "Spotify refuses the product's own token, so a cafe's is used to search; check SPOTIFY_CLIENT_ID and SPOTIFY_CLIENT_SECRET",
      );
    }
    const grant = await findNewestGrant(parts.db, now() - MAX_GRANT_AGE_MS);
    if (!grant) throw unavailable();
    return await withAccessToken(parts, grant, (call) => api.search(term, call, options));
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

// The collaborators that the files of this folder share. They are constructed above.

export interface SpotifyParts
  extends Pick<Deps, "cipher" | "config" | "db" | "hub" | "now" | "singleFlight"> {
  api: WebApi;
  knownModes: KnownModes;
  /** What each owner's last list of devices had, and when (epoch ms). */
  knownDevices: LRUCache<string, { at: number; devices: SpotifyDevice[] }>;
  /**
   * How many commands each owner's player has had, and what the last look has shown, and when (epoch ms), unless a command
   * came after it began.
   */
  knownLooks: LRUCache<string, { commands: number; seen?: { at: number; playing: NowPlaying } }>;
  oauth: OAuth;
  /** A number from 0 up to, not including, 1. */
  random: () => number;
}
