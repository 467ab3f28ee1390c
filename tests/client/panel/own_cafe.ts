// A cafe and its music account as its owner reads them, for tests without a server.
import type { OwnCafe } from "../../../server/contract/cafes.ts";
import type { AuthStatus } from "../../../server/contract/music.ts";

export function ownCafe(source = "spotify"): OwnCafe {
  return {
    _id: "cafe",
    name: "Kafe",
    ownerId: "owner",
    iban: "",
    accountHolderName: "",
    shareUrl: "http://kafe.test/cafe/cafe",
    shortUrl: "http://kafe.test/k/cafe",
    source,
    hasTill: false,
    approvesAll: false,
  };
}

/** A connected account, without `changes`. */
export function connection(changes: Partial<AuthStatus> = {}): AuthStatus {
  return {
    isSpotifyConnected: true,
    reason: null,
    connectedUntil: "2027-05-02T17:00:00.000Z",
    reconnectSoon: false,
    demo: false,
    connectAt: "http://kafe.test",
    ...changes,
  };
}

/** What is known of the account of a cafe that has never connected one. */
export function noConnection(changes: Partial<AuthStatus> = {}): AuthStatus {
  const never = { isSpotifyConnected: false, reason: "never_connected" } as const;
  return connection({ ...never, connectedUntil: null, ...changes });
}
