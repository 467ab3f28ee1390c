// Whether a cafe's music account is connected, and until when, or why not.
import type { AuthStatus } from "../contract/music.ts";
import type { Deps } from "../deps.ts";
import type { Connecting } from "./connecting.ts";

export async function readConnectionStatus(
  { config }: Pick<Deps, "config">,
  connecting: Connecting,
  ownerId: string,
): Promise<AuthStatus> {
  const status = await connecting.status(ownerId);
  return {
    isSpotifyConnected: status.connected,
    reason: status.connected ? null : status.reason,
    connectedUntil: status.connected ? new Date(status.until).toISOString() : null,
    reconnectSoon: status.connected && status.endsSoon,
    demo: config.spotify.demo,
    connectAt: config.appOrigin,
  };
}
