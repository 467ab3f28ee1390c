// Spotify's Web API: its paths and parameters (developer.spotify.com/documentation/web-api).
import { MAX_FOUND } from "../../contract/limits.ts";
import type { NowPlaying, Playlist, PlayOutcome, SearchOptions, Song } from "../provider.ts";
import {
  type Modes,
  readDevices,
  readModes,
  readPlayer,
  readPlaylist,
  readSearch,
  type SpotifyDevice,
} from "./answers.ts";
import type { TokenCall } from "./tokens.ts";
import { createWebCalls, type WebCallParts } from "./calls.ts";

const MARKET = "TR";
/** What a playlist is asked for: some lists have thousands of songs. */
const PLAYLIST_FIELDS = "uri,name,images,items.total,tracks.total";

/** What plays, null if nothing does, and how the player goes on. */
export interface SpotifyPlayer {
  playing: NowPlaying | null;
  modes: Modes;
}

/**
 * Every call throws TokenRefusedError if the access token is not accepted; other failures are DomainErrors (`music_*`).
 * Commands without `deviceId` are for the active device.
 */
export interface WebApi {
  /** @throws LeftOutError if it may wait, and there is no time for it now */
  search(term: string, call: TokenCall, options?: SearchOptions): Promise<Song[]>;
  /** @throws LeftOutError if it may wait, and there is no time for it now */
  player(call: TokenCall, mayWait?: boolean): Promise<SpotifyPlayer>;
  /** @throws LeftOutError if it may wait, and there is no time for it now */
  devices(call: TokenCall, mayWait?: boolean): Promise<SpotifyDevice[]>;
  /** The playlist; null if Spotify does not have it. */
  playlist(id: string, call: TokenCall): Promise<Playlist | null>;
  /** Replaces what plays by a song. */
  play(uri: string, deviceId: string | undefined, call: TokenCall): Promise<PlayOutcome>;
  /** Replaces what plays by a playlist, from the song at `position`, or from where Spotify likes. */
  playContext(
    context: { uri: string; position: number | undefined },
    deviceId: string | undefined,
    call: TokenCall,
  ): Promise<PlayOutcome>;
  pause(call: TokenCall): Promise<void>;
  resume(deviceId: string | undefined, call: TokenCall): Promise<void>;
  /** @throws DomainError `volume_fixed` */
  setVolume(percent: number, call: TokenCall): Promise<void>;
  setRepeat(state: string, deviceId: string | undefined, call: TokenCall): Promise<void>;
  setShuffle(on: boolean, deviceId: string | undefined, call: TokenCall): Promise<void>;
}

export function createWebApi(parts: WebCallParts, coverOrigins: readonly string[]): WebApi {
  const { read, command, order } = createWebCalls(parts);

  return {
    search: (term, call, { mayWait, searcher } = {}) =>
      read(
        path("/search", { q: term, type: "track", limit: MAX_FOUND, market: MARKET }),
        call,
        (answer) => readSearch(answer, coverOrigins),
        {
          kind: searcher?.hasLogin ? "searchOfLogin" : mayWait ? "searchThatMayWait" : "search",
          address: searcher?.address,
        },
      ),

    // Without `additional_types` an episode looks as if nothing played, without `market` no song says what it replaces.
    player: (call, mayWait) =>
      read(
        path("/me/player", { additional_types: "track,episode", market: MARKET }),
        call,
        (answer) => ({
          playing: answer === null ? null : readPlayer(answer, coverOrigins),
          modes: readModes(answer),
        }),
        { kind: mayWait ? "lookThatMayWait" : "needed" },
      ),

    devices: (call, mayWait) =>
      read("/me/player/devices", call, readDevices, {
        kind: mayWait ? "lookThatMayWait" : "needed",
      }),

    playlist: (id, call) =>
      read(
        path(`/playlists/${id}`, { fields: PLAYLIST_FIELDS, market: MARKET }),
        call,
        (answer) => answer === null ? null : readPlaylist(answer, coverOrigins),
        { absent: 404 },
      ),

    play: (uri, deviceId, call) =>
      order(path("/me/player/play", { device_id: deviceId }), { uris: [uri] }, call),

    playContext: ({ uri, position }, deviceId, call) => {
      const offset = position === undefined ? undefined : { position };
      const body = { context_uri: uri, offset };
      return order(path("/me/player/play", { device_id: deviceId }), body, call);
    },

    pause: (call) => command("/me/player/pause", call),
    resume: (deviceId, call) => command(path("/me/player/play", { device_id: deviceId }), call),
    setVolume: (percent, call) =>
      command(path("/me/player/volume", { volume_percent: percent }), call),
    setRepeat: (state, deviceId, call) =>
      command(path("/me/player/repeat", { state, device_id: deviceId }), call),
    setShuffle: (on, deviceId, call) =>
      command(path("/me/player/shuffle", { state: String(on), device_id: deviceId }), call),
  };
}

/** A path with its query, in which what is undefined is left out. */
function path(base: string, query: Record<string, string | number | undefined>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = `${new URLSearchParams(given.map(([name, value]) => [name, `${value}`]))}`;
  return text === "" ? base : `${base}?${text}`;
}
