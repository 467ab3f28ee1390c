// The state of the music account, for which a failed check is an answer too.
import type { AuthStatus } from "../../../server/contract/music.ts";
import type { OwnCafe } from "../../../server/contract/cafes.ts";
import { ApiError, call } from "../../lib/http.ts";
import type { Api } from "../api.ts";

/** An account that could not be checked counts as not connected. */
export type Connection = AuthStatus | Unchecked;
/** `unchecked` is the error of the check. */
export type Unchecked = { isSpotifyConnected: false; unchecked: unknown };

/** @throws ApiError if the login has ended */
export async function readConnection(api: Api): Promise<Connection> {
  try {
    return await api("GET /api/auth/status");
  } catch (error) {
    // This says nothing about the music account.
    if (error instanceof ApiError && error.status === 401) throw error;
    return { isSpotifyConnected: false, unchecked: error };
  }
}

/** What everyone may know of it, for staff: they can neither connect it nor see until when. */
export async function readPublicConnection({ _id: cafeId }: OwnCafe): Promise<Connection> {
  try {
    const { musicConnected } = await call("GET /api/cafes/:cafeId", { params: { cafeId } });
    return {
      isSpotifyConnected: musicConnected,
      reason: null,
      connectedUntil: null,
      reconnectSoon: false,
      demo: false,
      connectAt: "",
    };
  } catch (error) {
    return { isSpotifyConnected: false, unchecked: error };
  }
}
