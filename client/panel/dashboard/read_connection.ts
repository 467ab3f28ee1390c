// The music account's state, where even a failed check is an answer.
import type { AuthStatus } from "../../../server/contract/music.ts";
import { ApiError } from "../../lib/http.ts";
import { api } from "../api.ts";

/** A state that could not be checked counts as not connected (spec 8), and says so. */
export type Connection = AuthStatus | Unknown;
export type Unknown = { isSpotifyConnected: false; unchecked: unknown };

/** `unchecked` says what went wrong. @throws ApiError where the login has ended */
export async function readConnection(): Promise<Connection> {
  try {
    return await api.status();
  } catch (error) {
    // A login that has ended is no news about the music account.
    if (error instanceof ApiError && error.status === 401) throw error;
    return { isSpotifyConnected: false, unchecked: error };
  }
}
